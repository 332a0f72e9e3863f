import { authContract } from '#shared/accounts/auth/contract.ts';
import { authRefusals } from '#shared/accounts/wordings.ts';
import { noSuchTeacher } from '#shared/people/wordings.ts';
import { hasSpreadsheetAccess } from '../../people/records/class-list.ts';
import { employeeKey } from '../../people/records/store.ts';
import { ForbiddenError, NotFoundError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { type Caller, hasMenu } from '../../platform/requests/caller.ts';
import { readItems } from '../../platform/table/table.ts';
import { findAccountByUserName, foldUserName } from '../../sessions/accounts.ts';
import { outboxKeyOf } from '../../sessions/signing-key.ts';

export const readEmployeeAccount = callHandler(authContract.readEmployeeAccount, {
  handle: ({ input, caller }) => readEmployee(caller, input.id ?? caller.accountId),
});

export const readEmployeeByUserName = callHandler(authContract.readEmployeeByUserName, {
  handle: async ({ input, caller }) => {
    const isSelf = input.userName === undefined || foldUserName(input.userName) === foldUserName(caller.userName);
    if (isSelf) {
      const employee = await readEmployee(caller, caller.accountId);
      return { ...employee, outbox_key: await outboxKeyOf(caller.accountId) };
    }
    // Rejected before the read, so that the answer does not reveal which names exist.
    if (!canReadOtherEmployees(caller)) throw new ForbiddenError(authRefusals.forbidden);
    const account = await findAccountByUserName(input.userName ?? '');
    if (!account) throw new NotFoundError(noSuchTeacher);
    return readEmployee(caller, account.accountId);
  },
});

/** The office reads anyone with the Teachers menu. */
export const canReadOtherEmployees = (caller: Caller): boolean =>
  caller.role === 'Admin' && hasMenu(caller, ['employees']);

/** Teachers read themselves; for another id they are refused before the read, whether it exists or not. */
export async function readEmployee(caller: Caller, employeeId: string) {
  if (employeeId !== caller.accountId && !canReadOtherEmployees(caller))
    throw new ForbiddenError(authRefusals.forbidden);
  const { employee } = await readItems({ employee: employeeKey(employeeId) });
  if (!employee) throw new NotFoundError(noSuchTeacher);
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
