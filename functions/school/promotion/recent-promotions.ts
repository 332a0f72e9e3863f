import { termsContract } from '#shared/school/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { promotionActs } from './promotion-acts.ts';
import { yearToPromote } from './promotion-status.ts';

/** Of the current academic year: an earlier one's promotion is no longer undone. */
export const recentPromotions = callHandler(termsContract.recentPromotions, {
  handle: async ({ request: { now } }) => {
    const { year } = await yearToPromote();
    return promotionActs.list({ place: String(year), now });
  },
});
