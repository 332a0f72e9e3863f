import { pastKinds } from '#shared/options/move-in/kinds.ts';
import type { JobRemark } from '../../../platform/jobs/store.ts';
import type { JobWorker } from '../../../platform/jobs/worker.ts';
import { uploadStudentsWorker } from '../../../students/spreadsheets/jobs/upload-students-worker.ts';
import { type MoveInInput, parseJobRow } from '../job-rows.ts';
import { archiveStudent } from './archive-student.ts';
import { endLessons, endTakers } from './end-takers-and-lessons.ts';
import { addedOf, endedOf, givenOf, leaversOf, remarkUnlessDone, rowsOf } from './rows-of-run.ts';
import { giveLessons } from './store-lessons.ts';
import { storePast } from './store-past.ts';
import { givePost } from './store-posts.ts';
import { storeSubject } from './store-subjects.ts';
import { storeTakers } from './store-takers.ts';
import { storeTeacher } from './store-teachers.ts';

/** Stores the rows of a file by the acts that screens have for them. */
export const moveInWorker: JobWorker = {
  workBatch: async ({ job, batch, rows: texts }) => {
    const rows = texts.map(parseJobRow);
    const { year } = job.input as MoveInInput;
    const remarks: JobRemark[] = [];
    for (const row of rowsOf(rows, 'teachers'))
      remarks.push(...(await remarkUnlessDone(row.n, () => storeTeacher(row, job))));
    for (const row of rowsOf(rows, 'subjects'))
      remarks.push(...(await remarkUnlessDone(row.n, () => storeSubject(row, job))));
    for (const row of rowsOf(rows, 'classes'))
      remarks.push(...(await remarkUnlessDone(row.n, () => givePost(row, { job, year }))));
    remarks.push(...(await giveLessons(givenOf(rows, 'lessons'), { job, year })));
    const students = addedOf(rows).map(({ move }) => JSON.stringify(move.planned));
    if (students.length > 0) {
      const added = await uploadStudentsWorker.workBatch({ job, batch, rows: students });
      remarks.push(...(added.remarks ?? []));
    }
    for (const row of leaversOf(rows)) remarks.push(...(await remarkUnlessDone(row.n, () => archiveStudent(row, job))));
    remarks.push(...(await storeTakers(givenOf(rows, 'takers'), job)));
    remarks.push(...(await endTakers(endedOf(rows, 'takers'), job)));
    remarks.push(...(await endLessons(endedOf(rows, 'lessons'), { job, year })));
    for (const kind of pastKinds) remarks.push(...(await storePast(rowsOf(rows, kind), job)));
    return { remarks };
  },
};
