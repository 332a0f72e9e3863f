import { academicYearTitle } from '#shared/school/academic-year.ts';
import { termsContract } from '#shared/school/contract.ts';
import { promotionWordings } from '#shared/school/wordings.ts';
import { ConflictError } from '../../platform/errors.ts';
import { runJob, toProgress } from '../../platform/jobs/run-job.ts';
import { deleteJob, isRunFollowedBy } from '../../platform/jobs/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { splitIntoHundreds } from '../../platform/table/table.ts';
import { readPromotedOfYear } from '../../students/records/placement/promotion.ts';
import { readSkippedStudents } from '../skipped-students.ts';
import { markPromotionUndone } from './promotion-acts.ts';
import { readPromotionJobs, readYearToPromote } from './promotion-status.ts';

export const undoPromotion = callHandler(termsContract.undoPromotion, {
  handle: async ({ caller, request }) => {
    const { year } = await readYearToPromote();
    const { promotion, undo } = await readPromotionJobs(year);
    const isRepeated = undo !== undefined && isRunFollowedBy(undo, request.idempotencyKey);
    if (promotion?.state === 'running') throw new ConflictError(promotionWordings.stillGoing);
    if (!promotion && !isRepeated && undo?.state !== 'running') {
      throw new ConflictError(promotionWordings.nothingToUndo(academicYearTitle(year)));
    }
    if (undo?.state === 'finished' && !isRepeated) await deleteJob(undo);
    const job = await runJob({
      name: 'undo-promotion',
      key: String(year),
      input: { year },
      plan: async () => splitIntoHundreds((await readPromotedOfYear(year)).map(({ studentId }) => studentId)),
      caller,
      request,
    });
    // Without rows no worker runs, so the undo is finished here.
    if (job.total === 0 && promotion) {
      await markPromotionUndone(promotion, job);
      await deleteJob(promotion);
    }
    return { ...toProgress(job), left: await readSkippedStudents(job) };
  },
});
