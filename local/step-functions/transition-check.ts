/** A state machine in Amazon States Language, as far as it must be known to be looked through. */
export interface MachineDefinition {
  StartAt: string;
  States: Record<string, MachineState>;
  [field: string]: unknown;
}

/** One state of it. */
export interface MachineState {
  Type: string;
  [field: string]: unknown;
}

/** Fields without which a state of a type cannot run: one of each list. */
const required: Record<string, string[][]> = {
  Task: [['Resource']],
  Map: [['ItemProcessor', 'Iterator']],
  Parallel: [['Branches']],
  Choice: [['Choices']],
  Wait: [['Seconds', 'SecondsPath', 'Timestamp', 'TimestampPath']],
};

const endless = new Set(['Choice', 'Succeed', 'Fail']);

/**
 * Faults in how the states of one machine follow each other: AWS would not take such a definition. The interpreter has
 * a validator of its own, which takes 150 ms for every machine at every start.
 * @param say receives each fault
 */
export function checkTransitions(machine: MachineDefinition, say: (text: string) => void): void {
  const states = machine.States ?? {};
  const isThere = (name: unknown): name is string => typeof name === 'string' && Object.hasOwn(states, name);
  if (!isThere(machine.StartAt)) say(`it starts at ${machine.StartAt}, and there is no such state`);
  for (const [name, state] of Object.entries(states)) {
    for (const target of targetsOf(state))
      if (!isThere(target)) say(`${name}: goes on to ${target}, and there is no such state`);
    if (!endless.has(state.Type) && (state.Next === undefined) === (state.End !== true)) {
      say(`${name}: must have either Next or End`);
    }
    for (const fields of required[state.Type] ?? []) {
      if (!fields.some((field) => state[field] !== undefined)) say(`${name}: must have ${fields.join(' or ')}`);
    }
  }
  const reached = new Set<string>();
  const follow = (name: unknown) => {
    const state = isThere(name) ? states[name] : undefined;
    if (state === undefined || reached.has(name as string)) return;
    reached.add(name as string);
    for (const target of targetsOf(state)) follow(target);
  };
  follow(machine.StartAt);
  for (const name of Object.keys(states)) if (!reached.has(name)) say(`${name}: no state leads to it`);
}

function targetsOf(state: MachineState): unknown[] {
  const alternatives = [...listOf(state.Choices), ...listOf(state.Catch)].map(({ Next }) => Next);
  return [state.Next, state.Default, ...alternatives].filter((target) => target !== undefined);
}

function listOf(value: unknown): { Next?: unknown }[] {
  return Array.isArray(value) ? value : [];
}
