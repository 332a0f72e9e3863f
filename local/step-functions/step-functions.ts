import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod';
import { localAccount } from '../aws-protocol/account.ts';
import type { LocalServer } from '../aws-protocol/http-server.ts';
import { ServiceError, startJsonService } from '../aws-protocol/json-service.ts';
import { type OperationHandlers, toOperations } from '../aws-protocol/operations.ts';
import { type Execution, ExecutionStore } from './execution-store.ts';
import { Machine, type MachineDescription, type MachineRun, maximumPayloadBytes } from './machine.ts';

const status = z.enum(['RUNNING', 'SUCCEEDED', 'FAILED', 'TIMED_OUT', 'ABORTED']);

const inputs = {
  StartExecution: z.strictObject({
    stateMachineArn: z.string(),
    name: z.string().optional(),
    input: z.string().default('{}'),
  }),
  DescribeStateMachine: z.strictObject({ stateMachineArn: z.string() }),
  DescribeExecution: z.strictObject({ executionArn: z.string() }),
  StopExecution: z.strictObject({
    executionArn: z.string(),
    error: z.string().max(256).optional(),
    cause: z.string().max(32768).optional(),
  }),
  ListExecutions: z.strictObject({
    stateMachineArn: z.string(),
    statusFilter: status.optional(),
    maxResults: z.int().min(0).max(1000).optional(),
    nextToken: z.string().optional(),
  }),
};

/**
 * Starts Step Functions for one machine: standard workflows, run in this process.
 *
 * Known to differ from AWS: when an item of a Map fails, items that wait for their turn are still run; and an execution
 * ends with the process that runs it (it is then ABORTED with error `Local.Stopped`).
 * @param dataFolder an existing folder, or `:memory:` to keep nothing
 * @param machines by name
 * @throws Error for a definition that would not run as in AWS
 */
export async function startStepFunctions(
  dataFolder: string,
  machines: Record<string, MachineDescription>,
): Promise<LocalServer> {
  const created = await Promise.all(Object.entries(machines).map(([name, machine]) => Machine.create(name, machine)));
  const store = new ExecutionStore(dataFolder === ':memory:' ? ':memory:' : join(dataFolder, 'step-functions.db'));
  const runs = new Map<string, MachineRun>();
  const handlers = handlersOf({
    machines: new Map(created.map((machine) => [machine.arn, machine])),
    store,
    runs,
    since: Date.now(),
  });
  const server = await startJsonService({
    name: 'states',
    contentType: 'application/x-amz-json-1.0',
    operations: toOperations({ inputs, handlers, invalidInput: 'ValidationException' }),
  });
  return {
    endpoint: server.endpoint,
    stop: async () => {
      await server.stop();
      for (const run of runs.values()) run.stop();
      store.close();
    },
  };
}

function handlersOf(service: {
  machines: Map<string, Machine>;
  store: ExecutionStore;
  /** Executions under way, by ARN. */
  runs: Map<string, MachineRun>;
  /** When the machines were made: with this service. */
  since: number;
}): OperationHandlers<typeof inputs> {
  const { machines, store, runs, since } = service;

  const requireMachine = (arn: string) => {
    if (!/^arn:aws:states:[^:]+:\d{12}:stateMachine:.+$/.test(arn))
      throw new ServiceError('InvalidArn', `Invalid Arn: '${arn}'`);
    const machine = machines.get(arn);
    if (machine === undefined)
      throw new ServiceError('StateMachineDoesNotExist', `State Machine Does Not Exist: '${arn}'`);
    return machine;
  };
  const requireExecution = (arn: string) => {
    if (!/^arn:aws:states:[^:]+:\d{12}:execution:[^:]+:.+$/.test(arn))
      throw new ServiceError('InvalidArn', `Invalid Arn: '${arn}'`);
    const execution = store.get(arn);
    if (execution === undefined) throw new ServiceError('ExecutionDoesNotExist', `Execution Does Not Exist: '${arn}'`);
    return execution;
  };
  const end = (arn: string, change: Partial<Execution>) => {
    runs.delete(arn);
    const ended = { ...requireExecution(arn), ...change, stopped: Date.now() };
    store.put(ended);
    return ended;
  };

  return {
    StartExecution: async (input) => {
      const machine = requireMachine(input.stateMachineArn);
      const loaded = await machine.load();
      const name = requireName(input.name ?? randomUUID());
      const value = readInput(input.input);
      const arn = `arn:aws:states:${localAccount.region}:${localAccount.id}:execution:${machine.name}:${name}`;
      const earlier = store.get(arn);
      if (earlier !== undefined) {
        // The same call again, while it runs, is the same execution.
        if (earlier.status !== 'RUNNING' || earlier.input !== input.input) {
          throw new ServiceError('ExecutionAlreadyExists', `Execution Already Exists: '${arn}'`);
        }
        return { executionArn: arn, startDate: earlier.started / 1000 };
      }
      const started = Date.now();
      const unknown = { stopped: undefined, output: undefined, error: undefined, cause: undefined };
      store.put({ arn, machine: machine.arn, name, status: 'RUNNING', started, input: input.input, ...unknown });
      const run = machine.run(loaded, { arn, name, input: value });
      runs.set(arn, run);
      void run.outcome.then((outcome) => end(arn, outcome));
      return { executionArn: arn, startDate: started / 1000 };
    },
    DescribeStateMachine: (input) => {
      const { arn, name } = requireMachine(input.stateMachineArn);
      return { stateMachineArn: arn, name, status: 'ACTIVE', type: 'STANDARD', creationDate: since / 1000 };
    },
    DescribeExecution: (input) => {
      const execution = requireExecution(input.executionArn);
      const { output, error, cause } = execution;
      const details = {
        inputDetails: { included: true },
        ...(output === undefined ? {} : { outputDetails: { included: true } }),
      };
      return { ...summary(execution), input: execution.input, output, error, cause, ...details };
    },
    StopExecution: (input) => {
      const execution = requireExecution(input.executionArn);
      const run = runs.get(execution.arn);
      run?.stop();
      const { error, cause } = input;
      const ended = run === undefined ? execution : end(execution.arn, { status: 'ABORTED', error, cause });
      return { stopDate: (ended.stopped ?? Date.now()) / 1000 };
    },
    ListExecutions: (input) => {
      const machine = requireMachine(input.stateMachineArn);
      const page = readPage(input);
      const found = store.list(machine.arn, input.statusFilter, { skip: page.skip, limit: page.limit + 1 });
      const isLast = found.length <= page.limit;
      return {
        executions: found.slice(0, page.limit).map(summary),
        nextToken: isLast ? undefined : toToken(page.skip + page.limit),
      };
    },
  };
}

function requireName(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are among what is refused
  if (name.length < 1 || name.length > 80 || /[\s<>{}[\]?*"#%\\^|~`$&,;:/\u0000-\u001f\u007f-\u009f]/.test(name)) {
    throw new ServiceError('InvalidName', `Invalid Name: '${name}'`);
  }
  return name;
}

function readInput(text: string): unknown {
  if (Buffer.byteLength(text) > maximumPayloadBytes) {
    throw new ServiceError(
      'ValidationException',
      `1 validation error detected: Value at 'input' failed to satisfy constraint: Member must have length less than or equal to ${maximumPayloadBytes}`,
    );
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ServiceError(
      'InvalidExecutionInput',
      `Invalid State Machine Execution Input: '${(error as Error).message}'`,
    );
  }
}

function summary(execution: Execution) {
  return {
    executionArn: execution.arn,
    stateMachineArn: execution.machine,
    name: execution.name,
    status: execution.status,
    startDate: execution.started / 1000,
    stopDate: execution.stopped === undefined ? undefined : execution.stopped / 1000,
  };
}

/** Tokens are opaque to clients; inside is the number of entries already given. */
function readPage(input: { maxResults?: number | undefined; nextToken?: string | undefined }) {
  const skip = input.nextToken === undefined ? 0 : Number(Buffer.from(input.nextToken, 'base64url').toString());
  if (!Number.isInteger(skip) || skip < 0)
    throw new ServiceError('InvalidToken', `Invalid Token: '${input.nextToken}'`);
  return { skip, limit: input.maxResults || 100 };
}

function toToken(skip: number): string {
  return Buffer.from(String(skip)).toString('base64url');
}
