import type { JobItem, Remark } from '../../platform/jobs/store.ts';
import type { JobWorker } from '../../platform/jobs/worker.ts';
import { promotionStep } from '../../students/placement/promote-student.ts';
import { allPromoted, placesOf, promotedOf, type Step } from '../../students/placement/promotion.ts';
import { workSteps } from '../../students/placement/work-steps.ts';
import { listPromotion } from '../promotion/promotion-acts.ts';

/** Moves each student of the batch to the next class, or archives the student where there is none (rule 27). */
export const promoteStudents: JobWorker = {
  workBatch: ({ job, rows }) =>
    workSteps(rows, async (wanted) => {
      const { year } = job.input as { year: number };
      const [places, promoted] = await Promise.all([placesOf(wanted), promotedOf(year, wanted)]);
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
        if (before?.student.status !== 'current') continue;
        const step = promotionStep(before, { job, year });
        if (step === 'unknown class') {
          remarks.push({ row: studentId, text: `The school has no class ${before.student.classId}.` });
        } else if (step !== 'stays') steps.push(step);
      }
      return { steps, remarks };
    }),
  finish: async (job) => listPromotion(job, await allPromoted((job.input as { year: number }).year)),
};

const isOfRun = ({ run }: { run?: string | undefined }, job: JobItem): boolean => run === job.run;
