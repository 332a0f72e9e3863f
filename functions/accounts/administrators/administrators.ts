import { accountsContract } from '#shared/accounts/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { allAccounts } from '../../sessions/accounts.ts';
import { requireManager } from './administrator-store.ts';
import { toAdministrator } from './answer.ts';

export const administrators = callHandler(accountsContract.administrators, {
  handle: async ({ caller }) => {
    requireManager(caller);
    const accounts = await allAccounts();
    return accounts
      .filter(({ role }) => role !== 'teacher')
      .map(toAdministrator)
      .sort((a, b) => a.name.localeCompare(b.name));
  },
});
