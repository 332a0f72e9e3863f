import { familiesContract } from '#shared/options/families/contract.ts';
import { signedCredential } from '#shared/options/signed-cards/card-credential.ts';
import { verificationWordings } from '#shared/options/signed-cards/wordings.ts';
import { NotFoundError } from '../../../platform/errors.ts';
import { callHandler, reportCardsReply } from '../../../platform/requests/call-handler.ts';
import { postingKey } from '../../../term-reports/report-cards/posting/postings.ts';
import { readShownCard } from '../../signed-cards/records/signed-card.ts';
import { openPostedReport, requireStudentIdOfCaller } from './posted-report.ts';

/**
 * Made of what the copy has: the very credential that is in the printed card. With the session and the access event
 * three requests.
 */
export const downloadMyCredential = callHandler(familiesContract.downloadMyCredential, {
  prefetch: (term) => ({ posting: postingKey(term) }),
  handle: async ({ input: { year, term, student_id }, found, caller }) => {
    const { card, proof } = await openPostedReport(
      requireStudentIdOfCaller(caller, student_id),
      { year, term },
      found.posting,
    );
    const shown = readShownCard(proof);
    if (!shown) throw new NotFoundError(verificationWordings.noCredential);
    const { address, ...signedCard } = shown;
    const { id: studentId, classId } = card.student;
    return reportCardsReply(signedCredential(signedCard, address), { year, term, classId, studentId });
  },
});
