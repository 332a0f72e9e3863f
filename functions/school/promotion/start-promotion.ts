import { approvalWordings } from '#shared/accounts/wordings.ts';
import { academicYearTitle } from '#shared/school/academic-year.ts';
import { termsContract } from '#shared/school/contract.ts';
import { promotionWordings } from '#shared/school/wordings.ts';
import { consumeApproval } from '../../accounts/approvals/answer-approval.ts';
import { needsApproval, requestApproval } from '../../accounts/approvals/request-approval.ts';
import { ConflictError } from '../../platform/errors.ts';
import { runJob, toProgress } from '../../platform/jobs/run-job.ts';
import { deleteJob, isRunFollowedBy } from '../../platform/jobs/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { splitIntoHundreds } from '../../platform/table/table.ts';
import { readSkippedStudents } from '../skipped-students.ts';
import { planUnchangedCheck, readPlanSaveCount } from './plan-store.ts';
import type { PromotionJobInput } from './promotion-acts.ts';
import {
  earlyPromotionUnconfirmedError,
  isMovedOrLeaving,
  listPromotionOutcomes,
  readPromotionJobs,
  readTimeOfPromotion,
} from './promotion-status.ts';

export const startPromotion = callHandler(termsContract.startPromotion, {
  handle: async ({ input: { confirm, approval }, caller, request }) => {
    const time = await readTimeOfPromotion(request.now);
    const { year, term } = time;
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
          const of = { act: 'promote', year, term } as const;
          if (needsApproval())
            await consumeApproval({ of, id: approval, basis: await readPlanSaveCount(year), caller, request });
        }
        // Every decided student is a row, so that the run reports the outcome.
        const [rows, others] = [students.filter(isRow), students.filter((student) => !isRow(student))];
        input.repeaters = others.length;
        return splitIntoHundreds(rows.map(({ studentId }) => studentId));
      },
      caller,
      request,
    });
    return { ...toProgress(job), left: await readSkippedStudents(job) };
  },
});

const isRow = ({ outcome, isDecided }: Awaited<ReturnType<typeof listPromotionOutcomes>>[number]): boolean =>
  isDecided || outcome !== 'repeats';

/** Asks a second administrator to approve the promotion of a year that is not over. */
export const askToPromote = callHandler(termsContract.askToPromote, {
  handle: async ({ input: { confirm }, caller, request }) => {
    const time = await readTimeOfPromotion(request.now);
    const { year, term } = time;
    if (!time.isEarly) throw new ConflictError(approvalWordings.notHeavy);
    const { promotion } = await readPromotionJobs(year);
    if (promotion) throw new ConflictError(promotionWordings.promotedAlready(academicYearTitle(year)));
    // Read before the plan, so that a later save makes the request outdated.
    const basis = await readPlanSaveCount(year);
    const count = (await listPromotionOutcomes(year)).filter(isMovedOrLeaving).length;
    if (confirm !== count) throw earlyPromotionUnconfirmedError(time, { typed: confirm, count });
    await requestApproval({ of: { act: 'promote', year, term }, count, basis, caller, request });
    return { ok: true as const };
  },
});
