import { authContract } from '#shared/accounts/auth/contract.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { noteProof } from '../../../sessions/sessions.ts';
import { proveOwner } from '../second-factor/prove.ts';

export const confirmOwner = callHandler(authContract.confirmOwner, {
  handle: async ({ input, caller, request }) => {
    await proveOwner(input, { caller, request });
    await noteProof(caller, request.now);
    return { ok: true as const };
  },
});
