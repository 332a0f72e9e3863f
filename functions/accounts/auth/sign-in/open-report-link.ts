import { authContract } from '#shared/accounts/auth/contract.ts';
import { authRefusals } from '#shared/accounts/wordings.ts';
import { linkLimits, linkWordings } from '#shared/families/wordings.ts';
import { findLink, openLink, takeLinkTry } from '../../../families/records/opened-links.ts';
import { NotSignedInError, ThrottledError } from '../../../platform/errors.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { requireFamilyEntrance } from '../../../school/records/school.ts';
import { recordLinkRefused } from '../../../sessions/student-access.ts';
import { countLinkAttempt, forgetLinkAttempt } from './sign-in-attempts.ts';

/**
 * Opens the report of a link by the student's date of birth (rule 56). The try is counted before the date is compared, so that concurrent guesses cannot
 * slip past, and given back after a right one. An unknown link, a dead one and a wrong date have one answer.
 */
export const openReportLink = callHandler(authContract.openReportLink, {
  handle: async ({ input: { link: token, date_of_birth }, request }) => {
    requireFamilyEntrance();
    const counted = await countLinkAttempt(request.address, request.now);
    if ('seconds' in counted) throw new ThrottledError(authRefusals.waitSeconds(counted.seconds), counted.seconds);
    const found = await findLink(token, request.now);
    const isTaken = found !== undefined && (await takeLinkTry(found.link, counted.tries));
    if (!isTaken || found.student.dateOfBirth !== date_of_birth) {
      const isLockedOut = isTaken && found.link.tries + 1 >= linkLimits.tries;
      await recordLinkRefused({ studentId: found?.link.studentId, isLockedOut }, request);
      throw new NotSignedInError(linkWordings.opensNothing);
    }
    const opening = await openLink(found.link, request.now);
    await forgetLinkAttempt(request.address);
    return { opening };
  },
});
