import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readLog } from '#functions/platform/table/office-log.ts';
import { AccountEntity } from '#functions/sessions/accounts.ts';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { clientOfAccount, clientWithSession } from '../../../support/callers/callers.ts';
import type { TestClient } from '../../../support/callers/client.ts';
import { forgetSignInAttempts } from '../../../support/callers/forget-sign-in-attempts.ts';
import { holdClock } from '../../../support/clock.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { password } from '../../../support/school/small-school.ts';

const { liftSignInLockout, login, listSignInLockouts } = authContract;

/** Rule 18, ADR 0085: the office sees whom wrong passwords keep out, and lets them in. */
describe('a lockout of the sign-in', () => {
  const school = schoolForTests();
  let office: TestClient;
  let clerk: TestClient;

  beforeEach(async () => {
    await forgetSignInAttempts();
    holdClock();
    [office, clerk] = await Promise.all([clientOfAccount(school.url, 'A1'), clientOfAccount(school.url, 'A2')]);
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const visitor = () => clientWithSession(school.url, undefined);
  const passSeconds = (seconds: number) => void vi.setSystemTime(Date.now() + seconds * 1000);
  async function tries(count: number, name: string): Promise<number[]> {
    const statuses: number[] = [];
    for (let index = 0; index < count; index += 1) {
      statuses.push((await (await visitor()).call(login, { name, password: 'Wrong-password-1' })).status);
      passSeconds(9);
    }
    return statuses;
  }
  /** Lines of the office log about something. */
  const logged = async (about: string) => {
    const { rows } = await readLog({ month: new Date().toISOString().slice(0, 7) });
    return rows
      .filter(({ subject }) => subject === about)
      .map(({ name, logKind, changes }) => ({ name, logKind, changes }));
  };

  it('is shown with the name of its account, and with nothing of names that nobody has', async () => {
    expect((await office.call(listSignInLockouts, {})).body).toEqual({ accounts: [], networks: [] });
    await tries(5, 'mona');
    await tries(5, 'nobody-at-all');
    const { body } = await office.call(listSignInLockouts, {});
    expect(body).toMatchObject({ accounts: [{ account_id: 'T1', name: 'Mona Núñez' }], networks: [] });
    passSeconds(16 * 60);
    expect((await office.call(listSignInLockouts, {})).body).toEqual({ accounts: [], networks: [] });
  });

  it('is lifted for two tries, once for one key, and that is in the trail and the office log', async () => {
    await tries(5, 'mona');
    const key = { 'idempotency-key': 'lift-mona-once' };
    const answer = await office.call(liftSignInLockout, { account_id: 'T1' }, key);
    expect(answer).toMatchObject({ status: 200, body: { accounts: [], networks: [] } });
    expect(await tries(3, 'mona')).toEqual([401, 401, 429]);
    await office.call(liftSignInLockout, { account_id: 'T1' }, key);
    expect(await tries(1, 'mona')).toEqual([429]);
    const changes = [{ field: 'sign-in of unknown browsers', before: 'turned away', after: 'let through' }];
    expect(await logged('account#T1')).toEqual([{ name: 'Ada Office', logKind: 'teachers', changes }]);
    await office.call(liftSignInLockout, { account_id: 'T1' });
    expect((await (await visitor()).call(login, { name: 'mona', password })).status).toBe(200);
  });

  it('of a network is lifted for an hour', async () => {
    const client = await visitor();
    for (let index = 0; index < 101; index += 1)
      await client.call(login, { name: `made-up-${index}`, password: 'Wrong-password-1' });
    const stranger = () => client.call(login, { name: 'eric', password });
    expect((await stranger()).status).toBe(429);
    const { networks } = (await office.call(listSignInLockouts, {})).body as { networks: { network: string }[] };
    expect(networks).toMatchObject([{ network: '127.0.0.1' }]);
    expect((await office.call(liftSignInLockout, { network: '127.0.0.1' })).body).toMatchObject({ networks: [] });
    expect((await stranger()).status).toBe(200);
    expect(await logged('network#127.0.0.1')).toHaveLength(1);
  });

  it('of an administrator is shown to and lifted by those who manage administrators', async () => {
    await executeActionOfTest(
      AccountEntity.update({ accountId: 'A2' }, { set: { permissions: [{ menu: 'employees', action: null }] } }),
    );
    await tries(5, 'admin');
    expect((await clerk.call(listSignInLockouts, {})).body).toMatchObject({ accounts: [] });
    expect((await clerk.call(liftSignInLockout, { account_id: 'A1' })).status).toBe(403);
    expect((await office.call(listSignInLockouts, {})).body).toMatchObject({ accounts: [{ account_id: 'A1' }] });
    expect((await office.call(liftSignInLockout, { account_id: 'A1' })).body).toMatchObject({ accounts: [] });
    expect(await logged('account#A1')).toMatchObject([{ logKind: 'permissions' }]);
  });
});
