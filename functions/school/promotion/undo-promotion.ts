import { academicYearTitle } from '#shared/school/academic-year.ts';
import { termsContract } from '#shared/school/contract.ts';
import { ConflictError } from '../../platform/errors.ts';
import { runJob, toProgress } from '../../platform/jobs/run-job.ts';
import { forgetJob, isFollowed } from '../../platform/jobs/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { inHundreds } from '../../platform/table/table.ts';
import { readPromotedOfYear } from '../../students/records/placement/promotion.ts';
import { skippedStudents } from '../skipped-students.ts';
import { listUndoOfPromotion } from './promotion-acts.ts';
import { promotionJobs, yearToPromote } from './promotion-status.ts';

export const undoPromotion = callHandler(termsContract.undoPromotion, {
  handle: async ({ caller, request }) => {
    const { year } = await yearToPromote();
    const { promotion, undo } = await promotionJobs(year);
    const isRepeated = undo !== undefined && isFollowed(undo, request.idempotencyKey);
    if (promotion?.state === 'running') throw new ConflictError('The promotion is still going on.');
    if (!promotion && !isRepeated && undo?.state !== 'running') {
      throw new ConflictError(`There is no promotion of ${academicYearTitle(year)} to undo.`);
    }
    if (undo?.state === 'finished' && !isRepeated) await forgetJob(undo);
    const job = await runJob({
      name: 'undo-promotion',
      key: String(year),
      input: { year },
      plan: async () => inHundreds((await readPromotedOfYear(year)).map(({ studentId }) => studentId)),
      caller,
      request,
    });
    // Without rows no worker runs, so the undo is finished here.
    if (job.total === 0 && promotion) {
      await listUndoOfPromotion(promotion, job);
      await forgetJob(promotion);
    }
    return { ...toProgress(job), left: await skippedStudents(job) };
  },
});
