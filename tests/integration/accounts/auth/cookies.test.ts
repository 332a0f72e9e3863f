import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { TestClient } from '../../../support/callers/client.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { addAccount, password } from '../../../support/school/small-school.ts';

const { setCsrfCookie, login, logout } = authContract;

/** Attributes of the answer's cookies by name, without the values. */
const attributesOf = (headers: Headers): Record<string, string[]> =>
  Object.fromEntries(
    headers.getSetCookie().map((line) => {
      const [pair = '', ...attributes] = line.split('; ');
      return [pair.split('=')[0], attributes];
    }),
  );

const school = schoolForTests();
beforeAll(() =>
  addAccount({
    accountId: 'T7',
    role: 'teacher',
    userName: 'newby',
    name: 'Nora Newby',
    temporaryPassword: 'Temporary-1',
  }),
);

describe.each([
  { origin: 'https://school.example', prefix: '__Host-', secure: ['Secure'] },
  { origin: 'http://localhost:3000', prefix: '', secure: [] },
])('cookies of a school at $origin', ({ origin, prefix, secure }) => {
  beforeAll(() => void vi.stubEnv('ORIGIN', origin));
  afterAll(() => void vi.unstubAllEnvs());

  const hidden = ['Path=/', 'SameSite=Strict', 'HttpOnly', ...secure];
  const readable = ['Path=/', 'SameSite=Strict', ...secure];

  it('lets the page read the CSRF cookie and nothing else', async () => {
    const client = new TestClient(school.url);
    expect(attributesOf((await client.call(setCsrfCookie, {})).headers)).toEqual({ [`${prefix}XSRF-TOKEN`]: readable });
    const answer = await client.call(login, { name: 'mona', password });
    expect(attributesOf(answer.headers)).toEqual({
      [`${prefix}session`]: hidden,
      [`${prefix}XSRF-TOKEN`]: readable,
      [`${prefix}device`]: [...hidden, 'Max-Age=15552000'],
    });
  });

  it('removes the session cookie at logout', async () => {
    const client = await new TestClient(school.url).signIn('mona', password);
    const { headers } = await client.call(logout, {});
    expect(attributesOf(headers)).toEqual({ [`${prefix}session`]: [...hidden, 'Max-Age=0'] });
  });

  it('gives a challenge five minutes', async () => {
    const client = new TestClient(school.url);
    await client.call(setCsrfCookie, {});
    const { headers } = await client.call(login, { name: 'newby', password: 'Temporary-1' });
    expect(attributesOf(headers)).toEqual({ [`${prefix}challenge`]: [...hidden, 'Max-Age=300'] });
  });
});
