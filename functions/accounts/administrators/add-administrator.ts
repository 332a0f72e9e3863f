import { sortPermissions } from '#shared/accounts/auth/permissions.ts';
import { accountsContract } from '#shared/accounts/contract.ts';
import { authRefusals } from '#shared/accounts/wordings.ts';
import { ForbiddenError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { requireManageAdmins } from '../../platform/requests/require-manage-admins.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { readItems } from '../../platform/table/table.ts';
import { accountIdForKey, requireFreeUserName } from '../free-user-name.ts';
import { storeNewAdministrator as add, callerAndTargetKeys, requirePermissionsOfKind } from './administrator-store.ts';
import { finishAdministratorChange } from './administrators.ts';

export const addAdministrator = callHandler(accountsContract.addAdministrator, {
  handle: async ({ input, caller, request }) => {
    requireManageAdmins(caller);
    const { name, user_name: userName, user_admin: role } = input;
    const permissions = sortPermissions(input.permissions);
    requirePermissionsOfKind(role, permissions);
    const accountId = accountIdForKey(request.idempotencyKey);
    await retryRefused({
      read: () => readItems(callerAndTargetKeys(accountId, caller.accountId)),
      attempt: async ({ own, target }) => {
        if (target) return 'done';
        if (!own || own.isDisabled) throw new ForbiddenError(authRefusals.forbidden);
        requireManageAdmins(own);
        await requireFreeUserName(userName);
        return add({ own, account: { accountId, role, userName, name, permissions } }, { caller, request });
      },
      what: 'the list of administrators',
    });
    return finishAdministratorChange(accountId, { caller, request });
  },
});
