import { accountRefusals } from '#shared/accounts/wordings.ts';
import { isArchivedTeacher } from '#shared/people/teacher.ts';
import { type EmployeeItem, employeeName } from '../../people/records/store.ts';
import { ConflictError, ForbiddenError, ValidationError } from '../../platform/errors.ts';
import { type AccountItem, foldUserName } from '../../sessions/accounts.ts';
import { identityDueAfter, withSignInOpen } from '../../sessions/identity-updates.ts';
import { requireFreeUserName } from '../free-user-name.ts';

/**
 * Whether a teacher's sign-in is closed where it should be open, or the other way round. False for an administrator's.
 */
export const hasWrongSignInState = (employee: EmployeeItem, account: AccountItem | undefined): boolean =>
  account?.role === 'teacher' && (account.isDisabled === true) !== isArchivedTeacher(employee);

/**
 * The account of a new teacher: open with a one-time password that is due, or closed where the number is one of the
 * archive.
 */
export const newTeacherAccount = (employee: EmployeeItem): AccountItem => ({
  accountId: employee.employeeId,
  role: 'teacher',
  userName: employee.userName,
  name: employeeName(employee),
  permissions: [],
  isUnused: true,
  ...(isArchivedTeacher(employee) ? { isDisabled: true } : { identityDue: 'password' }),
});

/**
 * The account for a teacher's new state. With {@link newTeacherAccount} the one place that opens and closes teachers'
 * sign-ins: name and user name are copied, the sign-in is closed for archived teachers and open for current ones,
 * whatever it was before (rule 51).
 * @throws ConflictError where an administrator who can sign in would be archived
 */
export async function decideAccountAfterTeacherChange(
  { employee: before, account }: { employee: EmployeeItem; account: AccountItem | undefined },
  employee: EmployeeItem,
  now: Date,
): Promise<AccountItem | undefined> {
  if (!account) return undefined;
  if (account.role !== 'teacher' && isArchivedTeacher(employee) && !isArchivedTeacher(before) && !account.isDisabled) {
    throw new ConflictError(`${account.name} is an administrator. Disable the account under Administrators first.`);
  }
  let next: AccountItem = { ...account, name: employeeName(employee) };
  if (foldUserName(employee.userName) !== foldUserName(before.userName)) {
    next = await withUserName(next, employee, now);
  }
  return hasWrongSignInState(employee, account) ? withSignInOpen(next, !isArchivedTeacher(employee), now) : next;
}

/** An account with another user name and a new one-time password: the printed slip has the old name. */
async function withUserName(account: AccountItem, employee: EmployeeItem, now: Date): Promise<AccountItem> {
  if (account.role !== 'teacher') throw new ForbiddenError(accountRefusals.isAdministrator(account.name));
  if (!account.isUnused) {
    const reason = `${account.name} has signed in as ${account.userName}. The user name can no longer be changed.`;
    throw new ValidationError({ user_name: [reason] });
  }
  const { userName } = employee;
  await requireFreeUserName(userName);
  const { identityClaimedAt: _claim, ...rest } = account;
  const identityDue = identityDueAfter(account, isArchivedTeacher(employee) ? 'account' : 'password', now);
  return { ...rest, userName, formerUserNames: [...(account.formerUserNames ?? []), account.userName], identityDue };
}
