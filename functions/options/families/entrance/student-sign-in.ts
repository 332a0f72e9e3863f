import { studentUserName } from '#shared/accounts/user-name.ts';
import { authRefusals } from '#shared/accounts/wordings.ts';
import { entranceContract } from '#shared/options/families/entrance/contract.ts';
import {
  proveByChallenge,
  proveByCurrentPassword,
  storeChosenPassword,
} from '../../../accounts/auth/change-own-password.ts';
import { openSessionWithCookies } from '../../../accounts/auth/session-cookies.ts';
import { challengeMinutes, startChallenge } from '../../../accounts/auth/sign-in/challenge.ts';
import { readKnownDevice } from '../../../accounts/auth/sign-in/device-cookies.ts';
import { admitAttempt } from '../../../accounts/auth/sign-in/sign-in.ts';
import { forgetAttempts, noteWrongPassword } from '../../../accounts/auth/sign-in/sign-in-attempts.ts';
import { NotSignedInError } from '../../../platform/errors.ts';
import { provePassword } from '../../../platform/identity/passwords.ts';
import { callHandler, Reply, type RequestFacts } from '../../../platform/requests/call-handler.ts';
import { cookieNames, formatCookie } from '../../../platform/requests/cookies.ts';
import { readItems } from '../../../platform/table/table.ts';
import { type ConfirmedAccount, confirmRole } from '../../../sessions/account-role.ts';
import { type AccountItem, findAccountByUserName, foldUserName, noteFirstUse } from '../../../sessions/accounts.ts';
import { isOneTimePasswordOver } from '../../../sessions/identity-updates.ts';
import { recordStudentRefused, recordStudentSignIn } from '../../../sessions/student-access.ts';
import { studentAccountId, studentOfAccount } from '../../../sessions/student-accounts.ts';
import { type StudentItem, setMustResetPassword, studentKey, studentName } from '../../../students/records/store.ts';

/**
 * Checks a student's password and opens a session, or the challenge of a forced password change (rules 17, 18, 56).
 * Archived and erased students are refused in the words of a wrong password. Students have no second factor.
 */
export const studentLogin = callHandler(entranceContract.studentLogin, {
  handle: async ({ input: { name, password }, request }) => {
    const userName = foldUserName(studentUserName(name));
    const knownBy = await readKnownDevice(request, userName);
    const attempt = { userName, knownBy, address: request.address, now: request.now };
    const counted = await admitAttempt(attempt, request);
    // Cognito verifies ids without an account too, so that the answer takes as long.
    const [{ verdict, groups }, account] = await Promise.all([
      provePassword(userName, password),
      findAccountByUserName(userName),
    ]);
    const student = await currentStudentOf(account);
    if (verdict === 'wrong') await noteWrongPassword(attempt);
    const isOver = verdict === 'must change' && account !== undefined && isOneTimePasswordOver(account, request.now);
    const isOpen = account && student && !account.isDisabled && account.identityDue === undefined && !isOver;
    // An app that somebody set up for this user by hand is none of a student's.
    const isProved = verdict === 'right' || verdict === 'must change';
    if (!isProved || !isOpen || (account.isUnused && !(await noteFirstUse(account)))) {
      await recordStudentRefused({ studentId: account && studentOfAccount(account.accountId) }, request);
      throw new NotSignedInError(wrongStudentCredentials);
    }
    await forgetAttempts(attempt, counted);
    const confirmed = await confirmRole(account, groups, request);
    const { studentId } = student;
    if (verdict === 'must change' || student.mustResetPassword) {
      const secret = await startChallenge(account.accountId, password, request.now);
      const challenge = formatCookie(cookieNames.challenge, secret, { seconds: challengeMinutes * 60 });
      return new Reply({ student_id: studentId, password_reset: true }, [challenge]);
    }
    const cookies = await openStudentSession(confirmed, studentId, { now: request.now, request });
    return new Reply({ student_id: studentId, password_reset: false }, cookies);
  },
});

/** One sentence for every reason (rule 18). */
const wrongStudentCredentials = 'The student ID or password is not correct.';

/** The student of an account, who is on the register today. One request whether there is one or not. */
async function currentStudentOf(account: AccountItem | undefined): Promise<StudentItem | undefined> {
  const studentId = account && studentOfAccount(account.accountId);
  const { student } = await readItems({ student: studentKey(studentId ?? '-') });
  return student?.status === 'current' && account?.role === 'student' ? student : undefined;
}

async function openStudentSession(
  account: ConfirmedAccount,
  studentId: string,
  { now, request }: { now: Date; request: RequestFacts },
): Promise<string[]> {
  await recordStudentSignIn(studentId, request);
  return openSessionWithCookies(account, { now, request });
}

/**
 * With the challenge of the sign-in just verified, or signed in and with the current password (rule 17); lifts the
 * office's mark that a new password must be chosen.
 */
export const setStudentPasswordAtSignIn = callHandler(entranceContract.setStudentPasswordAtSignIn, {
  handle: async ({ input: { name, password, current_password }, request }) => {
    const chosen = { name: studentUserName(name), password, current_password };
    const byCurrent = () => (current_password === undefined ? undefined : proveByCurrentPassword(chosen, request));
    const proved = (await proveByChallenge(chosen, request)) ?? (await byCurrent());
    const student = await currentStudentOf(proved?.account);
    if (!proved || !student) throw new NotSignedInError(authRefusals.challengeOver);
    const now = await storeChosenPassword(proved, { password }, request);
    const { studentId } = student;
    if (student.mustResetPassword) await liftMark(student, request);
    const account = await confirmRole(proved.account, undefined, request);
    const cookies = await openStudentSession(account, studentId, { now, request });
    return new Reply({ student_id: studentId, password_reset: false }, [
      ...cookies,
      formatCookie(cookieNames.challenge, '', { seconds: 0 }),
    ]);
  },
});

const liftMark = (student: StudentItem, request: RequestFacts): Promise<void> => {
  const { studentId } = student;
  const caller = { accountId: studentAccountId(studentId), name: studentName(student, studentId) };
  return setMustResetPassword({ studentId, before: true, after: false, by: { caller, request } });
};
