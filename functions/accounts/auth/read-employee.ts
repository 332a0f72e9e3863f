import { authMessages } from '#shared/accounts/auth/messages.ts';
import { hasSpreadsheetAccess } from '#shared/people/spreadsheet-access.ts';
import { employeeKey } from '../../people/records/store.ts';
import { ForbiddenError, NotFoundError } from '../../platform/errors.ts';
import { type Caller, hasMenu } from '../../platform/requests/caller.ts';
import { readItems } from '../../platform/table/table.ts';

/** The office reads anyone with the Teachers menu. */
export const mayReadOthers = (caller: Caller): boolean => caller.role === 'Admin' && hasMenu(caller, ['employees']);

/** Teachers read themselves; another's existence is not told to them. */
export async function readEmployee(caller: Caller, employeeId: string) {
  if (employeeId !== caller.accountId && !mayReadOthers(caller)) throw new ForbiddenError(authMessages.forbidden);
  const { employee } = await readItems({ employee: employeeKey(employeeId) });
  if (!employee) throw new NotFoundError('There is no such teacher.');
  return {
    id: employee.employeeId,
    employee_id: employee.employeeId,
    user_name: employee.userName,
    first_name: employee.firstName,
    last_name: employee.lastName,
    post_id: employee.postId ?? null,
    spreadsheet_access: hasSpreadsheetAccess(employee.postId),
  };
}
