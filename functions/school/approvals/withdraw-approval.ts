import { termsContract } from '#shared/school/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { endNamed } from './end-approval.ts';

export const withdrawApproval = callHandler(termsContract.withdrawApproval, {
  handle: ({ input: { id }, caller, request }) => endNamed({ id, as: 'withdrawn', caller, request }),
});
