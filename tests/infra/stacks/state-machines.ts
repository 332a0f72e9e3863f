import { runInNewContext } from 'node:vm';
import { expect } from 'vitest';
import { demoTemplates, resourcesOfType, type Templates } from './templates.ts';

let made: Templates | undefined;
/** The demo school's templates, made once. */
export const demoSchool = (): Templates => {
  made ??= demoTemplates();
  return made;
};

interface State {
  Type: string;
  Next?: string;
  Resource?: string;
  Parameters?: Record<string, unknown>;
  Choices?: { Next: string }[];
  Default?: string;
  Retry?: {
    ErrorEquals: string[];
    MaxAttempts: number;
    IntervalSeconds?: number;
    BackoffRate?: number;
    MaxDelaySeconds?: number;
    JitterStrategy?: string;
  }[];
  Catch?: object[];
  OutputPath?: string;
  Output?: Record<string, string>;
  Branches?: { StartAt: string; States: Record<string, State> }[];
}

/** The properties of a state machine, by its name. */
export const machine = (name: string) => {
  const machines = resourcesOfType(demoSchool().workflows, 'AWS::StepFunctions::StateMachine');
  const found = machines.find(({ Properties }) => Properties.StateMachineName === name);
  if (!found) throw new Error(`There is no state machine ${name}`);
  return found.Properties;
};

/** With every reference as the text of itself. */
export const definitionOf = (name: string): string =>
  (machine(name).DefinitionString['Fn::Join'][1] as unknown[])
    .map((part) => (typeof part === 'string' ? part : JSON.stringify(JSON.stringify(part)).slice(1, -1)))
    .join('');

export const statesOf = (name: string): Record<string, State> => JSON.parse(definitionOf(name)).States;

/** The tables by what they hold, and the end of their names: a branch of the machine exports each. */
export const tables = [
  ['records', 'formroom-demo'],
  ['trail', 'formroom-demo-trail'],
] as const;
/** What is done to one of the tables, side by side with the other. */
export function branchOf(name: string, holds: 'records' | 'trail') {
  const branches = statesOf(name)['Both tables']?.Branches ?? [];
  expect(branches).toHaveLength(tables.length);
  const branch = branches[holds === 'records' ? 0 : 1];
  if (!branch) throw new Error(`No branch exports the ${holds}`);
  return { first: branch.StartAt, of: (state: string) => branch.States[`${state} of ${holds}`] };
}
/** The retries of all states of a machine, also of those within branches. */
export const retriesOf = (name: string): NonNullable<State['Retry']> => {
  const within = (states: Record<string, State>): State[] =>
    Object.values(states).flatMap((state) => [
      state,
      ...(state.Branches ?? []).flatMap(({ States }) => within(States)),
    ]);
  return within(statesOf(name)).flatMap(({ Retry = [] }) => Retry);
};

export const schedules = () =>
  resourcesOfType(demoSchool().workflows, 'AWS::Scheduler::Schedule').map(({ Properties }) => Properties);
/** A JSONata expression, read as JavaScript: what is used of it is the same in both but for what is replaced here. */
export function evaluated(expression: string, input: object) {
  const script = expression
    .replaceAll(
      /\[Id = '(\w+)'\]\.Values\[\$ > 0\]/g,
      ".filter(({ Id }) => Id === '$1').flatMap(({ Values }) => Values).filter((value) => value > 0)",
    )
    .replaceAll(' = ', ' === ')
    .replaceAll(' and ', ' && ');
  return runInNewContext(script, {
    $floor: Math.floor,
    $toMillis: Date.parse,
    $number: Number,
    $max: (all: number[]) => Math.max(...all),
    $fromMillis: (at: number) => new Date(at).toISOString(),
    $substring: (text: string, from: number, count: number) => text.slice(from, from + count),
    $count: ({ length }: unknown[]) => length,
    $states: { input },
  });
}
