import type { JobWorker } from '../../platform/jobs/worker.ts';
import { endSubjects } from '../new-year/end-subjects.ts';
import type { TakeOverRow } from '../new-year/take-over-lessons.ts';
import type { TakeOverInput } from '../new-year/take-over-status.ts';
import { takeOverTeacher } from '../new-year/take-over-teacher.ts';

/** Gives each teacher of the batch what the earlier year says, and ends what students cannot go on with. */
export const takeOverLessons: JobWorker = {
  workBatch: async ({ job, rows }) => {
    const { year, from } = job.input as TakeOverInput;
    const remarks: { row: string; text: string }[] = [];
    for (const text of rows) {
      const row = JSON.parse(text) as TakeOverRow;
      if ('employeeId' in row) remarks.push(...(await takeOverTeacher(row.employeeId, { job, year, from })));
      else remarks.push(...(await endSubjects(row, job)));
    }
    return { remarks };
  },
};
