import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hashSecret } from '#functions/platform/identity/secrets.ts';
import { documentClient } from '#functions/platform/table/table.ts';
import { AccountEntity, readAccount } from '#functions/sessions/accounts.ts';
import { closeSession, SessionEntity } from '#functions/sessions/sessions.ts';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { authRefusals } from '#shared/accounts/wordings.ts';
import { termsContract } from '#shared/school/contract.ts';
import { clientOfAccount, clientWithSession } from '../../../support/callers/callers.ts';
import type { TestClient } from '../../../support/callers/client.ts';
import { holdClock } from '../../../support/clock.ts';
import { runOutsideOfFunction } from '../../../support/policies/guarded-functions.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { password } from '../../../support/school/small-school.ts';

const school = schoolForTests();

const { employeeLogin, login, logout } = authContract;

describe('the CSRF token', () => {
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
      expect(answer.body).toEqual({ errors: { message: [authRefusals.csrf] } });
    }
    expect((await out(client, token(client))).status).toBe(200);
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

describe('a session', () => {
  const { readAdminPermissions, readEmployeeByUserName, logout } = authContract;
  const { listAcademicTerms, listAcademicYears } = termsContract;
  let clock: ReturnType<typeof holdClock>;

  beforeEach(() => {
    clock = holdClock();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const status = async (client: TestClient) => (await client.call(listAcademicYears, {})).status;
  const lastUsedAt = async (accountId: string) => {
    const data = await SessionEntity.query({ accountId });
    return Math.max(...data.map((session) => session.lastUsedAt));
  };

  it.each([
    { who: 'teacher', accountId: 'T1', minutes: 15 },
    { who: 'admin', accountId: 'A1', minutes: 15 * 60 },
    { who: 'PTA', accountId: 'A3', minutes: 15 * 60 },
  ])('of a $who ends when left alone for $minutes minutes', async ({ accountId, minutes }) => {
    const client = await clientOfAccount(school.url, accountId);
    const forgotten = await clientOfAccount(school.url, accountId);
    clock.passMinutes(minutes - 0.1);
    expect(await status(client)).toBe(200);
    clock.passMinutes(0.1);
    expect([await status(client), await status(forgotten)]).toEqual([200, 401]);
  });

  it.each([
    { who: 'teacher', accountId: 'T1', hours: 12, step: 14 },
    { who: 'admin', accountId: 'A1', hours: 24, step: 14 * 60 },
  ])('of a $who ends after $hours hours, however much it is used', async ({ accountId, hours, step }) => {
    const client = await clientOfAccount(school.url, accountId);
    const end = Date.now() + hours * 3_600_000;
    while (Date.now() + step * 60_000 < end) {
      clock.passMinutes(step);
      expect(await status(client)).toBe(200);
    }
    vi.setSystemTime(end - 1);
    expect(await status(client)).toBe(200);
    vi.setSystemTime(end);
    expect(await status(client)).toBe(401);
  });

  it('is written back at most once a minute', async () => {
    const client = await clientOfAccount(school.url, 'T2');
    const opened = await lastUsedAt('T2');
    clock.passMinutes(0.99);
    await status(client);
    expect(await lastUsedAt('T2')).toBe(opened);
    clock.passMinutes(0.02);
    await status(client);
    expect(await lastUsedAt('T2')).toBe(Date.now());
  });

  it('answers the key of the outbox to its account alone, the same in each of its sessions', async () => {
    const keys = new Map<string, unknown[]>();
    for (const accountId of ['A1', 'A3', 'T1', 'T2']) {
      const row = accountId.startsWith('A') ? readAdminPermissions : readEmployeeByUserName;
      const answers: unknown[] = [];
      for (const client of [
        await clientOfAccount(school.url, accountId),
        await clientOfAccount(school.url, accountId),
      ]) {
        const { body } = await client.call(row, {});
        answers.push((body as { outbox_key?: string }).outbox_key);
      }
      keys.set(accountId, answers);
    }
    for (const [one, other] of keys.values()) expect([typeof one, other]).toEqual(['string', one]);
    expect(new Set([...keys.values()].flat()).size).toBe(4);
    // The office reads the teacher, and not the teacher's key.
    const office = await clientOfAccount(school.url, 'A1');
    const { status, body } = await office.call(readEmployeeByUserName, { userName: 'mona' });
    expect([status, Object.keys(body)]).toEqual([200, expect.not.arrayContaining(['outbox_key'])]);
  });

  it('loses a permission at the very next call', async () => {
    const permissions = (await readAccount('A1'))?.permissions ?? [];
    const client = await clientOfAccount(school.url, 'A1');
    expect((await client.call(listAcademicTerms, {})).status).toBe(200);
    await executeActionOfTest(
      AccountEntity.update(
        { accountId: 'A1' },
        { set: { permissions: permissions.filter(({ menu }) => menu !== 'dashboard') } },
      ),
    );
    expect((await client.call(listAcademicTerms, {})).status).toBe(403);
    expect((await client.call(readAdminPermissions, {})).body.permissions.map(({ menu }) => menu)).not.toContain(
      'dashboard',
    );
    await executeActionOfTest(AccountEntity.update({ accountId: 'A1' }, { set: { permissions } }));
    expect((await client.call(listAcademicTerms, {})).status).toBe(200);
  });

  it('ends on the server at logout: this one, and no other of the account', async () => {
    const [here, elsewhere] = [await clientOfAccount(school.url, 'T1'), await clientOfAccount(school.url, 'T1')];
    const session = here.cookies.get('session') ?? '';
    const answer = await here.call(logout, {});
    expect(answer.body).toEqual({ ok: true });
    expect(here.cookies.has('session')).toBe(false);
    here.cookies.set('session', session);
    expect(await status(here)).toBe(401);
    expect(await status(elsewhere)).toBe(200);
  });

  it('is over, and nothing breaks, when the logout overtakes a call between reading and writing the session back', async () => {
    const client = await clientOfAccount(school.url, 'T1');
    clock.passMinutes(2);
    const secret = client.cookies.get('session')?.split('.')[1] ?? '';
    let isOvertaken = false;
    documentClient.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          const result = await next(args);
          if (isOvertaken || !String(commandName).startsWith('BatchGet')) return result;
          isOvertaken = true;
          await runOutsideOfFunction(() => closeSession('T1', hashSecret(secret)));
          return result;
        },
      { step: 'initialize', name: 'overtake' },
    );
    expect(await status(client)).toBe(401);
    expect(isOvertaken).toBe(true);
    documentClient.middlewareStack.remove('overtake');
  });

  it.each([
    '',
    '.',
    'x',
    'VDE',
    'VDE.',
    '.VDE',
    'VDE.x.y',
    `${'A'.repeat(5000)}.x`,
    'I2FjY291bnQ.x',
    '%00.%00',
    'VDE.\u00ff',
  ])('is not opened by the cookie %j', async (value) => {
    const client = await clientOfAccount(school.url, 'T1');
    client.cookies.set('session', value);
    expect(await status(client)).toBe(401);
  });

  it('is not opened by another account’s id before its secret', async () => {
    const client = await clientOfAccount(school.url, 'T1');
    const secret = client.cookies.get('session')?.split('.')[1];
    client.cookies.set('session', `${Buffer.from('A1').toString('base64url')}.${secret}`);
    expect(await status(client)).toBe(401);
  });
});
