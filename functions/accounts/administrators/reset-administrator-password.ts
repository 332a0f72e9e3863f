import { accountsContract } from '#shared/accounts/contract.ts';
import { ConflictError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { requireManageAdmins } from '../../platform/requests/require-manage-admins.ts';
import { resetPassword } from '../../sessions/password-reset.ts';
import { callerAndTargetKeys, requireOtherAdministrator } from './administrator-store.ts';
import { finishAdministratorChange } from './administrators.ts';

export const resetAdministratorPassword = callHandler(accountsContract.resetAdministratorPassword, {
  prefetch: ({ user_admin_id }, callerId) => callerAndTargetKeys(user_admin_id, callerId),
  handle: async ({ input, found, caller, request }) => {
    requireManageAdmins(caller);
    const { target } = requireOtherAdministrator({ own: found.own, target: found.target });
    await resetPassword(target, {
      check: ({ isDisabled, name }) => {
        if (isDisabled) throw new ConflictError(`${name} is disabled. Enable the account first.`);
      },
      caller,
      request,
    });
    return finishAdministratorChange(input.user_admin_id, { caller, request });
  },
});
