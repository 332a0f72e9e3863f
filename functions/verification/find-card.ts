import { verificationContract } from '#shared/verification/contract.ts';
import { verificationWordings } from '#shared/verification/wordings.ts';
import { NotFoundError } from '../platform/errors.ts';
import { callHandler } from '../platform/requests/call-handler.ts';
import { findSignedCardByCode } from '../term-reports/report-cards/posting/posted-reports.ts';

/** Of a copy nothing but the signed card is read; whether it is still good is in the status lists. */
export const findCard = callHandler(verificationContract.findCard, {
  handle: async ({ input: { code } }) => {
    const card = await findSignedCardByCode(code);
    if (card === undefined) throw new NotFoundError(verificationWordings.noSuchCode);
    return { card };
  },
});
