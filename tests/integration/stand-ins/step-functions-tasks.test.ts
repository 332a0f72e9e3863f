import { SFN } from '@aws-sdk/client-sfn';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Machine, type MachineDescription, type TaskHandler } from '../../../local/step-functions/machine.ts';
import { startStepFunctions } from '../../../local/step-functions/step-functions.ts';
import { isAws, pointClientsAt } from './support/service-under-test.ts';

const lambdaArn = 'arn:aws:lambda:eu-west-1:000000000000:function:worker';
const optimised = 'arn:aws:states:::lambda:invoke';
const machine = (state: object, tasks: Record<string, TaskHandler> = {}): MachineDescription => {
  const isRescued = JSON.stringify(state).includes('"Rescue"');
  const States = { Work: state, ...(isRescued ? { Rescue: { Type: 'Pass', End: true } } : {}) };
  return { definition: { StartAt: 'Work', States }, tasks };
};
const task = (more: object = {}) => ({ Type: 'Task', Resource: lambdaArn, End: true, ...more });
let stop: () => Promise<void> = () => Promise.resolve();

async function runningMachine(description: MachineDescription) {
  const server = await startStepFunctions(':memory:', { machine: description });
  pointClientsAt('SFN', server);
  const sfn = new SFN({});
  stop = async () => {
    sfn.destroy();
    await server.stop();
  };
  const stateMachineArn = 'arn:aws:states:eu-west-1:000000000000:stateMachine:machine';
  return {
    sfn,
    start: (input: unknown) => sfn.startExecution({ stateMachineArn, input: JSON.stringify(input) }),
    run: async (input: unknown) => {
      const { executionArn } = await sfn.startExecution({ stateMachineArn, input: JSON.stringify(input) });
      await expect.poll(async () => (await sfn.describeExecution({ executionArn })).status).not.toBe('RUNNING');
      return sfn.describeExecution({ executionArn });
    },
  };
}

describe.skipIf(isAws)('tasks of the Step Functions stand-in', () => {
  afterEach(async () => {
    await stop();
    stop = () => Promise.resolve();
  });

  it('get the payload alone where the state calls the function through lambda:invoke', async () => {
    const state = task({
      Resource: optimised,
      Parameters: { FunctionName: lambdaArn, 'Payload.$': '$' },
      OutputPath: '$.Payload',
    });
    const { run } = await runningMachine(machine(state, { Work: async (input) => ({ got: input }) }));
    expect(JSON.parse((await run({ n: 1 })).output ?? '')).toEqual({ got: { n: 1 } });
  });

  it('fail as a function fails: with its error by name, and retries and catches apply', async () => {
    let calls = 0;
    const handler: TaskHandler = async () => {
      calls += 1;
      throw Object.assign(new Error('the table is busy'), { name: 'BusyError' });
    };
    const retry = { ErrorEquals: ['BusyError'], IntervalSeconds: 0, MaxAttempts: 2 };
    const failing = await runningMachine(machine(task({ Retry: [retry] }), { Work: handler }));
    const failed = await failing.run({});
    expect(failed).toMatchObject({ status: 'FAILED', error: 'BusyError' });
    expect(JSON.parse(failed.cause ?? '')).toMatchObject({ errorType: 'BusyError', errorMessage: 'the table is busy' });
    expect(calls).toBe(3);
    await stop();

    const rescue = { ErrorEquals: ['States.TaskFailed'], Next: 'Rescue', ResultPath: '$.error' };
    const { run } = await runningMachine(machine(task({ Catch: [rescue] }), { Work: handler }));
    const caught = await run({ n: 1 });
    expect(JSON.parse(caught.output ?? '')).toMatchObject({ n: 1, error: { Error: 'BusyError' } });
  });

  it('may not give more than 256 KB, and nothing catches that', async () => {
    const handler: TaskHandler = async () => 'x'.repeat(256 * 1024);
    const rescue = { ErrorEquals: ['States.ALL'], Next: 'Rescue' };
    const { run } = await runningMachine(machine(task({ Catch: [rescue] }), { Work: handler }));
    expect(await run({})).toMatchObject({ status: 'FAILED', error: 'States.DataLimitExceeded' });
  });

  it('are not begun any more once their execution is stopped', async () => {
    const begun: unknown[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const handler: TaskHandler = async (input) => {
      begun.push(input);
      await held;
      return input;
    };
    const processor = { StartAt: 'Item', States: { Item: task() } };
    const state = { Type: 'Map', MaxConcurrency: 1, ItemProcessor: processor, End: true };
    const { sfn, start } = await runningMachine(machine(state, { Item: handler }));
    const { executionArn } = await start([1, 2, 3]);
    await expect.poll(() => begun).toEqual([1]);
    await sfn.stopExecution({ executionArn });
    release();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(begun).toEqual([1]);
    expect((await sfn.describeExecution({ executionArn })).status).toBe('ABORTED');
  });

  it('receive the name and address of their execution', async () => {
    const seen = vi.fn<TaskHandler>(async () => null);
    const Parameters = { 'execution.$': '$$.Execution.Name', 'machine.$': '$$.StateMachine.Name' };
    const { run } = await runningMachine(machine(task({ Parameters }), { Work: seen }));
    const { name } = await run({});
    expect(seen).toHaveBeenCalledWith({ execution: name, machine: 'machine' });
  });

  it('may outlast the minute that the interpreter allows by itself', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      let finish: (value: unknown) => void = () => {};
      const slow = () => new Promise<unknown>((resolve) => (finish = resolve));
      const created = await Machine.create('slow', machine(task(), { Work: slow }));
      const { outcome } = created.run(await created.load(), { arn: 'arn', name: 'n', input: {} });
      await vi.advanceTimersByTimeAsync(10 * 60_000);
      finish('done');
      expect(await outcome).toEqual({ status: 'SUCCEEDED', output: '"done"' });
    } finally {
      vi.useRealTimers();
    }
  });
});

describe.skipIf(isAws)('the Step Functions stand-in refuses', () => {
  const works = { Work: async () => null };
  const inner = (state: object) => ({ StartAt: 'Inner', States: { Inner: state } });
  const pass = { Type: 'Pass', End: true };

  it.each<[string, MachineDescription, string]>([
    ['JSONata', machine({ ...pass, QueryLanguage: 'JSONata' }), 'Work: JSONata is not supported'],
    [
      'batches of a map',
      machine({ Type: 'Map', ItemBatcher: { MaxItemsPerBatch: 5 }, ItemProcessor: inner(pass), End: true }),
      'Work: ItemBatcher is not supported',
    ],
    [
      'distributed maps',
      machine({ Type: 'Map', ItemProcessor: { ...inner(pass), ProcessorConfig: { Mode: 'DISTRIBUTED' } }, End: true }),
      'Work: a map in mode DISTRIBUTED is not supported',
    ],
    [
      'callbacks',
      machine(task({ Resource: `${optimised}.waitForTaskToken` }), works),
      `Work: waiting for ${optimised}.waitForTaskToken is not supported`,
    ],
    [
      'a negated test of type',
      machine({ Type: 'Choice', Choices: [{ Variable: '$.a', IsPresent: false, Next: 'Rescue' }] }),
      'Work: IsPresent: false never matches',
    ],
    [
      'what is wrong inside of a map',
      machine({ Type: 'Map', ItemProcessor: inner({ ...pass, Output: 1 }), End: true }),
      'Work: Inner: Output is not supported',
    ],
    [
      'the context of the whole inside of a branch',
      machine({
        Type: 'Parallel',
        Branches: [inner({ ...pass, Parameters: { 'a.$': '$$.Execution.Input' } })],
        End: true,
      }),
      'Work: Inner: $$.Execution.Input means something else here than in AWS',
    ],
    [
      'a state that nothing leads to',
      { definition: { StartAt: 'A', States: { A: pass, B: pass } }, tasks: {} },
      'B: no state leads to it',
    ],
    ['a state that neither ends nor goes on', machine({ Type: 'Pass' }), 'Work: must have either Next or End'],
    ['a task without handler', machine(task()), 'the task state Work has no handler'],
  ])('%s', async (_what, description, reason) => {
    await expect(startStepFunctions(':memory:', { refused: description })).rejects.toThrow(reason);
  });
});
