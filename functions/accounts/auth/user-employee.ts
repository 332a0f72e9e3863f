import { authContract } from '#shared/accounts/auth/contract.ts';
import { authMessages } from '#shared/accounts/auth/messages.ts';
import { ForbiddenError, NotFoundError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { accountByUserName, foldUserName } from '../../sessions/accounts.ts';
import { mayReadOthers, readEmployee } from './read-employee.ts';

export const userEmployee = callHandler(authContract.userEmployee, {
  handle: async ({ input, caller }) => {
    const isSelf = input.userName === undefined || foldUserName(input.userName) === foldUserName(caller.userName);
    if (isSelf) return readEmployee(caller, caller.accountId);
    // Refused before looking, so that the answer never tells which names exist.
    if (!mayReadOthers(caller)) throw new ForbiddenError(authMessages.forbidden);
    const account = await accountByUserName(input.userName ?? '');
    if (!account) throw new NotFoundError('There is no such teacher.');
    return readEmployee(caller, account.accountId);
  },
});
