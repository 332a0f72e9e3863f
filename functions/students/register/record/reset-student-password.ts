import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { recordWordings } from '#shared/students/wordings.ts';
import { ConflictError } from '../../../platform/errors.ts';
import { callHandler, type RequestFacts } from '../../../platform/requests/call-handler.ts';
import type { Caller } from '../../../platform/requests/caller.ts';
import { isRefused } from '../../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../../platform/table/acts/commit.ts';
import { canStudentsSignIn } from '../../../school/records/entrance-of-students.ts';
import { AccountEntity, UserNameEntity } from '../../../sessions/accounts.ts';
import { updateIdentity } from '../../../sessions/identity-updates.ts';
import { resetPassword } from '../../../sessions/password-reset.ts';
import { studentAccountId, studentAccountKey, studentAccountRecords } from '../../../sessions/student-accounts.ts';
import {
  requireStudent,
  setMustResetPassword,
  studentAuditSubject,
  studentKey,
  studentName,
} from '../../records/store.ts';

/**
 * Gives a student's account a one-time password and ends its sessions (rule 18). Without an account nothing is changed,
 * or one is made where that is asked for. In a school where students do not sign in only the mark that a new password
 * must be chosen is stored, which counts once there is an account.
 */
export const resetStudentPassword = callHandler(studentRegisterContract.resetStudentPassword, {
  prefetch: ({ student_id }) => ({ student: studentKey(student_id), account: studentAccountKey(student_id) }),
  handle: async ({ input: { student_id: studentId, make_account: canMake = false }, caller, found, request }) => {
    const student = requireStudent(found.student);
    if (student.status === 'archived') {
      throw new ConflictError(recordWordings.noSignIn(studentName(student, studentId)));
    }
    if (!canStudentsSignIn()) {
      const mark = { studentId, before: student.mustResetPassword ?? false, after: true };
      await setMustResetPassword({ ...mark, by: { caller, request } });
      return { student_id: studentId, account: 'not used' as const, one_time_password: null };
    }
    if (!found.account && !canMake) return { student_id: studentId, account: 'none' as const, one_time_password: null };
    if (found.account) await resetPassword(found.account, { check: () => undefined, caller, request });
    else await makeAccount(studentId, { caller, request });
    const issued = await updateIdentity(studentAccountId(studentId), request.now);
    const account = found.account ? ('reset' as const) : ('made' as const);
    return { student_id: studentId, account, one_time_password: issued?.password ?? null };
  },
});

/**
 * Writes an account with a one-time password due, unless another student's id differs from this one in leading zeros
 * alone (rule 55).
 */
async function makeAccount(
  studentId: string,
  { caller, request }: { caller: Caller; request: RequestFacts },
): Promise<void> {
  const { account, userName } = studentAccountRecords(studentId);
  const changes = [{ field: 'account', before: null, after: account.accountId }];
  const outcome = await commit({
    by: { caller, request },
    changes: [AccountEntity.create(account), UserNameEntity.create(userName)],
    trail: { subject: studentAuditSubject(studentId), changes },
  });
  if (isRefused(outcome)) throw new ConflictError(recordWordings.noAccountMade);
}
