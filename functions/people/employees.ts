import { authRefusals } from '#shared/accounts/wordings.ts';
import { peopleContract } from '#shared/people/contract.ts';
import { isArchivedTeacher } from '#shared/people/teacher.ts';
import { ForbiddenError } from '../platform/errors.ts';
import { callHandler } from '../platform/requests/call-handler.ts';
import { hasMenu, isAdmin } from '../platform/requests/caller.ts';
import { listStaffAccounts } from '../sessions/accounts.ts';
import { mayPickAnyone } from './records/class-list.ts';
import { toEmployeeEntry, toPickerEntry } from './records/employee-mapper.ts';
import { employeeKey, listAllEmployees } from './records/store.ts';

export const listEmployees = callHandler(peopleContract.listEmployees, {
  prefetch: (_input, accountId) => ({ own: employeeKey(accountId) }),
  handle: async ({ caller, found }) => {
    if (!mayPickAnyone(caller, found.own)) throw new ForbiddenError(authRefusals.forbidden);
    if (!isAdmin(caller) || !hasMenu(caller, ['employees'])) {
      return (await listAllEmployees()).filter((employee) => !isArchivedTeacher(employee)).map(toPickerEntry);
    }
    const [everybody, accounts] = await Promise.all([listAllEmployees(), listStaffAccounts()]);
    const byId = new Map(accounts.map((account) => [account.accountId, account]));
    return everybody.map((employee) => toEmployeeEntry(employee, byId.get(employee.employeeId)));
  },
});
