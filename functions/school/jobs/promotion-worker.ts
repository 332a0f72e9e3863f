import { decisionText } from '#shared/school/promotion.ts';
import { noSuchClass, promotionWordings } from '#shared/school/wordings.ts';
import { deleteJob, type JobItem, type JobRemark, readJob } from '../../platform/jobs/store.ts';
import type { JobWorker } from '../../platform/jobs/worker.ts';
import { planPromotionStep } from '../../students/records/placement/promote-student.ts';
import {
  findStudentsWithReportInYear,
  type PromotionStep,
  readPromoted,
  readPromotedOfYear,
  readStudentsWithSubjects,
} from '../../students/records/placement/promoted-student.ts';
import { undoPromotionStep, whyUndoSkips } from '../../students/records/placement/undo-promotion.ts';
import { writePromotionSteps } from '../../students/records/placement/write-promotion-steps.ts';
import { readSubjectNamesById } from '../../subjects/records/store.ts';
import { readDecisions } from '../promotion/plan-store.ts';
import {
  auditPromotion,
  auditPromotionUndo,
  countPromotion,
  markPromotionUndone,
  recordUndoablePromotion,
} from '../promotion/promotion-acts.ts';

/**
 * Carries out the decision about each student of the batch; without one, moves the student to the next class, or
 * archives the student where there is none (rule 27, 35). The plan is closed while it runs (ADR 0082).
 */
export const promoteStudentsWorker: JobWorker = {
  workBatch: ({ job, rows }) =>
    writePromotionSteps(rows, async (wanted) => {
      const { year } = job.input as { year: number };
      const [places, promoted, decisions] = await Promise.all([
        readStudentsWithSubjects(wanted),
        readPromoted(year, wanted),
        readDecisions(year, wanted),
      ]);
      const steps: PromotionStep[] = [];
      const remarks: JobRemark[] = [];
      for (const studentId of wanted) {
        const done = promoted.get(studentId);
        if (done) {
          // By this run before a retry, or by an earlier run whose undo skipped the student.
          if (!isOfRun(done, job)) remarks.push({ row: studentId, text: promotionWordings.keptByUndo });
          continue;
        }
        const before = places.get(studentId);
        if (before?.student.status !== 'current') {
          remarks.push({ row: studentId, text: promotionWordings.leftBefore });
          continue;
        }
        const step = planPromotionStep(before, { job, year, decision: decisions.get(studentId) });
        if (!('kind' in step)) steps.push(step);
        else if (step.kind !== 'repeats')
          remarks.push({ row: studentId, text: whyStays(step, before.student.classId) });
      }
      return { steps, remarks };
    }),
  finish: async (job) => {
    const counts = await countPromotion(job);
    await auditPromotion(job, counts);
    await recordUndoablePromotion(job, counts);
  },
};

function whyStays(
  step: Exclude<ReturnType<typeof planPromotionStep>, PromotionStep | { kind: 'repeats' }>,
  classId: string,
): string {
  if (step.kind === 'unknown class') return noSuchClass(step.classId);
  const { to, fromClass } = step.decided;
  return `Decided in class ${fromClass}: ${decisionText(to, fromClass)}. Is in class ${classId} now, and was not moved.`;
}

const isOfRun = ({ run }: { run?: string | undefined }, job: JobItem): boolean => run === job.run;

/** Gives each student of the batch back what promotion took, and says why it skips a student who was changed since. */
export const undoPromotionWorker: JobWorker = {
  workBatch: ({ job, rows }) =>
    writePromotionSteps(rows, async (wanted) => {
      const { year } = job.input as { year: number };
      const [places, promoted, registered, subjects] = await Promise.all([
        readStudentsWithSubjects(wanted),
        readPromoted(year, wanted),
        findStudentsWithReportInYear(year + 1, wanted),
        readSubjectNamesById(),
      ]);
      const steps: PromotionStep[] = [];
      const remarks: JobRemark[] = [];
      for (const record of promoted.values()) {
        const place = places.get(record.studentId);
        const reason = whyUndoSkips({ place, record, isRegistered: registered.has(record.studentId), year });
        if (reason !== null) remarks.push({ row: record.studentId, text: reason });
        else if (place) steps.push(undoPromotionStep({ place, record, job, subjects }));
      }
      return { steps, remarks };
    }),
  // Only now may the year be promoted again.
  finish: async (job) => {
    const promotion = await readJob('promote-students', job.key);
    if (!promotion) return;
    // Skipped students stay recorded as promoted.
    const left = (await readPromotedOfYear(Number(job.key))).filter(({ run }) => run === promotion.run).length;
    await auditPromotionUndo(job, { back: job.processed - left, left });
    await markPromotionUndone(promotion, job);
    await deleteJob(promotion);
  },
};
