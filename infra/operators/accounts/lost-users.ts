import { makeUser, setUserEnabled } from '#functions/platform/identity/passwords.ts';
import { newOneTimePassword } from '#functions/platform/identity/secrets.ts';
import { executeAction } from '#functions/platform/table/action.ts';
import { commit } from '#functions/platform/table/acts/commit.ts';
import { whereUnchanged } from '#functions/platform/table/expression.ts';
import { AccountEntity, type AccountItem, foldUserName } from '#functions/sessions/accounts.ts';
import { finishIdentityUpdate } from '#functions/sessions/identity-updates.ts';
import { readSecondFactor, SecondFactorEntity, secondFactorTrail } from '#functions/sessions/second-factor-record.ts';
import { studentOfAccount } from '#functions/sessions/student-accounts.ts';
import { readStudents } from '#functions/students/records/store.ts';
import type { Role } from '#shared/http/contract.ts';
import { lastFirst } from '#shared/people/shared-names.ts';
import { findAccountDifferences, listStoredAccounts } from './account-differences.ts';
import { listUsersByName, type PoolUser } from './pool-users.ts';

/** A person's user name and one-time password. */
export interface OneTimePasswordSlip {
  name: string;
  userName: string;
  oneTimePassword: string;
  /** Path of the entrance. */
  entrance: '/' | '/admin' | '/student';
}

const entrances: Readonly<Record<Role, OneTimePasswordSlip['entrance']>> = {
  Admin: '/admin',
  PTA: '/admin',
  teacher: '/',
  student: '/student',
};

interface Restoring {
  file: { has: (userName: string) => boolean; add: (slip: OneTimePasswordSlip) => void };
  onlyList: boolean;
  say: (line: string) => void;
}

/**
 * Makes the users that the pool of the environment does not have, as after its loss, of the accounts of the table: each
 * in its group, open or closed as the account is. Passwords and authenticator apps were in the pool alone and are gone
 * with it; recovery codes and trusted browsers end too. A user without a slip in the file who has not signed in yet
 * gets another one: the run that made it was cut off.
 */
export async function restoreUsers({ file, onlyList, say }: Restoring): Promise<{ made: number; closed: number }> {
  // Who has left must not be handed a slip.
  if (!onlyList) for (const { isLeaver, repair } of await findAccountDifferences()) if (isLeaver) await repair();
  const [accounts, users] = await Promise.all([listStoredAccounts(), listUsersByName()]);
  const lost = (await peopleOf(accounts)).filter((person) =>
    isLost(person, users.get(foldUserName(person.account.userName)), file.has),
  );
  let made = 0;
  for (const { account, name, isClosed } of lost) {
    const { userName, role } = account;
    say(`${userName} (${name})${isClosed ? ', closed' : ''}`);
    if (!isClosed) made += 1;
    if (onlyList) continue;
    const oneTimePassword = await makeAgain(account, new Date());
    if (oneTimePassword !== null && !isClosed) file.add({ name, userName, oneTimePassword, entrance: entrances[role] });
  }
  return { made, closed: lost.length - made };
}

interface Person {
  account: AccountItem;
  /** As the slip has it. */
  name: string;
  /** Gets no slip: the account is closed, or is of a student who has left, whose sign-in refuses every password. */
  isClosed: boolean;
}

/**
 * Whose the accounts are: the staff, and then students by class, as their slips are handed out. A student's account has
 * no name.
 */
async function peopleOf(accounts: readonly AccountItem[]): Promise<Person[]> {
  const ids = accounts.flatMap(({ accountId }) => studentOfAccount(accountId) ?? []);
  const students = await readStudents(ids, ['studentId', 'status', 'firstName', 'lastName', 'classId']);
  const byId = new Map(students.map((student) => [student.studentId, student]));
  const people = accounts.map((account) => {
    const { accountId, name, isDisabled = false } = account;
    const studentId = studentOfAccount(accountId);
    if (studentId === undefined) return { account, name, isClosed: isDisabled, order: '' };
    const student = byId.get(studentId);
    const isClosed = isDisabled || student?.status !== 'current';
    if (!student) return { account, name, isClosed, order: name };
    const listed = `${student.classId} ${lastFirst(student)}`;
    return { account, name: listed, isClosed, order: listed };
  });
  return people.sort((a, b) => a.order.localeCompare(b.order, 'en'));
}

function isLost(
  { account: { userName, isDisabled = false, identityDue }, isClosed }: Person,
  user: PoolUser | undefined,
  hasSlip: (userName: string) => boolean,
): boolean {
  if (!user || identityDue !== undefined) return true;
  if (isDisabled) return user.isEnabled;
  return !isClosed && user.hasOneTimePassword && !hasSlip(userName);
}

/** The one-time password; null when the account is closed: opening it again resets its password too. */
async function makeAgain(account: AccountItem, now: Date): Promise<string | null> {
  const { accountId, userName, role } = account;
  await endSecondFactor(account, now);
  if (account.isDisabled) {
    const name = foldUserName(userName);
    // Nobody receives this password.
    await makeUser({ userName: name, role, oneTimePassword: newOneTimePassword() });
    await setUserEnabled(name, false);
    await executeAction(
      AccountEntity.update({ accountId }, { remove: ['identityDue', 'identityClaimedAt', 'isAppEnding'] }),
    );
    return null;
  }
  await executeAction(
    AccountEntity.update(
      { accountId },
      { set: { identityDue: 'password' }, remove: ['identityClaimedAt', 'isAppEnding'] },
    ),
  );
  return finishIdentityUpdate(accountId, now);
}

async function endSecondFactor(whose: AccountItem, now: Date): Promise<void> {
  const { accountId } = whose;
  const factor = await readSecondFactor(accountId);
  if (!factor) return;
  await commit({
    by: {
      caller: { accountId: 'operator', name: 'restore-users' },
      request: { now, idempotencyKey: `restore-users-${factor.since}` },
    },
    changes: [SecondFactorEntity.delete({ accountId }, whereUnchanged(factor, ['since']))],
    ...secondFactorTrail([{ field: 'secondFactor', before: 'app', after: null }], whose),
  });
}
