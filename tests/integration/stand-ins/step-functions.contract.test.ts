import { SFN } from '@aws-sdk/client-sfn';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localAccount } from '../../../local/aws-protocol/account.ts';
import { startStepFunctions } from '../../../local/step-functions/step-functions.ts';
import { catchRefusal, isAws, pointClientsAt, uniqueName } from './support/service-under-test.ts';

/** States without tasks, so that the same machine runs in AWS without a function. */
const definition = {
  StartAt: 'What to do',
  States: {
    'What to do': {
      Type: 'Choice',
      Choices: [
        {
          And: [
            { Variable: '$.do', IsPresent: true },
            { Variable: '$.do', StringEquals: 'wait' },
          ],
          Next: 'Wait long',
        },
        {
          And: [
            { Variable: '$.do', IsPresent: true },
            { Variable: '$.do', StringEquals: 'fail' },
          ],
          Next: 'Give up',
        },
        { Variable: '$.items', IsPresent: true, Next: 'Each item' },
      ],
      Default: 'Nothing',
    },
    'Wait long': { Type: 'Wait', Seconds: 120, Next: 'Nothing' },
    'Give up': { Type: 'Fail', Error: 'School.Closed', Cause: 'It is Sunday.' },
    'Each item': {
      Type: 'Map',
      ItemsPath: '$.items',
      MaxConcurrency: 2,
      ItemSelector: { 'item.$': '$$.Map.Item.Value', 'index.$': '$$.Map.Item.Index', 'class.$': '$.class' },
      ItemProcessor: {
        ProcessorConfig: { Mode: 'INLINE' },
        StartAt: 'Mark',
        States: { Mark: { Type: 'Pass', Parameters: { 'done.$': '$' }, End: true } },
      },
      ResultPath: '$.results',
      End: true,
    },
    Nothing: { Type: 'Pass', End: true },
  },
};

const name = uniqueName();
let stop: () => Promise<void>;
let sfn: SFN;
let stateMachineArn: string;

beforeAll(async () => {
  if (isAws) {
    sfn = new SFN({});
    const roleArn = process.env.FORMROOM_CONTRACT_STATES_ROLE;
    const made = await sfn.createStateMachine({ name, roleArn, definition: JSON.stringify(definition) });
    stateMachineArn = made.stateMachineArn ?? '';
    stop = async () => void (await sfn.deleteStateMachine({ stateMachineArn }));
    return;
  }
  const server = await startStepFunctions(':memory:', { [name]: { definition, tasks: {} } });
  pointClientsAt('SFN', server);
  sfn = new SFN({});
  stateMachineArn = `arn:aws:states:${localAccount.region}:${localAccount.id}:stateMachine:${name}`;
  stop = server.stop;
});

afterAll(async () => {
  await stop();
  sfn.destroy();
});

const start = (input: object, more = {}) =>
  sfn.startExecution({ stateMachineArn, input: JSON.stringify(input), ...more });
const ended = async (executionArn: string | undefined) => {
  await expect
    .poll(async () => (await sfn.describeExecution({ executionArn })).status, { timeout: 20_000 })
    .not.toBe('RUNNING');
  return sfn.describeExecution({ executionArn });
};
const run = async (input: object) => ended((await start(input)).executionArn);

describe('an execution', () => {
  it('carries its input through choices and a map to its output', async () => {
    const execution = await run({ items: ['a', 'b', 'c'], class: '1A' });
    expect(execution).toMatchObject({ status: 'SUCCEEDED', stateMachineArn });
    expect(JSON.parse(execution.output ?? '')).toEqual({
      items: ['a', 'b', 'c'],
      class: '1A',
      results: ['a', 'b', 'c'].map((item, index) => ({ done: { item, index, class: '1A' } })),
    });
    expect(JSON.parse(execution.input ?? '')).toEqual({ items: ['a', 'b', 'c'], class: '1A' });
    expect(execution.stopDate?.getTime()).toBeGreaterThanOrEqual(execution.startDate?.getTime() ?? Number.NaN);
  });

  it('tells the error and cause that it failed with', async () => {
    expect(await run({ do: 'fail' })).toMatchObject({
      status: 'FAILED',
      error: 'School.Closed',
      cause: 'It is Sunday.',
    });
  });

  it('runs until it is stopped', async () => {
    const { executionArn } = await start({ do: 'wait' });
    expect(await sfn.describeExecution({ executionArn })).toMatchObject({ status: 'RUNNING' });
    const { stopDate } = await sfn.stopExecution({ executionArn, error: 'Admin.Stopped', cause: 'Wrong class' });
    expect(stopDate).toBeInstanceOf(Date);
    expect(await ended(executionArn)).toMatchObject({
      status: 'ABORTED',
      error: 'Admin.Stopped',
      cause: 'Wrong class',
    });
  });

  it('has a name that is taken for good, except for the same call while it runs', async () => {
    const once = uniqueName();
    const first = await start({ do: 'wait' }, { name: once });
    const again = await start({ do: 'wait' }, { name: once });
    expect(again.executionArn).toBe(first.executionArn);
    expect(again.startDate).toEqual(first.startDate);
    const taken = { name: 'ExecutionAlreadyExists', status: 400 };
    expect(await catchRefusal(start({ do: 'wait', other: true }, { name: once }))).toMatchObject(taken);
    await sfn.stopExecution({ executionArn: first.executionArn });
    await ended(first.executionArn);
    expect(await catchRefusal(start({ do: 'wait' }, { name: once }))).toMatchObject(taken);
  });

  it.each(['slash/es', 'x'.repeat(81)])('cannot be named %s', async (bad) => {
    expect((await catchRefusal(start({}, { name: bad }))).name).toMatch(/^(InvalidName|ValidationException)$/);
  });

  it('needs input that is JSON and at most 256 KB', async () => {
    const broken = sfn.startExecution({ stateMachineArn, input: '{"a":' });
    expect(await catchRefusal(broken)).toMatchObject({ name: 'InvalidExecutionInput', status: 400 });
    const large = await catchRefusal(start({ text: 'x'.repeat(256 * 1024) }));
    expect(large.name).toMatch(/^(ValidationException|InvalidExecutionInput)$/);
  });

  it('must be there, and so must the machine', async () => {
    const execution = `${stateMachineArn.replace(':stateMachine:', ':execution:')}:none`;
    const missing = { name: 'ExecutionDoesNotExist', status: 400 };
    expect(await catchRefusal(sfn.describeExecution({ executionArn: execution }))).toMatchObject(missing);
    expect(await catchRefusal(sfn.stopExecution({ executionArn: execution }))).toMatchObject(missing);
    const elsewhere = { stateMachineArn: `${stateMachineArn}-none` };
    expect((await catchRefusal(start({}, elsewhere))).name).toBe('StateMachineDoesNotExist');
    expect((await catchRefusal(start({}, { stateMachineArn: 'no-arn' }))).name).toBe('InvalidArn');
  });
});

describe('a state machine', () => {
  it('tells when it was made', async () => {
    const { creationDate } = await sfn.describeStateMachine({ stateMachineArn });
    expect(Date.now() - Number(creationDate)).toBeLessThan(600_000);
    const gone = await catchRefusal(sfn.describeStateMachine({ stateMachineArn: `${stateMachineArn}-gone` }));
    expect(gone.name).toBe('StateMachineDoesNotExist');
  });

  it('lists its executions, the newest first, by status and in pages', async () => {
    const arns: (string | undefined)[] = [];
    for (let count = 0; count < 3; count++) {
      const { executionArn } = await start({ do: 'wait', count });
      arns.unshift(executionArn);
    }
    const listed: (string | undefined)[] = [];
    let nextToken: string | undefined;
    do {
      const page = await sfn.listExecutions({ stateMachineArn, statusFilter: 'RUNNING', maxResults: 2, nextToken });
      listed.push(...(page.executions ?? []).map(({ executionArn }) => executionArn));
      nextToken = page.nextToken;
    } while (nextToken !== undefined);
    expect(listed).toEqual(arns);
    for (const executionArn of arns) await sfn.stopExecution({ executionArn });
    const running = async () =>
      (await sfn.listExecutions({ stateMachineArn, statusFilter: 'RUNNING' })).executions?.length;
    await expect.poll(running, { timeout: 10_000 }).toBe(0);
  });
});
