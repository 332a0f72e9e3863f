import { pastKinds } from '#shared/options/move-in/kinds.ts';
import { type JobItem, type JobRemark, readBatches } from '../../../platform/jobs/store.ts';
import type { JobWorker } from '../../../platform/jobs/worker.ts';
import { markActOfJobUndone } from '../../../platform/undo/job-acts.ts';
import { moveInAuditSubject, type UndoInput, undoableMoves } from '../acts.ts';
import { forgetIdsOfRun, type LeftByUndo } from '../ids-of-files.ts';
import { nothingStored, parseJobRow } from '../job-rows.ts';
import { restoreStudent } from './archive-student.ts';
import { giveBackLessons, giveBackTakers } from './end-takers-and-lessons.ts';
import { addedOf, endedOf, givenOf, leaversOf, type MoveUndo, remarkUnlessDone, rowsOf } from './rows-of-run.ts';
import { takeBackPast } from './store-past.ts';
import { takeBackLessons } from './take-back-lessons.ts';
import { takeBackPost } from './take-back-posts.ts';
import { takeBackStudents } from './take-back-students.ts';
import { takeBackSubject } from './take-back-subjects.ts';
import { takeBackTakers } from './take-back-takers.ts';
import { takeBackTeacher } from './take-back-teachers.ts';

/** Takes back what a file brought, where nobody has touched it since. */
export const undoMoveInWorker: JobWorker = {
  workBatch: async ({ job, batch, rows: texts }) => {
    const rows = texts.filter((text) => text !== nothingStored).map(parseJobRow);
    const remarks: JobRemark[] = [];
    const undo: MoveUndo = { job, ...(job.input as UndoInput) };
    for (const kind of pastKinds) remarks.push(...(await takeBackPast(rowsOf(rows, kind), undo)));
    remarks.push(...(await takeBackTakers(givenOf(rows, 'takers'), undo)));
    remarks.push(...(await giveBackLessons(endedOf(rows, 'lessons'), undo)));
    remarks.push(...(await giveBackTakers(endedOf(rows, 'takers'), undo)));
    for (const row of leaversOf(rows))
      remarks.push(...(await remarkUnlessDone(row.n, () => restoreStudent(row, undo))));
    remarks.push(...(await takeBackStudents(addedOf(rows), { ...undo, batch })));
    remarks.push(...(await takeBackLessons(givenOf(rows, 'lessons'), undo)));
    for (const row of rowsOf(rows, 'classes'))
      remarks.push(...(await remarkUnlessDone(row.n, () => takeBackPost(row, undo))));
    for (const row of rowsOf(rows, 'subjects'))
      remarks.push(...(await remarkUnlessDone(row.n, () => takeBackSubject(row, undo))));
    for (const row of rowsOf(rows, 'teachers'))
      remarks.push(...(await remarkUnlessDone(row.n, () => takeBackTeacher(row, undo))));
    return { remarks };
  },
  finish: async (job) => {
    const { key, isWhole } = job.input as UndoInput;
    if (isWhole) await forgetIdsOfRun(key, await whatIsLeft(job));
    const trail = { field: 'move in', before: { run: key }, after: null };
    await markActOfJobUndone(job, {
      acts: undoableMoves,
      logKind: 'students',
      trail: { subject: moveInAuditSubject, changes: [trail] },
    });
  },
};

/** What the undo left, of what the run added. */
async function whatIsLeft(job: JobItem): Promise<LeftByUndo> {
  const left = (await readBatches(job)).flatMap(({ rows, remarks }) => {
    const numbers = new Set(remarks.map(({ row }) => row));
    return rows
      .filter((text) => text !== nothingStored)
      .map(parseJobRow)
      .filter(({ n }) => numbers.has(String(n)));
  });
  return {
    teachers: left.flatMap(({ move }) => (move.kind === 'teachers' && move.act === 'add' ? [move.employeeId] : [])),
    students: addedOf(left).flatMap(({ move: { planned } }) => (planned.kind === 'add' ? [planned.id] : [])),
    isAnything: left.length > 0,
  };
}
