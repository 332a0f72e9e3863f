import { termsContract } from '#shared/school/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { endNamed } from './end-approval.ts';

export const refuseApproval = callHandler(termsContract.refuseApproval, {
  handle: ({ input: { id, reason }, caller, request }) => endNamed({ id, as: 'refused', reason, caller, request }),
});
