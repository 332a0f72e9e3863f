import { familiesContract } from '#shared/options/families/contract.ts';
import { callHandler, reportCardsReply } from '../../../platform/requests/call-handler.ts';
import { recordLinkOpened } from '../../../sessions/student-access.ts';
import { postingKey } from '../../../term-reports/report-cards/posting/postings.ts';
import { readOrPrintPostedCard } from '../../../term-reports/report-cards/print/posted-card-file.ts';
import { requireOpening } from '../records/opened-links.ts';
import { openPostedReport, requireStudentIdOfCaller } from '../reports/posted-report.ts';

/** The printed card. Three requests of the table: session and posting, the copies, the access event. */
export const printMyReport = callHandler(familiesContract.printMyReport, {
  prefetch: (term) => ({ posting: postingKey(term) }),
  handle: async ({ input: { year, term, student_id }, found, caller, request }) => {
    const copy = await openPostedReport(requireStudentIdOfCaller(caller, student_id), { year, term }, found.posting);
    const { id: studentId, classId } = copy.card.student;
    return reportCardsReply(await readOrPrintPostedCard(copy, request.now), { year, term, classId, studentId });
  },
});

/** The same for a parent who has opened the link. Three requests of the table, too. */
export const printLinkedReport = callHandler(familiesContract.printLinkedReport, {
  handle: async ({ input, request }) => {
    const { link, posting } = await requireOpening(input, request.now);
    const { year, term, studentId } = link;
    const copy = await openPostedReport(studentId, { year, term }, posting);
    const bytes = await readOrPrintPostedCard(copy, request.now);
    await recordLinkOpened({ year, term, studentId, classId: copy.card.student.classId }, request);
    return bytes;
  },
});
