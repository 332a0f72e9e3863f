import { termsContract } from '#shared/school/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { termActs } from '../records/period-removal.ts';

export const undoableTermActs = callHandler(termsContract.undoableTermActs, {
  handle: ({ request: { now } }) => termActs.list({ now }),
});
