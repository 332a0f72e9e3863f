import { authContract } from '#shared/accounts/auth/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { readEmployee } from './read-employee.ts';

export const employee = callHandler(authContract.employee, {
  handle: ({ input, caller }) => readEmployee(caller, input.id ?? caller.accountId),
});
