import { authorOf, type Remark } from '../../../platform/jobs/store.ts';
import type { BatchOfJob, JobWorker } from '../../../platform/jobs/worker.ts';
import { write, writeIf } from '../../../platform/table/action.ts';
import { readItems } from '../../../platform/table/table.ts';
import { UndoableAction } from '../../../platform/undo/undoable-actions.ts';
import { handOverRow, type RowWork, takeBackRow } from '../hand-over/hand-over-row.ts';
import { type HandOverInput, handedOverOf } from '../hand-over/handed-over.ts';
import { placeOfTeacher, undoableLessonActs } from '../lesson-acts.ts';

/** Hands over the lessons of the batch, one after the other. What cannot be is remarked on. */
export const handOverLessons: JobWorker = {
  workBatch: (batch) => workRows(batch, handOverRow),
  // Listed from now on where it was done, and undone from there (rule 46).
  finish: async (job) => {
    const input = job.input as HandOverInput;
    // What was saved on a page at the very moment when it changed hands.
    for (const { row } of await handedOverOf(job.key)) await handOverRow(workOf(job, row));
    const rows = await handedOverOf(job.key);
    if (rows.length === 0) return;
    const { act } = await readItems({ act: undoableLessonActs.key(input.act) });
    if (act) return;
    const names = rows.map(({ row }) => input.names[row] ?? row);
    const what = names.length > 3 ? `${names.length} lessons` : names.join(', ');
    const action = undoableLessonActs.action({
      change: { kind: 'lessons handed over', details: { key: job.key } },
      what: `${what} handed over to ${input.toName}`,
      place: placeOfTeacher(input.from, input.year),
      caller: authorOf(job),
      request: { now: new Date(), idempotencyKey: input.act },
    });
    await write(UndoableAction.put(action));
  },
};

/** Gives them back. A row that was changed since is left alone, and the act stays in the list for it. */
export const undoHandOver: JobWorker = {
  workBatch: (batch) => workRows(batch, takeBackRow),
  finish: async (job) => {
    const { act } = job.input as HandOverInput;
    // What is left can be undone later, once what keeps it there is gone.
    if ((await handedOverOf(job.key)).length > 0) return;
    // Refused where an earlier attempt has noted it.
    await writeIf(undoableLessonActs.undone({ key: act }, { now: new Date(), idempotencyKey: act }));
  },
};

async function workRows({ job, rows }: BatchOfJob, work: (row: RowWork) => Promise<string | null>) {
  const remarks: Remark[] = [];
  for (const row of rows) {
    const text = await work(workOf(job, row));
    if (text !== null) remarks.push({ row, text });
  }
  return { remarks };
}

const workOf = (job: BatchOfJob['job'], row: string): RowWork => ({
  input: job.input as HandOverInput,
  key: job.key,
  run: job.run,
  row,
  caller: authorOf(job),
  now: new Date(),
});
