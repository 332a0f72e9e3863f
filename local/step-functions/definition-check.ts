import { checkTransitions, type MachineDefinition, type MachineState } from './transition-check.ts';

const machineFields = ['Comment', 'StartAt', 'States', 'TimeoutSeconds', 'Version', 'QueryLanguage'];
const nestedFields = ['Comment', 'StartAt', 'States', 'ProcessorConfig', 'QueryLanguage'];
const everyState = ['Type', 'Comment', 'QueryLanguage', 'InputPath', 'OutputPath'];
const result = ['Next', 'End', 'ResultPath'];
const failing = ['ResultSelector', 'Retry', 'Catch'];

/** Fields that the interpreter supports, by type of state. It would silently ignore all others. */
const stateFields: Record<string, string[]> = {
  Task: [...result, ...failing, 'Parameters', 'Resource', 'TimeoutSeconds', 'TimeoutSecondsPath'],
  Parallel: [...result, ...failing, 'Parameters', 'Branches'],
  Map: [
    ...result,
    ...failing,
    ...['Iterator', 'ItemProcessor', 'Parameters', 'ItemSelector', 'ItemsPath', 'MaxConcurrency', 'MaxConcurrencyPath'],
  ],
  Pass: [...result, 'Parameters', 'Result'],
  Wait: ['Next', 'End', 'Seconds', 'Timestamp', 'SecondsPath', 'TimestampPath'],
  Choice: ['Choices', 'Default'],
  Succeed: [],
  Fail: ['Cause', 'CausePath', 'Error', 'ErrorPath'],
};

/**
 * Everything in a definition that the interpreter (aws-local-stepfunctions) would ignore or do otherwise than AWS, in
 * words; and tasks without a handler, which it would try to run in AWS.
 * @param tasks names of the task states that have a handler
 */
export function findUnsupported(definition: MachineDefinition, tasks: string[]): string[] {
  const problems: string[] = [];
  const seen = new Set<string>();
  checkMachine({ machine: definition, where: '', isNested: false, problems, seen });
  for (const task of tasks) {
    if (!seen.has(task)) problems.push(`there is a handler for ${task}, and no such task state`);
  }
  for (const name of seen) {
    if (!tasks.includes(name)) problems.push(`the task state ${name} has no handler`);
  }
  return problems;
}

interface Walk {
  machine: MachineDefinition;
  where: string;
  isNested: boolean;
  problems: string[];
  /** Names of the task states met so far. */
  seen: Set<string>;
}

function checkMachine(walk: Walk): void {
  const { machine, where, isNested, problems, seen } = walk;
  const say = (text: string) => problems.push(`${where}${text}`);
  checkFields(machine, isNested ? nestedFields : machineFields, say);
  checkTransitions(machine, say);
  for (const [name, state] of Object.entries(machine.States ?? {})) {
    const inState = `${where}${name}: `;
    const sayHere = (text: string) => problems.push(`${inState}${text}`);
    const allowed = stateFields[state.Type];
    if (allowed === undefined) {
      sayHere(`states of type ${state.Type} are not supported`);
      continue;
    }
    checkFields(state, [...everyState, ...allowed], sayHere);
    checkValues(state, sayHere);
    if (isNested) checkContext(state, sayHere);
    if (state.Type === 'Task') {
      if (seen.has(name)) sayHere('two task states of one name would share a handler');
      seen.add(name);
    }
    const inner = [state.Iterator, state.ItemProcessor, ...((state.Branches as unknown[]) ?? [])];
    for (const machineInside of inner.filter((value) => value !== undefined)) {
      checkMachine({ machine: machineInside as MachineDefinition, where: inState, isNested: true, problems, seen });
    }
  }
}

function checkFields(part: Record<string, unknown>, allowed: string[], say: (text: string) => void): void {
  if (part.QueryLanguage !== undefined && part.QueryLanguage !== 'JSONPath')
    say(`${part.QueryLanguage} is not supported`);
  for (const field of Object.keys(part)) if (!allowed.includes(field)) say(`${field} is not supported`);
  const mode = (part.ProcessorConfig as { Mode?: string } | undefined)?.Mode;
  if (mode !== undefined && mode !== 'INLINE') say(`a map in mode ${mode} is not supported`);
}

/** Values that the interpreter gets wrong, found by reading it. */
function checkValues(state: MachineState, say: (text: string) => void): void {
  if (state.Type === 'Pass' && 'Result' in state && !state.Result)
    say('a Result that is null, false, 0 or empty is ignored');
  if (state.ResultPath === '$') say('ResultPath "$" is not supported: leave it out, that means the same');
  const resource = String(state.Resource ?? '');
  if (/\.(sync(:2)?|waitForTaskToken)$/.test(resource)) say(`waiting for ${resource} is not supported`);
  visit(state.Choices, (key, value) => {
    if (/^Is[A-Z]/.test(key) && value === false) say(`${key}: false never matches: write Not around ${key}: true`);
  });
}

/** Inside maps and branches the interpreter starts a new execution, with a context object of its own. */
function checkContext(state: MachineState, say: (text: string) => void): void {
  const {
    Iterator: _iterator,
    ItemProcessor: _processor,
    Branches: _branches,
    ItemSelector: _selector,
    ...own
  } = state;
  visit(own, (_key, value) => {
    if (typeof value === 'string' && /^\$\$\.(Map|Execution\.(Input|StartTime))\b/.test(value)) {
      say(`${value} means something else here than in AWS: pass it in with ItemSelector or Parameters`);
    }
  });
}

function visit(value: unknown, look: (key: string, value: unknown) => void): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    look(key, inner);
    visit(inner, look);
  }
}
