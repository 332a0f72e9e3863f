import { accountsContract } from '#shared/accounts/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { pairKeys, requireManager, requireOther } from './administrator-store.ts';
import { setOpen } from './set-open.ts';

export const disableAdministrator = callHandler(accountsContract.disableAdministrator, {
  prefetch: ({ user_admin_id }, callerId) => pairKeys(user_admin_id, callerId),
  handle: ({ found, caller, request }) => {
    requireManager(caller);
    const pair = requireOther({ own: found.own, target: found.target });
    return setOpen(pair, { isOpen: false, caller, request });
  },
});
