import type { StateMachine, StateMachineDefinition } from 'aws-local-stepfunctions';
import { localAccount } from '../aws-protocol/account.ts';
import { findUnsupported } from './definition-check.ts';
import type { MachineDefinition } from './transition-check.ts';

/**
 * Does the work of a task state. It gets what the state's Lambda function would get, and answers what that would
 * answer.
 */
export type TaskHandler = (input: unknown) => Promise<unknown>;

/** A state machine and the handlers of its tasks, by the names of the task states at any depth. */
export interface MachineDescription {
  /** The definition, or how to get it when it is first asked for. */
  definition: object | (() => Promise<object>);
  tasks: Record<string, TaskHandler>;
}

type Outcome =
  | { status: 'SUCCEEDED' /** JSON text */; output: string }
  | { status: 'FAILED' | 'TIMED_OUT'; error: string | undefined; cause: string | undefined };

export interface MachineRun {
  /** Resolves when the execution has ended by itself. Never rejects; never settles after `stop`. */
  outcome: Promise<Outcome>;
  /** No further task begins. Those under way go on to their end unheard, as Lambda functions do. */
  stop(): void;
}

/** Largest input or output of a state, and of an execution. */
export const maximumPayloadBytes = 256 * 1024;

/** A task without a time limit of its own may run this long; the interpreter would give it a minute. */
const patienceSeconds = 24 * 3600;

/** One state machine that can be run. */
export class Machine {
  readonly name: string;
  readonly arn: string;
  readonly #description: MachineDescription;
  #loading: Promise<Loaded> | undefined;

  private constructor(name: string, description: MachineDescription) {
    this.name = name;
    this.arn = `arn:aws:states:${localAccount.region}:${localAccount.id}:stateMachine:${name}`;
    this.#description = description;
  }

  /** @throws Error naming everything in the definition that would not run as in AWS */
  static async create(name: string, description: MachineDescription): Promise<Machine> {
    const machine = new Machine(name, description);
    if (typeof description.definition !== 'function') await machine.load();
    return machine;
  }

  /** Before the first run. @throws Error as `create` does, where the definition is got only now */
  load(): Promise<Loaded> {
    this.#loading ??= load(this.name, this.#description);
    return this.#loading;
  }

  /** @param loaded what `load` gave */
  run(loaded: Loaded, execution: { arn: string; name: string; input: unknown }): MachineRun {
    let isStopped = false;
    const handlers: Record<string, (input: unknown) => Promise<unknown>> = {};
    forEachTask(loaded.definition, (task, name) => {
      const handler = this.#description.tasks[name];
      if (handler !== undefined)
        handlers[name] = guarded({ handler, resource: String(task.Resource), isStopped: () => isStopped });
    });
    const { result, abort } = loaded.interpreter.run(execution.input as never, {
      noThrowOnAbort: true,
      overrides: { taskResourceLocalHandlers: handlers as never },
      context: {
        Execution: { Id: execution.arn, Name: execution.name },
        StateMachine: { Id: this.arn, Name: this.name },
      },
    });
    const outcome = new Promise<Outcome>((resolve) => {
      result.then(
        (output) => isStopped || resolve({ status: 'SUCCEEDED', output: JSON.stringify(output) }),
        (error) => isStopped || resolve(toOutcome(error)),
      );
    });
    return {
      outcome,
      stop: () => {
        isStopped = true;
        abort();
      },
    };
  }
}

interface Loaded {
  definition: MachineDefinition;
  interpreter: StateMachine;
}

async function load(name: string, { definition: given, tasks }: MachineDescription): Promise<Loaded> {
  const definition = (typeof given === 'function' ? await given() : given) as MachineDefinition;
  const problems = findUnsupported(definition, Object.keys(tasks));
  if (problems.length > 0) {
    throw new Error(`The state machine ${name} cannot run on this machine:\n- ${problems.join('\n- ')}`);
  }
  // Only now: it brings the Lambda client with it and takes longer to load than everything else to start.
  const { StateMachine } = await import('aws-local-stepfunctions');
  const patient = structuredClone(definition);
  forEachTask(patient, (task) => {
    if (task.TimeoutSeconds === undefined && task.TimeoutSecondsPath === undefined)
      task.TimeoutSeconds = patienceSeconds;
  });
  const options = { validationOptions: { noValidate: true } };
  return { definition, interpreter: new StateMachine(patient as unknown as StateMachineDefinition, options) };
}

/** Wraps a handler so that its input, output and errors look as if a Lambda function stood behind the state. */
function guarded(task: { handler: TaskHandler; resource: string; isStopped: () => boolean }): TaskHandler {
  const isOptimised = task.resource.endsWith(':states:::lambda:invoke');
  return async (input) => {
    if (task.isStopped()) throw unstoppable('Local.Stopped', 'The execution was stopped.');
    const event = isOptimised ? (input as { Payload?: unknown }).Payload : input;
    const answer = await call(task.handler, event ?? {});
    const output = isOptimised ? { ExecutedVersion: '$LATEST', Payload: answer, StatusCode: 200 } : answer;
    if (Buffer.byteLength(JSON.stringify(output)) > maximumPayloadBytes) {
      throw unstoppable(
        'States.DataLimitExceeded',
        'The state/task returned a result with a size exceeding the maximum number of bytes service limit.',
      );
    }
    return output;
  };
}

async function call(handler: TaskHandler, event: unknown): Promise<unknown> {
  try {
    const answer = await handler(JSON.parse(JSON.stringify(event)));
    return JSON.parse(JSON.stringify(answer ?? null));
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    const trace = (error.stack ?? '').split('\n');
    const cause = JSON.stringify({ errorType: error.name, errorMessage: error.message, trace });
    throw Object.assign(new Error(cause), { name: error.name });
  }
}

/** An error that no Retry and no Catch applies to. */
function unstoppable(name: string, message: string): Error {
  return Object.assign(new Error(message), { name, isRetryable: false, isCatchable: false });
}

function toOutcome(error: Error): Outcome {
  if (error.name === 'ExecutionTimeoutError') return { status: 'TIMED_OUT', error: undefined, cause: undefined };
  const failure = error.cause instanceof Error ? error.cause : error;
  return { status: 'FAILED', error: failure.name, cause: failure.message };
}

function forEachTask(machine: MachineDefinition, look: (task: Record<string, unknown>, name: string) => void): void {
  for (const [name, state] of Object.entries(machine.States)) {
    if (state.Type === 'Task') look(state, name);
    const inner = [state.Iterator, state.ItemProcessor, ...((state.Branches as unknown[]) ?? [])];
    for (const machineInside of inner) if (machineInside) forEachTask(machineInside as MachineDefinition, look);
  }
}
