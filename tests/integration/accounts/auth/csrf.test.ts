import { describe, expect, it } from 'vitest';
import { newCsrfToken } from '#functions/platform/requests/csrf.ts';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { authMessages } from '#shared/accounts/wordings.ts';
import { clientOfAccount, clientWithSession } from '../../../support/callers/callers.ts';
import type { TestClient } from '../../../support/callers/client.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { password } from '../../../support/school/small-school.ts';

const { employeeLogin, login, logout } = authContract;

describe('the CSRF token', () => {
  const school = schoolForTests();

  const token = (client: TestClient) => client.cookies.get('XSRF-TOKEN') ?? '';
  const out = (client: TestClient, header: string | undefined) =>
    client.send({
      method: 'POST',
      path: logout.path,
      body: '{}',
      isCsrfSent: false,
      headers: header === undefined ? {} : { 'X-XSRF-TOKEN': header },
    });

  it('is needed in the header, although the cookie comes by itself', async () => {
    const client = await clientOfAccount(school.url, 'T1');
    for (const header of [undefined, '', 'undefined', 'null', '.', token(client).split('.')[0]]) {
      const answer = await out(client, header);
      expect(answer.status).toBe(419);
      expect(answer.body).toEqual({ errors: { message: [authMessages.csrf] } });
    }
    expect((await out(client, token(client))).status).toBe(200);
  });

  it('is needed in the cookie too, and the two must be the same', async () => {
    const [client, other] = [await clientOfAccount(school.url, 'T1'), await clientOfAccount(school.url, 'T1')];
    const own = token(client);
    expect((await out(client, token(other))).status).toBe(419);
    client.cookies.delete('XSRF-TOKEN');
    expect((await out(client, own)).status).toBe(419);
  });

  it.each([
    { forgery: 'no signature', forge: (own: string) => own.split('.')[0] ?? '' },
    { forgery: 'an empty signature', forge: (own: string) => `${own.split('.')[0]}.` },
    { forgery: 'an empty random part', forge: (own: string) => `.${own.split('.')[1]}` },
    { forgery: 'another random part', forge: (own: string) => `x${own}` },
    { forgery: 'a signature with more behind it', forge: (own: string) => `${own}A` },
    { forgery: 'a signature of another key', forge: () => newCsrfToken('another key', '') },
    { forgery: 'letters that are no signature', forge: () => `${'a'.repeat(43)}.${'é'.repeat(43)}` },
  ])('is refused with $forgery, in cookie and header alike', async ({ forge }) => {
    const client = await clientOfAccount(school.url, 'T1');
    const forged = forge(token(client));
    client.cookies.set('XSRF-TOKEN', encodeURI(forged));
    expect((await out(client, encodeURI(forged))).status).toBe(419);
  });

  it('of another session is refused, also when a sibling site plants it in cookie and header', async () => {
    const [client, attacker] = [await clientOfAccount(school.url, 'T1'), await clientOfAccount(school.url, 'T2')];
    const visitor = await clientWithSession(school.url, undefined);
    for (const planted of [token(attacker), token(visitor)]) {
      client.cookies.set('XSRF-TOKEN', planted);
      expect((await out(client, planted)).status).toBe(419);
    }
    attacker.cookies.delete('session');
    expect((await attacker.call(login, { name: 'mona', password })).status).toBe(419);
  });

  it('that a stranger had made for a session of nobody has no body of a call of an account read, and lets them sign in', async () => {
    const stranger = await clientWithSession(school.url, undefined);
    stranger.cookies.set('session', 'VDE.made-up');
    await stranger.call(authContract.setCsrfCookie, {});
    expect(token(stranger)).not.toBe('');
    const unreadable = await stranger.send({ method: 'POST', path: logout.path, body: '{' });
    expect(unreadable.status).toBe(401);
    expect((await stranger.call(employeeLogin, { name: 'mona', password })).status).toBe(200);
  });

  it('is a new one with each sign-in, for the session that it opens', async () => {
    const client = await clientWithSession(school.url, undefined);
    const before = token(client);
    expect((await client.call(employeeLogin, { name: 'mona', password })).status).toBe(200);
    expect(token(client)).not.toBe(before);
    expect((await out(client, before)).status).toBe(419);
    expect((await out(client, token(client))).status).toBe(200);
  });
});
