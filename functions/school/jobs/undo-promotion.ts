import { forgetJob, type Remark, readJob } from '../../platform/jobs/store.ts';
import type { JobWorker } from '../../platform/jobs/worker.ts';
import {
  allPromoted,
  placesOf,
  promotedOf,
  type Step,
  withReportsOf,
} from '../../students/records/placement/promotion.ts';
import { reasonToSkip, undoStep } from '../../students/records/placement/restore-student.ts';
import { workSteps } from '../../students/records/placement/work-steps.ts';
import { subjectsById } from '../../subjects/records/store.ts';
import { listUndoOfPromotion, noteUndo } from '../promotion/promotion-acts.ts';

/** Gives each student of the batch back what promotion took, and says why it skips a student who was changed since. */
export const undoPromotion: JobWorker = {
  workBatch: ({ job, rows }) =>
    workSteps(rows, async (wanted) => {
      const { year } = job.input as { year: number };
      const [places, promoted, registered, subjects] = await Promise.all([
        placesOf(wanted),
        promotedOf(year, wanted),
        withReportsOf(year + 1, wanted),
        subjectsById(),
      ]);
      const steps: Step[] = [];
      const remarks: Remark[] = [];
      for (const record of promoted.values()) {
        const place = places.get(record.studentId);
        const reason = reasonToSkip({ place, record, isRegistered: registered.has(record.studentId), year });
        if (reason !== null) remarks.push({ row: record.studentId, text: reason });
        else if (place) steps.push(undoStep({ place, record, job, subjects }));
      }
      return { steps, remarks };
    }),
  // Only now may the year be promoted again.
  finish: async (job) => {
    const promotion = await readJob('promote-students', job.key);
    if (!promotion) return;
    // Who was skipped stays on record as promoted.
    const left = (await allPromoted(Number(job.key))).filter(({ run }) => run === promotion.run).length;
    await noteUndo(job, { back: job.processed - left, left });
    await listUndoOfPromotion(promotion, job);
    await forgetJob(promotion);
  },
};
