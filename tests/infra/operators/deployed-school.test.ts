import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { setSchoolEnvironment } from '../../../infra/operators/accounts/deployed-school.ts';

let cognito: Server;
let pools: { Id: string; Name: string }[] = [];

beforeAll(async () => {
  cognito = createServer((_, answer) => {
    answer.setHeader('Content-Type', 'application/x-amz-json-1.1').end(JSON.stringify({ UserPools: pools }));
  });
  await new Promise<void>((listening) => cognito.listen(0, '127.0.0.1', listening));
  const { port } = cognito.address() as AddressInfo;
  vi.stubEnv('AWS_ENDPOINT_URL', `http://127.0.0.1:${port}`);
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'none');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'none');
  vi.stubEnv('AWS_REGION', 'us-east-1');
});
afterAll(() => {
  vi.unstubAllEnvs();
  cognito.close();
});
beforeEach(() => {
  vi.stubEnv('USER_POOL_ID', '');
});

describe('the deployed school of an operator’s command', () => {
  it('is the user pool of its name, among those of other schools', async () => {
    pools = [
      { Id: 'other', Name: 'formroom-demo-2' },
      { Id: 'own', Name: 'formroom-demo' },
    ];
    await setSchoolEnvironment('demo');
    expect(process.env.USER_POOL_ID).toBe('own');
  });

  it('is looked for in its own region, whatever the operator’s terminal is set to', async () => {
    pools = [{ Id: 'own', Name: 'formroom-demo' }];
    process.env.AWS_REGION = 'eu-north-1';
    await setSchoolEnvironment('demo');
    expect(process.env.AWS_REGION).toBe('us-east-1');
  });

  it('is not guessed where a deployment that failed has left a second pool', async () => {
    pools = [
      { Id: 'left', Name: 'formroom-demo' },
      { Id: 'own', Name: 'formroom-demo' },
    ];
    await expect(setSchoolEnvironment('demo')).rejects.toThrow(
      /Several user pools are called formroom-demo \(left, own\)/,
    );
    expect(process.env.USER_POOL_ID).toBe('');
  });

  it('must have been deployed', async () => {
    pools = [];
    await expect(setSchoolEnvironment('demo')).rejects.toThrow('no user pool formroom-demo: deploy the school first');
  });
});
