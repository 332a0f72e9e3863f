import { accountsContract } from '#shared/accounts/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { requireManageAdmins } from '../../platform/requests/require-manage-admins.ts';
import { withSignInOpen } from '../../sessions/identity-updates.ts';
import { callerAndTargetKeys, changeAdministrator, requireOtherAdministrator } from './administrator-store.ts';
import { finishAdministratorChange } from './administrators.ts';

type Row = typeof accountsContract.enableAdministrator | typeof accountsContract.disableAdministrator;

/** Opens or closes another administrator's sign-in; closing ends every session at once. */
const setOpen = (row: Row, isOpen: boolean) =>
  callHandler(row, {
    prefetch: ({ user_admin_id }, callerId) => callerAndTargetKeys(user_admin_id, callerId),
    handle: async ({ found, caller, request }) => {
      requireManageAdmins(caller);
      const pair = requireOtherAdministrator({ own: found.own, target: found.target });
      await changeAdministrator(pair, {
        caller,
        request,
        decide: async ({ target }) => {
          const wasDisabled = target.isDisabled === true;
          if (wasDisabled !== isOpen) return null;
          return {
            next: withSignInOpen(target, isOpen, request.now),
            changes: [{ field: 'isDisabled', before: wasDisabled, after: !isOpen }],
          };
        },
      });
      return finishAdministratorChange(pair.target.accountId, { caller, request });
    },
  });

export const enableAdministrator = setOpen(accountsContract.enableAdministrator, true);

export const disableAdministrator = setOpen(accountsContract.disableAdministrator, false);
