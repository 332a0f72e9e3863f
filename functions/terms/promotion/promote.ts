import { academicYearTitle } from '#shared/terms/academic-year.ts';
import { termsContract } from '#shared/terms/contract.ts';
import { ConflictError } from '../../platform/errors.ts';
import { runJob, toProgress } from '../../platform/jobs/run-job.ts';
import { forgetJob, isFollowed } from '../../platform/jobs/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { inHundreds } from '../../platform/table/table.ts';
import { skippedStudents } from '../skipped-students.ts';
import { outcomesOfStudents, promotionJobs, yearToPromote } from './promotion-status.ts';

export const promote = callHandler(termsContract.promote, {
  handle: async ({ caller, request }) => {
    const { year } = await yearToPromote();
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
        const students = await outcomesOfStudents();
        return inHundreds(students.filter(({ outcome }) => outcome !== 'repeats').map(({ studentId }) => studentId));
      },
      caller,
      request,
    });
    return { ...toProgress(job), left: await skippedStudents(job) };
  },
});
