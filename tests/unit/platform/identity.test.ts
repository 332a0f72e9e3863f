import { afterEach, describe, expect, it, vi } from 'vitest';
import { type LocalServer, startHttpServer } from '../../../local/aws-protocol/http-server.ts';

/** Cognito in a mood that the stand-in does not have: every request fails with this error. */
async function cognitoThatSays(error: string): Promise<typeof import('#functions/platform/identity/user-pool.ts')> {
  server = await startHttpServer(() => ({
    status: 400,
    headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amzn-errortype': error },
    body: JSON.stringify({ __type: error, message: 'No.' }),
  }));
  vi.resetModules();
  vi.stubEnv('AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER', server.endpoint);
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'USER_POOL_ID', 'USER_POOL_CLIENT_ID'])
    vi.stubEnv(name, 'eu-west-1_test');
  vi.stubEnv('AWS_REGION', 'eu-west-1');
  return import('#functions/platform/identity/user-pool.ts');
}
let server: LocalServer | undefined;

describe('what Cognito says besides right and wrong', () => {
  afterEach(async () => {
    vi.unstubAllEnvs();
    await server?.stop();
  });

  it('is 429 to the user while Cognito has too many requests', async () => {
    const { provePassword } = await cognitoThatSays('TooManyRequestsException');
    await expect(provePassword('mona', 'Small-school-1')).rejects.toMatchObject({ status: 429 });
  });

  it('is 422 to the user when Cognito does not like the new password', async () => {
    const { setPassword } = await cognitoThatSays('InvalidPasswordException');
    await expect(setPassword('mona', 'Small-school-1')).rejects.toMatchObject({
      status: 422,
      fields: { password: ['Please choose another password.'] },
    });
  });

  it.each([
    'NotAuthorizedException',
    'UserNotFoundException',
    'PasswordResetRequiredException',
    'InvalidParameterException',
  ])('is a wrong password, whatever the reason: %s', async (error) => {
    const { provePassword } = await cognitoThatSays(error);
    expect(await provePassword('mona', 'Small-school-1')).toEqual({ verdict: 'wrong' });
  });

  it('is a failure of ours where it is one', async () => {
    const { provePassword } = await cognitoThatSays('ResourceNotFoundException');
    await expect(provePassword('mona', 'Small-school-1')).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });
});
