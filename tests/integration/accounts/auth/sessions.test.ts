import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { termsContract } from '#shared/school/contract.ts';
import { clientOfAccount, letAccountInAgain } from '../../../support/callers/callers.ts';
import type { TestClient } from '../../../support/callers/client.ts';
import { holdClock } from '../../../support/clock.ts';
import { outsideOfFunction } from '../../../support/policies/guarded-functions.ts';
import { writeAction } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';

const { readAdminPermissions, logout } = authContract;
const { listAcademicTerms, listAcademicYears } = termsContract;

describe('a session', () => {
  const school = schoolForTests();
  let clock: ReturnType<typeof holdClock>;

  beforeEach(() => {
    clock = holdClock();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const status = async (client: TestClient) => (await client.call(listAcademicYears, {})).status;
  const lastUsedAt = async (accountId: string) => {
    const { SessionEntity } = await import('#functions/sessions/sessions.ts');
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

  it('of an administrator has a storage key of its own, which nobody is told once it is over', async () => {
    const [one, other] = [await clientOfAccount(school.url, 'A1'), await clientOfAccount(school.url, 'A1')];
    const keyOf = async (client: TestClient) => (await client.call(readAdminPermissions, {})).body.storage_key;
    const key = await keyOf(one);
    expect(Buffer.from(key, 'base64url')).toHaveLength(32);
    expect([await keyOf(one), (await keyOf(other)) === key]).toEqual([key, false]);
    await one.call(logout, {});
    const answer = await one.call(readAdminPermissions, {});
    expect([answer.status, new TextDecoder().decode(answer.bytes).includes(key)]).toEqual([401, false]);
  });

  it('loses a permission at the very next call', async () => {
    const { AccountEntity, accountById } = await import('#functions/sessions/accounts.ts');
    const permissions = (await accountById('A1'))?.permissions ?? [];
    const client = await clientOfAccount(school.url, 'A1');
    expect((await client.call(listAcademicTerms, {})).status).toBe(200);
    await writeAction(
      AccountEntity.update(
        { accountId: 'A1' },
        { set: { permissions: permissions.filter(({ menu }) => menu !== 'dashboard') } },
      ),
    );
    expect((await client.call(listAcademicTerms, {})).status).toBe(403);
    expect((await client.call(readAdminPermissions, {})).body.permissions.map(({ menu }) => menu)).not.toContain(
      'dashboard',
    );
    await writeAction(AccountEntity.update({ accountId: 'A1' }, { set: { permissions } }));
    expect((await client.call(listAcademicTerms, {})).status).toBe(200);
  });

  it('ends at the very next call of a disabled account', async () => {
    const { AccountEntity } = await import('#functions/sessions/accounts.ts');
    const client = await clientOfAccount(school.url, 'T3');
    await writeAction(AccountEntity.update({ accountId: 'T3' }, { set: { isDisabled: true } }));
    expect(await status(client)).toBe(401);
    await letAccountInAgain('T3');
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
    const { closeSession } = await import('#functions/sessions/sessions.ts');
    const { hashSecret } = await import('#functions/platform/identity/secrets.ts');
    const { documentClient } = await import('#functions/platform/table/table.ts');
    const secret = client.cookies.get('session')?.split('.')[1] ?? '';
    let isOvertaken = false;
    documentClient.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          const result = await next(args);
          if (isOvertaken || !String(commandName).startsWith('BatchGet')) return result;
          isOvertaken = true;
          await outsideOfFunction(() => closeSession('T1', hashSecret(secret)));
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
