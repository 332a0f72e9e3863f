import type { Administrator } from '#shared/accounts/contract.ts';
import { useOf } from '../../people/records/employee-mapper.ts';
import type { AccountItem } from '../../sessions/accounts.ts';
import { tellIdentity } from '../../sessions/identity-step.ts';
import { keepSlip, type Making } from '../sign-in-slips.ts';
import { storedAdministrator } from './administrator-store.ts';

export const toAdministrator = (account: AccountItem): Administrator => ({
  user_admin_id: account.accountId,
  name: account.name,
  user_name: account.userName,
  user_admin: account.role === 'PTA' ? 'PTA' : 'Admin',
  permissions: account.permissions,
  is_disabled: account.isDisabled === true,
  sign_in: useOf(account),
});

/** Tells the identity store what is due, and gives the administrator as stored, with the one-time password where one was due. */
export async function answerOf(accountId: string, making: Making) {
  const one_time_password = await keepSlip(accountId, await tellIdentity(accountId, making.request.now), making);
  return { administrator: toAdministrator(await storedAdministrator(accountId)), one_time_password };
}
