import { familiesContract } from '#shared/families/contract.ts';
import { termTitle } from '#shared/school/academic-year.ts';
import { callHandler, reportCardsReply } from '../../platform/requests/call-handler.ts';
import { schoolDay } from '../../school/records/school.ts';
import { outboxKeyOf } from '../../sessions/signing-key.ts';
import { studentOfAccount } from '../../sessions/student-accounts.ts';
import { requireCurrentStudent, studentKey } from '../../students/records/store.ts';
import { listPostedCopies } from '../../term-reports/report-cards/posting/posted-reports.ts';
import { listPostings, postingKey } from '../../term-reports/report-cards/posting/postings.ts';
import { openPostedReport, requireStudentIdOfCaller } from './posted-report.ts';
import { toReportPage } from './report-page.ts';

/** Two queries beside the session: the postings, and the student's copies. */
export const listMyReports = callHandler(familiesContract.listMyReports, {
  prefetch: (_input, accountId) => ({ student: studentKey(studentOfAccount(accountId) ?? '-') }),
  handle: async ({ found, caller }) => {
    const studentId = requireStudentIdOfCaller(caller);
    const copies = await listPostedCopies(studentId, await listPostings());
    return {
      student: { id: studentId, name: caller.name, class_id: requireCurrentStudent(found.student).classId },
      outbox_key: await outboxKeyOf(caller.accountId),
      reports: copies
        .toSorted((a, b) => b.year - a.year || b.term - a.term)
        .map(({ year, term, card, postedAt }) => ({
          ...{ year, term, title: termTitle({ year, term }), class_id: card.student.classId },
          ...{ posted_on: schoolDay(postedAt), average: card.average.text },
        })),
    };
  },
});

/** With the session and the access event three requests. */
export const readMyReport = callHandler(familiesContract.readMyReport, {
  prefetch: (term) => ({ posting: postingKey(term) }),
  handle: async ({ input: { year, term }, found, caller }) => {
    const copy = await openPostedReport(requireStudentIdOfCaller(caller), { year, term }, found.posting);
    const { id: studentId, classId } = copy.card.student;
    return reportCardsReply(toReportPage(copy), { year, term, classId, studentId });
  },
});
