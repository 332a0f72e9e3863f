import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SFN } from '@aws-sdk/client-sfn';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { handler } from '../../../infra/workflows/leaving-workers/lambda.ts';
import { refuseRunning } from '../../../infra/workflows/leaving-workers/refuse-running.ts';
import { localAccount } from '../../../local/aws-protocol/account.ts';
import { startStepFunctions } from '../../../local/step-functions/step-functions.ts';
import { pointClientsAt } from '../../integration/stand-ins/support/service-under-test.ts';
import { demoTemplates, resourcesOfType } from './templates.ts';

const arnOf = (domain: string) =>
  `arn:aws:states:${localAccount.region}:${localAccount.id}:stateMachine:formroom-demo-${domain}-jobs`;
const [families, terms] = [arnOf('families'), arnOf('terms')];
const waiting = {
  definition: { StartAt: 'Wait', States: { Wait: { Type: 'Wait', Seconds: 120, End: true } } },
  tasks: {},
};

/** What CloudFormation was answered; it takes none while `isTaking` is false. */
const answers: { type: string | undefined; body: Record<string, string> }[] = [];
let isTaking = true;
let cloudFormation: Server;
let stopMachines: () => Promise<void>;
let sfn: SFN;

beforeAll(async () => {
  const machines = await startStepFunctions(':memory:', {
    'formroom-demo-families-jobs': waiting,
    'formroom-demo-terms-jobs': waiting,
  });
  stopMachines = machines.stop;
  pointClientsAt('SFN', machines);
  sfn = new SFN({});
  cloudFormation = createServer((request, response) => {
    let text = '';
    request.on('data', (part) => {
      text += part;
    });
    request.on('end', () => {
      if (request.method === 'PUT' && isTaking)
        answers.push({ type: request.headers['content-type'], body: JSON.parse(text) });
      response.writeHead(isTaking ? 200 : 403).end();
    });
  });
  await new Promise<void>((resolve) => cloudFormation.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  sfn.destroy();
  await stopMachines();
  cloudFormation.close();
});
beforeEach(() => {
  answers.length = 0;
  isTaking = true;
});

type Event = Parameters<typeof handler>[0];

const request = (more: Partial<Event>): Event => ({
  RequestType: 'Update',
  ResponseURL: `http://127.0.0.1:${(cloudFormation.address() as AddressInfo).port}/answer?signed=1`,
  StackId: 'stack',
  RequestId: 'request',
  LogicalResourceId: 'LeavingWorkersList',
  PhysicalResourceId: 'LeavingWorkersList',
  ResourceProperties: { Machines: [terms] },
  OldResourceProperties: { Machines: [families, terms] },
  ...more,
});
const ask = async (more: Partial<Event> = {}) => {
  await handler(request(more));
  expect(answers).toHaveLength(1);
  return answers[0]?.body;
};

/** An hour later the machine is none that this deployment has made. */
const later = () => Date.now() + 3_600_000;

describe('a deployment that takes a worker away', () => {
  it('goes on where no job of it runs, and keeps the resource that it is', async () => {
    expect(await ask()).toEqual({
      Status: 'SUCCESS',
      PhysicalResourceId: 'LeavingWorkersList',
      StackId: 'stack',
      RequestId: 'request',
      LogicalResourceId: 'LeavingWorkersList',
    });
    // The address is signed for a request without a type.
    expect(answers[0]?.type).toBeUndefined();
  });

  it('is refused while one runs, with the worker and what to do; other workers may run', async () => {
    await sfn.startExecution({ stateMachineArn: terms });
    await expect(refuseRunning(request({}), later())).resolves.toBeUndefined();
    const { executionArn } = await sfn.startExecution({ stateMachineArn: families });
    const refused = expect(refuseRunning(request({}), later())).rejects;
    await refused.toThrow(
      'A job of formroom-demo-families-jobs runs, whose worker this deployment takes away. Wait until it has ended, or end it on its screen with the option on, and deploy again.',
    );
    await sfn.stopExecution({ executionArn });
    await expect(refuseRunning(request({}), later())).resolves.toBeUndefined();
  });

  it('is never refused for a worker that it has made itself: that is a rollback', async () => {
    const { executionArn } = await sfn.startExecution({ stateMachineArn: families });
    expect(await ask()).toMatchObject({ Status: 'SUCCESS' });
    await sfn.stopExecution({ executionArn });
  });

  it('goes on where the machine has gone before', async () => {
    const OldResourceProperties = { Machines: [arnOf('gone'), terms] };
    expect(await ask({ OldResourceProperties })).toMatchObject({ Status: 'SUCCESS' });
  });
});

describe('the list of workers', () => {
  it('is made and deleted without a question, under a name that stays', async () => {
    const { executionArn } = await sfn.startExecution({ stateMachineArn: families });
    const { PhysicalResourceId: _, OldResourceProperties: __, ...first } = request({ RequestType: 'Create' });
    await handler(first);
    expect(answers.pop()?.body).toMatchObject({ Status: 'SUCCESS', PhysicalResourceId: 'LeavingWorkersList' });
    expect(await ask({ RequestType: 'Delete' })).toMatchObject({ Status: 'SUCCESS' });
    await sfn.stopExecution({ executionArn });
  });

  it('answers what nobody expected as a failure, with the reason', async () => {
    const OldResourceProperties = { Machines: ['no machine', terms] };
    expect(await ask({ OldResourceProperties })).toMatchObject({
      Status: 'FAILED',
      Reason: "InvalidArn: Invalid Arn: 'no machine'",
      PhysicalResourceId: 'LeavingWorkersList',
    });
    // Of an event that is none, too.
    answers.length = 0;
    expect(await ask({ ResourceProperties: undefined as never })).toMatchObject({ Status: 'FAILED' });
  });

  it('fails where its answer is not taken, so that Lambda calls again', async () => {
    isTaking = false;
    await expect(handler(request({}))).rejects.toThrow('CloudFormation did not take the answer: 403');
  });
});

describe('the stack of the jobs', () => {
  it('has the list of its machines', () => {
    const { workflows } = demoTemplates();
    const [list, ...others] = resourcesOfType(workflows, 'Custom::LeavingWorkers');
    expect(others).toEqual([]);
    const machines = resourcesOfType(workflows, 'AWS::StepFunctions::StateMachine');
    const names = machines.flatMap(({ Properties }) => Properties.StateMachineName.match(/[a-z-]+-jobs$/) ?? []);
    expect(names.length).toBeGreaterThan(3);
    expect(JSON.stringify(list?.Properties.Machines).match(/[a-z-]+-jobs/g)).toEqual(names);
    expect(list?.Properties.ServiceTimeout).toBe('360');
  });

  it('lets the function see the runs of the school’s jobs and write its log, and nothing else', () => {
    const { Resources } = demoTemplates().workflows;
    const asking = Object.values(Resources).find(
      ({ Properties }) => Properties?.FunctionName === 'formroom-demo-leaving-workers',
    );
    const role = asking?.Properties.Role['Fn::GetAtt'][0];
    const statements = Object.values(Resources)
      .filter(({ Type, Properties }) => Type === 'AWS::IAM::Policy' && JSON.stringify(Properties.Roles).includes(role))
      .flatMap(({ Properties }) => Properties.PolicyDocument.Statement);
    expect(Resources[role]?.Properties.ManagedPolicyArns).toBeUndefined();
    expect(statements.map(({ Action }) => [Action].flat().toSorted())).toEqual([
      ['logs:CreateLogStream', 'logs:PutLogEvents'],
      ['states:DescribeStateMachine', 'states:ListExecutions'],
    ]);
    expect(JSON.stringify(statements[1].Resource)).toContain(':stateMachine:formroom-demo-*-jobs');
  });
});
