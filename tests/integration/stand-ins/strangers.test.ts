import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localAccount } from '../../../local/aws-protocol/account.ts';
import { startDynalite } from '../../../local/dynamodb/dynalite/dynalite.ts';
import { askEmulator, canMakeNamespaces, findDynoxide, startDynoxide } from '../../../local/dynamodb/dynoxide.ts';
import { emulatorHeaders } from '../../../local/dynamodb/table-schemas.ts';
import { type StandIns, startStandIns } from '../../../local/stand-ins.ts';
import { isAws } from './support/service-under-test.ts';

/** What a web page that is open on the same machine, or somebody else's program, sends to a port that it has found. */
const strangers: Record<string, Record<string, string>> = {
  'without a signature': {},
  'with a signature of another key': signedBy('AKIAUNKNOWNUNKNOWN00'),
  'with this key and a made-up signature': signedBy(localAccount.accessKeyId),
  'of a web page': { ...signedBy(localAccount.accessKeyId), origin: 'https://elsewhere.example' },
};

function signedBy(keyId: string): Record<string, string> {
  const date = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const credential = `${keyId}/${date.slice(0, 8)}/${localAccount.region}/SERVICE/aws4_request`;
  const signed = 'SignedHeaders=content-type;host;x-amz-date;x-amz-target';
  return {
    authorization: `AWS4-HMAC-SHA256 Credential=${credential}, ${signed}, Signature=${'0'.repeat(64)}`,
    'x-amz-date': date,
  };
}

const services = {
  AWS_ENDPOINT_URL_DYNAMODB: { name: 'dynamodb', target: 'DynamoDB_20120810.ListTables' },
  AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: {
    name: 'cognito-idp',
    target: 'AWSCognitoIdentityProviderService.ListUserPools',
  },
  AWS_ENDPOINT_URL_SFN: { name: 'states', target: 'AWSStepFunctions.ListExecutions' },
  AWS_ENDPOINT_URL_S3: { name: 's3', target: '' },
} as const;

describe.skipIf(isAws)('the stand-ins', () => {
  let standIns: StandIns;
  let folder: string;
  beforeAll(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'formroom-strangers-')), 'data');
    standIns = await startStandIns({ dataFolder: folder, stepFunctions: { machines: {} } });
    Object.assign(process.env, standIns.env);
    await new DynamoDB({}).createTable({
      TableName: 'pupils',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    });
  });
  afterAll(async () => {
    await standIns?.stop();
    await rm(join(folder, '..'), { recursive: true });
  });

  it('keep what they hold from other accounts of the machine', async () => {
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  describe.each(Object.entries(services))('%s', (variable, { name, target }) => {
    const send = (method: string, headers: Record<string, string>) =>
      fetch(standIns.env[variable] ?? '', {
        method,
        headers: {
          'content-type': 'application/x-amz-json-1.0',
          'x-amz-target': target,
          ...Object.fromEntries(Object.entries(headers).map(([key, value]) => [key, value.replace('SERVICE', name)])),
        },
        ...(method === 'POST' ? { body: '{"MaxResults":10}' } : {}),
      });

    it.each(Object.entries(strangers))('answers no request %s', async (_who, headers) => {
      const answer = await send('POST', headers);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
      expect(await answer.text()).not.toContain('pupils');
    });

    it('lets no web page ask', async () => {
      const asking = { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' };
      const answer = await send('OPTIONS', { ...asking, 'access-control-request-headers': 'x-amz-target' });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    });
  });
});

describe.skipIf(isAws)('an emulator', () => {
  const listTables = { ...emulatorHeaders, 'x-amz-target': 'DynamoDB_20120810.ListTables' };

  it.skipIf(findDynoxide() === undefined)('is where no web page looks', async () => {
    const emulator = await startDynoxide({ program: findDynoxide() ?? '' });
    if ('path' in emulator) throw new Error('it was to have a TCP address');
    try {
      expect(emulator.host).not.toMatch(/^127\.0\.0\./);
      await expect(fetch(`http://127.0.0.1:${emulator.port}/`)).rejects.toThrow();
    } finally {
      await emulator.stop();
    }
  });

  it.skipIf(findDynoxide() === undefined || !canMakeNamespaces())(
    'of a school has no address on the network, and a socket for one account',
    async () => {
      const emulator = await startDynoxide({ program: findDynoxide() ?? '', isPrivate: true });
      try {
        if (!('path' in emulator)) throw new Error('it has a TCP address');
        expect((await stat(dirname(emulator.path))).mode & 0o777).toBe(0o700);
        const asked = { operation: 'ListTables', input: {}, headers: emulatorHeaders };
        expect(await askEmulator(emulator, asked)).toEqual({ status: 200, body: '{"TableNames":[]}' });
        // The port that the process list shows is that of a network of its own.
        await expect(fetch('http://127.0.0.1:8000/', { method: 'POST' })).rejects.toThrow();
        if (process.getuid?.() === 0) {
          const connect = `require('net').connect(${JSON.stringify(emulator.path)}).on('error', ({ code }) => console.log(code)).on('connect', () => { console.log('in'); process.exit(); })`;
          expect(execFileSync('node', ['-e', connect], { uid: 65534, cwd: '/', encoding: 'utf8' })).toBe('EACCES\n');
        }
      } finally {
        await emulator.stop();
      }
      await expect(stat(dirname('path' in emulator ? emulator.path : ''))).rejects.toThrow();
    },
  );

  it('that runs in this process answers no web page, nor one whose name was made to lead here', async () => {
    const emulator = await startDynalite(undefined);
    const ask = (headers: Record<string, string>) =>
      fetch(`http://${emulator.host}:${emulator.port}/`, { method: 'POST', headers, body: '{}' });
    try {
      expect((await ask(listTables)).status).toBe(200);
      expect((await ask({ ...listTables, origin: 'https://elsewhere.example' })).status).toBe(403);
    } finally {
      await emulator.stop();
    }
  });
});
