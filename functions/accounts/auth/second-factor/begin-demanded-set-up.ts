import { authContract } from '#shared/accounts/auth/contract.ts';
import { authMessages } from '#shared/accounts/auth/messages.ts';
import { ConflictError } from '../../../platform/errors.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { appSecretFor } from './app-secret.ts';
import { readStep } from './step.ts';

export const beginDemandedSetUp = callHandler(authContract.beginDemandedSetUp, {
  handle: async ({ request }) => {
    const step = await readStep(request.cookies, 'demanded set-up', request.now);
    if (!step) throw new ConflictError(authMessages.stepOver);
    return appSecretFor(step.account, step.proof);
  },
});
