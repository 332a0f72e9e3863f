import { authContract } from '#shared/accounts/auth/contract.ts';
import { callHandler, Reply } from '../../../platform/requests/call-handler.ts';
import { noteAccess } from '../../../sessions/access-events.ts';
import { areaOf } from '../../../sessions/sessions.ts';
import { openWithCookies } from '../sign-in/session-cookies.ts';
import { confirmStep } from './confirm-step.ts';
import { stepDone } from './step.ts';

export const confirmDemandedSetUp = callHandler(authContract.confirmDemandedSetUp, {
  handle: async ({ input, request }) => {
    const { account, recovery_codes } = await confirmStep('demanded set-up', { code: input.code, request });
    const { accountId, role } = account;
    await noteAccess({ kind: 'signed in', accountId }, request);
    return new Reply({ id: accountId, area: areaOf(role), recovery_codes }, [
      // Trusted from the set-up on: what was trusted in the same moment is.
      ...(await openWithCookies(account, { now: request.now, request, isTrusted: input.trust_device })),
      stepDone(),
    ]);
  },
});
