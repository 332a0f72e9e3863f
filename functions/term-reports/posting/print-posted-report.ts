import { schoolTime } from '#shared/school/school-time.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { termReportKey } from '../../marks/records/term-report.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { school } from '../../school/records/school.ts';
import { noSuchReportError, requirePostInClass } from '../report-access.ts';
import { readLiveCard } from '../report-cards/live-cards.ts';
import { listCardDifferences } from '../report-cards/posting/card-changes.ts';
import { type FrozenCard, readFrozenCards } from '../report-cards/posting/posted-reports.ts';
import { postingKey } from '../report-cards/posting/postings.ts';
import type { ReportCard } from '../report-cards/report-card.ts';

/** Two requests while nothing is posted; with a copy those of printing the report. */
export const printPostedReport = callHandler(termReportsContract.printPostedReport, {
  prefetch: ({ student_id: studentId, year, term }) => ({
    report: termReportKey({ studentId, year, term }),
    posting: postingKey({ year, term }),
  }),
  handle: async ({ input: { student_id: studentId, year, term }, caller, found: { report, posting } }) => {
    if (!report) throw noSuchReportError(caller);
    await requirePostInClass(report, caller);
    const copy = (await readFrozenCards(posting, [studentId])).get(studentId);
    const now = copy && (await readLiveCard({ studentId, year, term }, () => copy.layout));
    return toPostedReportAnswer(copy, now?.card);
  },
});

/** A report's posting for its record: whether parents see it, since when, and what has changed since. */
export const toPostedReportAnswer = (copy: FrozenCard | undefined, card: ReportCard | undefined) => ({
  posted: copy ? (1 as const) : (0 as const),
  date_posted: copy ? schoolTime(copy.postedAt, school().timeZone) : null,
  reason: copy?.reason ?? null,
  changed: copy && card ? listCardDifferences(copy.card, card) : [],
});
