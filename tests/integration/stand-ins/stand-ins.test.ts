import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CognitoIdentityProvider } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { S3 } from '@aws-sdk/client-s3';
import { SFN } from '@aws-sdk/client-sfn';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localAccount } from '../../../local/aws-protocol/account.ts';
import { findDynoxide } from '../../../local/dynamodb/dynoxide.ts';
import { type StandIns, startStandIns } from '../../../local/stand-ins.ts';
import { isAws } from './support/service-under-test.ts';

const waiting = {
  definition: { StartAt: 'Wait', States: { Wait: { Type: 'Wait', Seconds: 60, End: true } } },
  tasks: {},
};

let dataFolder: string;
let running: StandIns[];

const start = async (folder = dataFolder) => {
  const standIns = await startStandIns({ dataFolder: folder, stepFunctions: { machines: { waiting } } });
  running.push(standIns);
  Object.assign(process.env, standIns.env);
  // Made after the variables are set, and with nothing else said.
  return {
    standIns,
    dynamo: new DynamoDB({}),
    s3: new S3({}),
    cognito: new CognitoIdentityProvider({}),
    sfn: new SFN({}),
  };
};

beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'formroom-stand-ins-'));
  running = [];
});

afterEach(async () => {
  for (const standIns of running) await standIns.stop();
  await rm(dataFolder, { recursive: true });
});

/** Something in every one of them. */
async function fill({ dynamo, s3, cognito, sfn }: Awaited<ReturnType<typeof start>>) {
  await dynamo.createTable({
    TableName: 'school',
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
  });
  await dynamo.putItem({ TableName: 'school', Item: { id: { S: 'ann' } } });
  await s3.createBucket({ Bucket: 'pictures' });
  await s3.putObject({ Bucket: 'pictures', Key: 'ann', Body: 'picture' });
  const { UserPool } = await cognito.createUserPool({ PoolName: 'staff' });
  const UserPoolId = UserPool?.Id ?? '';
  const ExplicitAuthFlows = ['ALLOW_ADMIN_USER_PASSWORD_AUTH' as const];
  const { UserPoolClient } = await cognito.createUserPoolClient({ UserPoolId, ClientName: 'api', ExplicitAuthFlows });
  await cognito.adminCreateUser({ UserPoolId, Username: 'ann', MessageAction: 'SUPPRESS' });
  await cognito.adminSetUserPassword({ UserPoolId, Username: 'ann', Password: 'Demo-school-1', Permanent: true });
  const stateMachineArn = `arn:aws:states:${localAccount.region}:${localAccount.id}:stateMachine:waiting`;
  const { executionArn } = await sfn.startExecution({ stateMachineArn, name: 'run' });
  return { UserPoolId, ClientId: UserPoolClient?.ClientId, executionArn };
}

describe.skipIf(isAws)('the stand-ins', () => {
  it('are found by clients through the environment, and keep what they hold across a restart', async () => {
    const first = await start();
    const { UserPoolId, ClientId, executionArn } = await fill(first);
    await first.standIns.stop();

    const { dynamo, s3, cognito, sfn } = await start();
    expect((await dynamo.getItem({ TableName: 'school', Key: { id: { S: 'ann' } } })).Item).toEqual({
      id: { S: 'ann' },
    });
    const picture = await s3.getObject({ Bucket: 'pictures', Key: 'ann' });
    expect(await picture.Body?.transformToString()).toBe('picture');
    const AuthParameters = { USERNAME: 'ann', PASSWORD: 'Demo-school-1' };
    const signIn = { UserPoolId, ClientId, AuthFlow: 'ADMIN_USER_PASSWORD_AUTH' as const, AuthParameters };
    expect((await cognito.adminInitiateAuth(signIn)).AuthenticationResult).toBeDefined();
    expect(await sfn.describeExecution({ executionArn })).toMatchObject({ status: 'ABORTED', error: 'Local.Stopped' });
  });

  it('keep nothing in memory', async () => {
    await fill(await start(':memory:'));
    const { dynamo, s3 } = await start(':memory:');
    expect((await dynamo.listTables({})).TableNames).toEqual([]);
    await expect(s3.headBucket({ Bucket: 'pictures' })).rejects.toMatchObject({ name: 'NotFound' });
    expect(await readdir(dataFolder)).toEqual([]);
  });

  it('do not answer any more once they are stopped', async () => {
    const { standIns } = await start(':memory:');
    await standIns.stop();
    const endpoints = Object.entries(standIns.env).filter(([name]) => name.startsWith('AWS_ENDPOINT_URL_'));
    expect(endpoints.map(([name]) => name).sort()).toEqual([
      'AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER',
      'AWS_ENDPOINT_URL_DYNAMODB',
      'AWS_ENDPOINT_URL_KMS',
      'AWS_ENDPOINT_URL_S3',
      'AWS_ENDPOINT_URL_SESV2',
      'AWS_ENDPOINT_URL_SFN',
    ]);
    for (const [, endpoint] of endpoints) await expect(fetch(endpoint)).rejects.toThrow('fetch failed');
  });
});

/** Command lines of the processes that mention a text. */
async function processesAbout(text: string): Promise<string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')));
  return lines.filter((line) => line.includes(text) && line.includes('dynoxide'));
}

describe.skipIf(isAws || findDynoxide() === undefined)('the process of the DynamoDB stand-in', () => {
  it.each(['SIGKILL', 'SIGTERM'] as const)('ends when the process that started it gets %s', async (signal) => {
    const script = fileURLToPath(new URL('./support/keep-running.ts', import.meta.url));
    const parent = spawn(process.execPath, [script, dataFolder], { stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise<void>((resolve, reject) => {
      parent.stdout.once('data', () => resolve());
      parent.once('exit', () => reject(new Error('it did not start')));
    });
    expect(await processesAbout(dataFolder)).not.toEqual([]);
    parent.kill(signal);
    await expect.poll(() => processesAbout(dataFolder), { timeout: 10_000 }).toEqual([]);
  });

  it('ends when another stand-in does not start', async () => {
    await mkdir(join(dataFolder, 's3.db'));
    await expect(startStandIns({ dataFolder })).rejects.toThrow('unable to open database file');
    expect(await processesAbout(dataFolder)).toEqual([]);
  });
});
