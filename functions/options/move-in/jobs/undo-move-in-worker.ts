import { kindTitles, type MoveInKind, pastKinds } from '#shared/options/move-in/kinds.ts';
import type { JobItem, JobRemark } from '../../../platform/jobs/store.ts';
import type { JobWorker } from '../../../platform/jobs/worker.ts';
import { executeActionIf } from '../../../platform/table/action.ts';
import { markActOfJobUndone } from '../../../platform/undo/job-acts.ts';
import type { UndoOutcome } from '../../../platform/undo/undoable-actions.ts';
import { keyOfPart, moveInAuditSubject, type UndoInput, undoableMoves } from '../acts.ts';
import { forgetIdsOfRun, type LeftByUndo } from '../ids-of-files.ts';
import { nothingStored, parseJobRow } from '../job-rows.ts';
import { outcomeOf, outcomesByKind, rowsLeftBy } from '../undo-outcome.ts';
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
    const { key, isWhole, file, kinds } = job.input as UndoInput;
    if (isWhole) {
      await forgetIdsOfRun(key, await whatIsLeft(job));
      const ofKinds = await outcomesByKind(job);
      // A file of one kind has no parts.
      if (ofKinds.size > 1) await markParts(job, ofKinds);
    }
    const of = isWhole ? { file } : { file, kinds: kinds.map((kind) => kindTitles[kind]) };
    const trail = { field: 'move in', before: { run: key, ...of }, after: null };
    await markActOfJobUndone(job, {
      acts: undoableMoves,
      outcome: await outcomeOf(job),
      logKind: 'students',
      trail: { subject: moveInAuditSubject, changes: [trail] },
    });
  },
};

/** Each kind of a file says what became of it when all of it was taken back; what stays can be tried by itself. */
async function markParts({ key, run }: JobItem, outcomes: ReadonlyMap<MoveInKind, UndoOutcome>): Promise<void> {
  const request = { now: new Date(), idempotencyKey: run };
  for (const [kind, outcome] of outcomes)
    await executeActionIf(undoableMoves.undoneByJob({ key: keyOfPart(key, kind) }, request, outcome));
}

/** What the undo left, of what the run added. */
async function whatIsLeft(job: JobItem): Promise<LeftByUndo> {
  const left = await rowsLeftBy(job);
  return {
    teachers: left.flatMap(({ move }) => (move.kind === 'teachers' && move.act === 'add' ? [move.employeeId] : [])),
    students: addedOf(left).flatMap(({ move: { planned } }) => (planned.kind === 'add' ? [planned.id] : [])),
    isAnything: left.length > 0,
  };
}
