import { authMessages } from '#shared/accounts/wordings.ts';
import { schoolTime } from '#shared/school/school-time.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { termReportKey } from '../../marks/records/term-report.ts';
import { classPostKeys } from '../../people/records/store.ts';
import { ForbiddenError, NotFoundError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { isAdmin } from '../../platform/requests/caller.ts';
import { readItems } from '../../platform/table/table.ts';
import { school } from '../../school/records/school.ts';
import { checkClassPost } from '../may-see-class.ts';
import { liveCardOf } from '../report-cards/live-cards.ts';
import { changesOfCard } from '../report-cards/posting/card-changes.ts';
import { type FrozenCard, frozenCardsOf } from '../report-cards/posting/frozen-cards.ts';
import { postingKey } from '../report-cards/posting/posting.ts';
import type { ReportCard } from '../report-cards/report-card.ts';

/** Two requests while nothing is posted; with a copy those of printing the report. */
export const postedReport = callHandler(termReportsContract.postedReport, {
  prefetch: ({ student_id: studentId, year, term }) => ({
    report: termReportKey({ studentId, year, term }),
    posting: postingKey({ year, term }),
  }),
  handle: async ({ input: { student_id: studentId, year, term }, caller, found: { report, posting } }) => {
    if (!report) {
      // A teacher is not told which pupils there are.
      if (!isAdmin(caller)) throw new ForbiddenError(authMessages.forbidden);
      throw new NotFoundError('This student is not registered for this term.');
    }
    const { posts } = await readItems({
      posts: classPostKeys({ employeeId: caller.accountId, year, classId: report.classId }),
    });
    checkClassPost(caller, posts);
    const copy = (await frozenCardsOf(posting, [studentId])).get(studentId);
    return toPostedReport(copy, copy && (await liveCardOf({ studentId, year, term })));
  },
});

/** A report as its record shows it: whether parents see it, since when, and what they do not see of it yet. */
export const toPostedReport = (copy: FrozenCard | undefined, card: ReportCard | undefined) => ({
  posted: copy ? (1 as const) : (0 as const),
  date_posted: copy ? schoolTime(copy.postedAt, school().timeZone) : null,
  reason: copy?.reason ?? null,
  changed: copy && card ? changesOfCard(copy.card, card) : [],
});
