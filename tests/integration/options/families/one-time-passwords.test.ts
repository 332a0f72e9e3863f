import { afterEach, expect, it, vi } from 'vitest';
import { AccountEntity, UserNameEntity } from '#functions/sessions/accounts.ts';
import { finishIdentityUpdate } from '#functions/sessions/identity-updates.ts';
import { studentAccountRecords } from '#functions/sessions/student-accounts.ts';
import { entranceContract } from '#shared/options/families/entrance/contract.ts';
import { clientWithSession } from '../../../support/callers/callers.ts';
import { forgetSignInAttempts } from '../../../support/callers/forget-sign-in-attempts.ts';
import { holdClock } from '../../../support/clock.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';

const school = schoolForTests();
afterEach(() => {
  vi.useRealTimers();
});

// A letter that was handed out on the last day of a term is used after the holidays.
it('opens a sign-in of a student for 90 days', async () => {
  await forgetSignInAttempts();
  const { passMinutes } = holdClock();
  const { account, userName } = studentAccountRecords('S41');
  await executeActionOfTest(AccountEntity.put({ ...account, isUnused: true, identityDue: 'password' }));
  await executeActionOfTest(UserNameEntity.put(userName));
  const password = (await finishIdentityUpdate(account.accountId, new Date())) ?? '';
  const tryToEnter = async () => {
    const client = await clientWithSession(school.url, undefined);
    const { status, body } = await client.call(entranceContract.studentLogin, { name: 'S41', password });
    return [status, body.password_reset];
  };
  passMinutes(90 * 24 * 60 - 1);
  expect(await tryToEnter()).toEqual([200, true]);
  passMinutes(2);
  expect(await tryToEnter()).toEqual([401, undefined]);
});
