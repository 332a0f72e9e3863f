import { deleteJob, readJob } from '../../platform/jobs/store.ts';
import type { JobWorker } from '../../platform/jobs/worker.ts';
import { readItems } from '../../platform/table/table.ts';
import { endSubjectsOfStudent } from '../new-year/end-subjects.ts';
import type { TakeOverRow } from '../new-year/take-over-lessons.ts';
import type { TakeOverInput } from '../new-year/take-over-status.ts';
import { takeOverTeachersWork } from '../new-year/take-over-teachers-work.ts';
import { takenOverKey } from '../new-year/taken-over.ts';
import { undoTakeOverStep } from '../new-year/undo-take-over-step.ts';

/** Gives each teacher of the batch what the earlier year says, and ends what students cannot go on with. */
export const takeOverLessonsWorker: JobWorker = {
  workBatch: async ({ job, rows }) => {
    const { year, from } = job.input as TakeOverInput;
    const remarks: { row: string; text: string }[] = [];
    for (const text of rows) {
      const row = JSON.parse(text) as TakeOverRow;
      if ('employeeId' in row) remarks.push(...(await takeOverTeachersWork(row.employeeId, { job, year, from })));
      else remarks.push(...(await endSubjectsOfStudent(row, job)));
    }
    return { remarks };
  },
};

/** Removes what the run gave and restores what it ended, unless changed since; remarks on what it leaves. */
export const undoTakeOverWorker: JobWorker = {
  workBatch: async ({ job, rows }) => {
    const { year, run = '' } = job.input as TakeOverInput;
    const remarks: { row: string; text: string }[] = [];
    for (const text of rows) {
      const { about } = JSON.parse(text) as { about: string };
      const { taken } = await readItems({ taken: takenOverKey(run, about) });
      // Without a record this batch was done before, up to here.
      if (taken) remarks.push(...(await undoTakeOverStep(taken, { job, year })));
    }
    return { remarks };
  },
  // Only now may the year be taken over again.
  finish: async (job) => {
    const takeOver = await readJob('take-over-lessons', job.key);
    if (takeOver) await deleteJob(takeOver);
  },
};
