import { decidedText } from '#shared/school/promotion.ts';
import type { JobItem, Remark } from '../../platform/jobs/store.ts';
import type { JobWorker } from '../../platform/jobs/worker.ts';
import { promotionStep } from '../../students/records/placement/promote-student.ts';
import { placesOf, promotedOf, type Step } from '../../students/records/placement/promotion.ts';
import { workSteps } from '../../students/records/placement/work-steps.ts';
import { listPromotion, notePromotion } from '../promotion/promotion-acts.ts';
import { promotionCounts } from '../promotion/promotion-counts.ts';
import { decisionsOf } from '../promotion-plan/plan-store.ts';

/**
 * Carries out what was decided of each student of the batch; where nothing was, moves the student to the next class, or archives the student
 * where there is none (rule 27, 35). Nobody decides while it runs (ADR 0082).
 */
export const promoteStudents: JobWorker = {
  workBatch: ({ job, rows }) =>
    workSteps(rows, async (wanted) => {
      const { year } = job.input as { year: number };
      const [places, promoted, decisions] = await Promise.all([
        placesOf(wanted),
        promotedOf(year, wanted),
        decisionsOf(year, wanted),
      ]);
      const steps: Step[] = [];
      const remarks: Remark[] = [];
      for (const studentId of wanted) {
        const done = promoted.get(studentId);
        if (done) {
          // By this run, before it was begun again; or by an earlier one whose undo skipped the student.
          if (!isOfRun(done, job))
            remarks.push({ row: studentId, text: 'Was promoted already, and left so by the undo.' });
          continue;
        }
        const before = places.get(studentId);
        if (before?.student.status !== 'current') {
          remarks.push({ row: studentId, text: 'Left the school before the promotion came to this student.' });
          continue;
        }
        const step = promotionStep(before, { job, year, decision: decisions.get(studentId) });
        if (!('kind' in step)) steps.push(step);
        else if (step.kind !== 'repeats')
          remarks.push({ row: studentId, text: whyStays(step, before.student.classId) });
      }
      return { steps, remarks };
    }),
  finish: async (job) => {
    const counts = await promotionCounts(job);
    await notePromotion(job, counts);
    await listPromotion(job, counts);
  },
};

function whyStays(
  step: Exclude<ReturnType<typeof promotionStep>, Step | { kind: 'repeats' }>,
  classId: string,
): string {
  if (step.kind === 'unknown class') return `The school has no class ${step.classId}.`;
  const { to, fromClass } = step.decided;
  return `Decided in class ${fromClass}: ${decidedText(to, fromClass)}. Is in class ${classId} now, and was not moved.`;
}

const isOfRun = ({ run }: { run?: string | undefined }, job: JobItem): boolean => run === job.run;
