import { authContract } from '#shared/accounts/auth/contract.ts';
import { authRefusals } from '#shared/accounts/wordings.ts';
import { ForbiddenError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { outboxKeyOf } from '../../sessions/signing-key.ts';

export const readAdminPermissions = callHandler(authContract.readAdminPermissions, {
  handle: async ({ input, caller }) => {
    if (input.user_admin_id !== undefined && input.user_admin_id !== caller.accountId) {
      throw new ForbiddenError(authRefusals.forbidden);
    }
    if (caller.role === 'teacher' || caller.role === 'student') throw new ForbiddenError(authRefusals.forbidden);
    return {
      user_admin_id: caller.accountId,
      name: caller.name,
      user_admin: caller.role,
      permissions: [...caller.permissions],
      outbox_key: await outboxKeyOf(caller.accountId),
    };
  },
});
