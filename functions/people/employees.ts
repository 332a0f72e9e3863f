import { authMessages } from '#shared/auth/messages.ts';
import { peopleContract } from '#shared/people/contract.ts';
import { ForbiddenError } from '../platform/errors.ts';
import { callHandler } from '../platform/requests/call-handler.ts';
import { picksAnyone } from './class-list.ts';
import { currentEmployees, employeeKey } from './store.ts';

export const employees = callHandler(peopleContract.employees, {
  prefetch: (_input, accountId) => ({ own: employeeKey(accountId) }),
  handle: async ({ caller, found }) => {
    if (!picksAnyone(caller, found.own)) throw new ForbiddenError(authMessages.forbidden);
    return (await currentEmployees()).map(({ employeeId, teacherNum, firstName, lastName }) => ({
      id: employeeId,
      employee_id: employeeId,
      teacher_num: teacherNum,
      first_name: firstName,
      last_name: lastName,
    }));
  },
});
