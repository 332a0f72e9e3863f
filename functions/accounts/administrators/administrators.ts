import { type Administrator, accountsContract } from '#shared/accounts/contract.ts';
import { signInUseOf } from '../../people/records/employee-mapper.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { requireManageAdmins } from '../../platform/requests/require-manage-admins.ts';
import { type AccountItem, listAdministratorAccounts } from '../../sessions/accounts.ts';
import { updateIdentity } from '../../sessions/identity-updates.ts';
import { type PasswordIssuer, storeOneTimePassword } from '../sign-in-slips.ts';
import { readStoredAdministrator } from './administrator-store.ts';

export const listAdministrators = callHandler(accountsContract.listAdministrators, {
  handle: async ({ caller }) => {
    requireManageAdmins(caller);
    const accounts = await listAdministratorAccounts();
    return accounts.map(toAdministrator).sort((a, b) => a.name.localeCompare(b.name));
  },
});

export const toAdministrator = (account: AccountItem): Administrator => ({
  user_admin_id: account.accountId,
  name: account.name,
  user_name: account.userName,
  user_admin: account.role === 'PTA' ? 'PTA' : 'Admin',
  permissions: account.permissions,
  is_disabled: account.isDisabled === true,
  sign_in: signInUseOf(account),
});

/**
 * Sends due changes to the identity store, and answers the stored administrator, with the one-time password where one
 * was due.
 */
export async function finishAdministratorChange(accountId: string, making: PasswordIssuer) {
  const one_time_password = await storeOneTimePassword(
    accountId,
    await updateIdentity(accountId, making.request.now),
    making,
  );
  return { administrator: toAdministrator(await readStoredAdministrator(accountId)), one_time_password };
}
