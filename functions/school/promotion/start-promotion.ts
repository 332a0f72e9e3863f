import { academicYearTitle } from '#shared/school/academic-year.ts';
import { termsContract } from '#shared/school/contract.ts';
import { promotionWordings } from '#shared/school/wordings.ts';
import { ConflictError } from '../../platform/errors.ts';
import { runJob, toProgress } from '../../platform/jobs/run-job.ts';
import { deleteJob, isRunFollowedBy } from '../../platform/jobs/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { splitIntoHundreds } from '../../platform/table/table.ts';
import { readPromotedOfYear } from '../../students/records/placement/promoted-student.ts';
import { readSkippedStudents } from '../skipped-students.ts';
import { planUnchangedCheck } from './plan-store.ts';
import { markPromotionUndone, type PromotionJobInput } from './promotion-acts.ts';
import {
  earlyPromotionUnconfirmedError,
  isMovedOrLeaving,
  listPromotionOutcomes,
  readPromotionJobs,
  readTimeOfPromotion,
  readYearToPromote,
} from './promotion-status.ts';

export const startPromotion = callHandler(termsContract.startPromotion, {
  handle: async ({ input: { confirm }, caller, request }) => {
    const time = await readTimeOfPromotion(request.now);
    const { year } = time;
    const { promotion, undo } = await readPromotionJobs(year);
    if (undo?.state === 'running') throw new ConflictError(promotionWordings.beingUndone);
    if (promotion?.state === 'finished' && !isRunFollowedBy(promotion, request.idempotencyKey)) {
      throw new ConflictError(promotionWordings.undoFirst(academicYearTitle(year), promotion.startedByName));
    }
    // A new promotion clears the result of an earlier undo.
    if (undo && !promotion) await deleteJob(undo);
    const input: PromotionJobInput = { year };
    const job = await runJob({
      name: 'promote-students',
      key: String(year),
      input,
      // The run begins only if the plan is as it was read.
      condition: () => planUnchangedCheck(year),
      plan: async () => {
        const students = await listPromotionOutcomes(year);
        if (time.isEarly) {
          const count = students.filter(isMovedOrLeaving).length;
          if (confirm !== count) throw earlyPromotionUnconfirmedError(time, { typed: confirm, count });
        }
        // Every decided student is a row, so that the run reports the outcome.
        const [rows, others] = [students.filter(isRow), students.filter((student) => !isRow(student))];
        input.repeaters = others.length;
        return splitIntoHundreds(rows.map(({ studentId }) => studentId));
      },
      by: { caller, request },
    });
    return { ...toProgress(job), left: await readSkippedStudents(job) };
  },
});

const isRow = ({ outcome, isDecided }: Awaited<ReturnType<typeof listPromotionOutcomes>>[number]): boolean =>
  isDecided || outcome !== 'repeats';

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
      by: { caller, request },
    });
    // Without rows no worker runs, so the undo is finished here.
    if (job.total === 0 && promotion) {
      await markPromotionUndone(promotion, job);
      await deleteJob(promotion);
    }
    return { ...toProgress(job), left: await readSkippedStudents(job) };
  },
});
