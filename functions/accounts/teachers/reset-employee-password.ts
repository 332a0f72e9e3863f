import { accountsContract } from '#shared/accounts/contract.ts';
import { accountRefusals } from '#shared/accounts/wordings.ts';
import { isArchivedTeacher } from '#shared/people/teacher.ts';
import { employeeName } from '../../people/records/store.ts';
import { ConflictError, ForbiddenError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import type { AccountItem } from '../../sessions/accounts.ts';
import { resetPassword } from '../../sessions/password-reset.ts';
import { finishTeacherChange } from './apply-teacher-change.ts';
import { requireTeacher } from './teacher-rules.ts';
import { teacherAndAccountKeys } from './teacher-store.ts';

export const resetEmployeePassword = callHandler(accountsContract.resetEmployeePassword, {
  prefetch: ({ employee_id }) => teacherAndAccountKeys(employee_id),
  handle: async ({ input, found, caller, request }) => {
    const { employee, account } = requireTeacher({ employee: found.employee, account: found.account });
    if (!account)
      throw new ConflictError(
        `${employeeName(employee)} has no sign-in. Your IT officer can make one: check-accounts.`,
      );
    if (isArchivedTeacher(employee)) throw archived(account);
    await resetPassword(account, { check: refuseReset, caller, request });
    return finishTeacherChange(input.employee_id, { caller, request });
  },
});

/** A reset of an administrator's password would give the caller that administrator's rights. */
function refuseReset({ role, isDisabled, name }: AccountItem): void {
  if (role !== 'teacher') throw new ForbiddenError(accountRefusals.isAdministrator(name));
  // Archived since the teacher was read: the two are written together.
  if (isDisabled) throw archived({ name });
}

const archived = ({ name }: Pick<AccountItem, 'name'>) =>
  new ConflictError(`${name} is archived. Restore the teacher first.`);
