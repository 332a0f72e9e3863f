import { academicYearTitle } from '#shared/terms/academic-year.ts';
import { termsContract } from '#shared/terms/contract.ts';
import { takeApproval } from '../../approvals/answer-approval.ts';
import { isApproved } from '../../approvals/ask-approval.ts';
import { ConflictError } from '../../platform/errors.ts';
import { runJob, toProgress } from '../../platform/jobs/run-job.ts';
import { forgetJob, isFollowed } from '../../platform/jobs/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { inHundreds } from '../../platform/table/table.ts';
import { skippedStudents } from '../skipped-students.ts';
import { promotionJobs, toBePromoted, unconfirmed, yearToPromote } from './promotion-status.ts';

export const promote = callHandler(termsContract.promote, {
  handle: async ({ input: { confirm, approval }, caller, request }) => {
    const { year, term } = await yearToPromote();
    const { promotion, undo } = await promotionJobs(year);
    if (undo?.state === 'running') throw new ConflictError('The promotion is being undone.');
    if (promotion?.state === 'finished' && !isFollowed(promotion, request.idempotencyKey)) {
      throw new ConflictError(
        `The students of ${academicYearTitle(year)} were promoted already, by ${promotion.startedByName}. Undo that first.`,
      );
    }
    // What an earlier undo said is over with a new promotion.
    if (undo && !promotion) await forgetJob(undo);
    const job = await runJob({
      name: 'promote-students',
      key: String(year),
      input: { year },
      plan: async () => {
        const students = await toBePromoted();
        if (term !== 3) {
          if (confirm !== students.length) throw unconfirmed(term, { typed: confirm, count: students.length });
          const of = { act: 'promote', year, term } as const;
          if (isApproved()) await takeApproval({ of, id: approval, basis: 0, caller, request });
        }
        return inHundreds(students.map(({ studentId }) => studentId));
      },
      caller,
      request,
    });
    return { ...toProgress(job), left: await skippedStudents(job) };
  },
});
