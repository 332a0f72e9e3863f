import { authContract } from '#shared/auth/contract.ts';
import { callHandler, Reply } from '../../platform/requests/call-handler.ts';
import { confirmStep } from './confirm-step.ts';
import { stepDone } from './step.ts';

export const confirmSetUp = callHandler(authContract.confirmSetUp, {
  handle: async ({ input, caller, request }) => {
    const { recovery_codes } = await confirmStep('own set-up', { code: input.code, owner: caller.accountId, request });
    return new Reply({ recovery_codes }, [stepDone()]);
  },
});
