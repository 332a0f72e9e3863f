import { authContract } from '#shared/accounts/auth/contract.ts';
import { callHandler, Reply } from '../../../platform/requests/call-handler.ts';
import { endOtherSessions } from '../../../sessions/session-list.ts';
import { confirmStep } from './confirm-step.ts';
import { stepDone } from './step.ts';

export const confirmSetUp = callHandler(authContract.confirmSetUp, {
  handle: async ({ input, caller, request }) => {
    const { accountId: owner } = caller;
    const { account, recovery_codes } = await confirmStep('own set-up', { code: input.code, owner, request });
    // Whoever else is in by the password alone has to show a code too.
    await endOtherSessions(account, { caller, request });
    return new Reply({ recovery_codes }, [stepDone()]);
  },
});
