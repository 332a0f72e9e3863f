import { termReportsContract } from '#shared/term-reports/contract.ts';
import { postingWordings } from '#shared/term-reports/wordings.ts';
import { ConflictError } from '../../platform/errors.ts';
import { readJob } from '../../platform/jobs/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { isChangeDone } from '../../platform/table/audit.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { school } from '../../school/records/school.ts';
import { readEndOfTerm, readLeaversOfTerm } from '../../students/records/term-leavers.ts';
import { noSuchReportError } from '../report-access.ts';
import { findCertainFaults } from '../report-cards/certain-faults.ts';
import { readLiveCard, readTermFacts } from '../report-cards/live-cards.ts';
import { withFactsOfCopy } from '../report-cards/posting/card-changes.ts';
import { issueReportCardAgain } from '../report-cards/posting/issue-again.ts';
import { readFrozenCards } from '../report-cards/posting/posted-reports.ts';
import { postingAuditSubject, readPosting } from '../report-cards/posting/postings.ts';
import { postingJobKey } from '../report-cards/posting/report-jobs.ts';
import { toPostedReportAnswer } from './print-posted-report.ts';

export const issueReportAgain = callHandler(termReportsContract.issueReportAgain, {
  handle: async ({ input: { student_id: studentId, reason, date_posted: seen, ...period }, caller, request }) => {
    const key = { studentId, ...period };
    const read = async () => {
      const posting = await readPosting(period);
      const copy = (await readFrozenCards(posting, [studentId])).get(studentId);
      // It replaces a card of its class, and looks as the others do.
      return { posting, copy, now: await readLiveCard(key, copy && (() => copy.layout)) };
    };
    await retryRefused({
      read,
      attempt: async ({ posting, copy, now: live }) => {
        if (await isChangeDone(postingAuditSubject(period), request.idempotencyKey)) return 'done';
        if (!posting?.isPosted) throw new ConflictError(postingWordings.notPosted);
        if (!live) throw noSuchReportError(caller);
        const state = toPostedReportAnswer(copy, live.card);
        if (seen !== undefined && seen !== state.date_posted) throw new ConflictError(postingWordings.issuedMeanwhile);
        if (copy && state.changed.length === 0) throw new ConflictError(postingWordings.reportUnchanged);
        const run = await readJob('post-term-reports', postingJobKey(period));
        if (run?.state === 'running') throw new ConflictError(postingWordings.running);
        const leavers = await readLeaversOfTerm([studentId], await readEndOfTerm(period));
        const again = copy ? withFactsOfCopy(live.card, copy.card) : live.card;
        const faults = await findCertainFaults([{ ...live, card: again }], await readTermFacts(period));
        const ofReport = faults.get(studentId);
        if (ofReport) throw new ConflictError(postingWordings.certainFaultsOfReport(ofReport.join(' ')));
        const copied = {
          school: school(),
          card: again,
          layout: live.layout,
          hadLeft: leavers.has(studentId),
          reason,
        };
        return issueReportCardAgain(posting, copied, { caller, request });
      },
      what: 'the posting of this term',
    });
    const { copy, now } = await read();
    return toPostedReportAnswer(copy, now?.card);
  },
});
