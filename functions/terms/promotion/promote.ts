import { academicYearTitle } from '#shared/terms/academic-year.ts';
import { termsContract } from '#shared/terms/contract.ts';
import { termsMessages } from '#shared/terms/messages.ts';
import { ConflictError } from '../../platform/errors.ts';
import { runJob, toProgress } from '../../platform/jobs/run-job.ts';
import { forgetJob, isFollowed } from '../../platform/jobs/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { inHundreds } from '../../platform/table/table.ts';
import { skippedStudents } from '../skipped-students.ts';
import { outcomesOfStudents, promotionJobs, yearToPromote } from './promotion-status.ts';

export const promote = callHandler(termsContract.promote, {
  handle: async ({ input: { confirm }, caller, request }) => {
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
        const students = (await outcomesOfStudents()).filter(({ outcome }) => outcome !== 'repeats');
        if (term !== 3 && confirm !== students.length)
          throw unconfirmed(term, { typed: confirm, count: students.length });
        return inHundreds(students.map(({ studentId }) => studentId));
      },
      caller,
      request,
    });
    return { ...toProgress(job), left: await skippedStudents(job) };
  },
});

const unconfirmed = (term: 1 | 2, { typed, count }: { typed: number | undefined; count: number }) =>
  new ConflictError(termsMessages.confirmPromotion(term, count), {
    ...{ field: 'confirm', yours: typed ?? null, theirs: count, by: null, at: null },
  });
