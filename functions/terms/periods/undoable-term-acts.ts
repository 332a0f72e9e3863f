import { termsContract } from '#shared/terms/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { termActs } from '../../reference/period-removal.ts';

export const undoableTermActs = callHandler(termsContract.undoableTermActs, {
  handle: ({ request: { now } }) => termActs.list({ now }),
});
