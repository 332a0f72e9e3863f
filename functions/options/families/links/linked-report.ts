import { familiesContract } from '#shared/options/families/contract.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { recordLinkOpened } from '../../../sessions/student-access.ts';
import { requireOpening } from '../records/opened-links.ts';
import { openPostedReport } from '../reports/posted-report.ts';
import { toReportPage } from '../reports/report-page.ts';

/** Three requests: the link with what it opens, the copies, the access event. */
export const readLinkedReport = callHandler(familiesContract.readLinkedReport, {
  handle: async ({ input, request }) => {
    const { link, posting } = await requireOpening(input, request.now);
    const { year, term, studentId } = link;
    const copy = await openPostedReport(studentId, { year, term }, posting);
    await recordLinkOpened({ year, term, studentId, classId: copy.card.student.classId }, request);
    return toReportPage(copy);
  },
});
