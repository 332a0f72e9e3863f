import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AccountEntity, toAccountRecords, UserNameEntity } from '#functions/sessions/accounts.ts';
import { finishIdentityUpdate } from '#functions/sessions/identity-updates.ts';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { clientWithSession } from '../../../support/callers/callers.ts';
import { forgetSignInAttempts } from '../../../support/callers/forget-sign-in-attempts.ts';
import { holdClock } from '../../../support/clock.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';

const school = schoolForTests();
const minutesOfDay = 24 * 60;
let passMinutes: (minutes: number) => void;

beforeEach(async () => {
  await forgetSignInAttempts();
  ({ passMinutes } = holdClock());
});
afterEach(() => {
  vi.useRealTimers();
});

/** An account that the office has just made, and its one-time password. */
async function newcomer(role: Role, accountId: string): Promise<string> {
  const name = `New ${accountId}`;
  const { account, userName } = toAccountRecords({ accountId, role, userName: accountId, name, permissions: [] });
  await executeActionOfTest(AccountEntity.put({ ...account, isUnused: true, identityDue: 'password' }));
  await executeActionOfTest(UserNameEntity.put(userName));
  return (await finishIdentityUpdate(account.accountId, new Date())) ?? '';
}

const { employeeLogin, adminLogin } = authContract;
const entrances = { teacher: employeeLogin, Admin: adminLogin };
type Role = keyof typeof entrances;

async function tryToEnter(role: Role, name: string, password: string) {
  const { status, body } = await (await clientWithSession(school.url, undefined)).call(entrances[role], {
    name,
    password,
  });
  return [status, body.password_reset];
}

it.each([
  { role: 'teacher', lastDay: 7 },
  { role: 'Admin', lastDay: 7 },
] as const)('opens a sign-in of a $role for $lastDay days', async ({ role, lastDay }) => {
  const name = `new-${role}`.toLowerCase();
  const password = await newcomer(role, name);
  passMinutes(lastDay * minutesOfDay - 1);
  expect(await tryToEnter(role, name, password)).toEqual([200, true]);
  passMinutes(2);
  expect(await tryToEnter(role, name, password)).toEqual([401, undefined]);
});

it('is not revived by an end of sessions, and is replaced by the next one', async () => {
  const password = await newcomer('teacher', 'slow');
  passMinutes(8 * minutesOfDay);
  const key = { accountId: 'slow' };
  // What the office's "sign out everywhere" writes.
  await executeActionOfTest(AccountEntity.update(key, { set: { sessionsValidFrom: new Date().toISOString() } }));
  expect(await tryToEnter('teacher', 'slow', password)).toEqual([401, undefined]);
  await executeActionOfTest(AccountEntity.update(key, { set: { identityDue: 'password' } }));
  const next = (await finishIdentityUpdate('slow', new Date())) ?? '';
  expect(await tryToEnter('teacher', 'slow', next)).toEqual([200, true]);
});

it('of before accounts had its time counts from the moment at which sessions were ended for it', async () => {
  const password = await newcomer('teacher', 'early');
  await executeActionOfTest(AccountEntity.update({ accountId: 'early' }, { remove: ['passwordIssuedAt'] }));
  passMinutes(7 * minutesOfDay - 1);
  expect(await tryToEnter('teacher', 'early', password)).toEqual([200, true]);
  passMinutes(2);
  expect(await tryToEnter('teacher', 'early', password)).toEqual([401, undefined]);
});
