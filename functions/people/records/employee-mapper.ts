import type { EmployeeEntry } from '#shared/people/contract.ts';
import type { AccountItem } from '../../sessions/accounts.ts';
import type { EmployeeItem } from './store.ts';

/** What lists to choose from show of a teacher. */
export const toPickerEntry = ({ employeeId, teacherNum, firstName, lastName }: EmployeeItem): EmployeeEntry => ({
  id: employeeId,
  employee_id: employeeId,
  teacher_num: teacherNum,
  first_name: firstName,
  last_name: lastName,
});

/** What the office is shown of a teacher. */
export const toEmployeeEntry = (employee: EmployeeItem, account: AccountItem | undefined) => ({
  ...toPickerEntry(employee),
  date_of_birth: employee.dateOfBirth ?? null,
  user_name: employee.userName,
  post_id: employee.postId ?? null,
  deleted_at: employee.deletedAt ?? null,
  sign_in: signInOf(account),
});

function signInOf(account: AccountItem | undefined): NonNullable<EmployeeEntry['sign_in']> {
  if (!account) return 'none';
  if (account.role !== 'teacher') return 'administrator';
  return signInUseOf(account);
}

/** How far an account's sign-in is. */
export const signInUseOf = ({ identityDue, isUnused }: AccountItem): 'used' | 'unused' | 'unfinished' =>
  identityDue === undefined ? (isUnused ? 'unused' : 'used') : 'unfinished';
