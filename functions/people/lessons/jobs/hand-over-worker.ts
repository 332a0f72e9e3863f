import { authorOfJob, type JobRemark } from '../../../platform/jobs/store.ts';
import type { BatchOfJob, JobWorker } from '../../../platform/jobs/worker.ts';
import { executeActionIf } from '../../../platform/table/action.ts';
import { type HandOverRowWork, handOverLessonRow, undoHandOverOfLessonRow } from '../hand-over/hand-over-row.ts';
import { type HandOverInput, listHandedOver } from '../hand-over/handed-over.ts';
import { undoableLessonActs, undoListNameOfTeacher } from '../lesson-acts.ts';

/** Hands over the lessons of the batch, one after the other, with a remark for each that it skips. */
export const handOverLessonsWorker: JobWorker = {
  workBatch: (batch) => workRows(batch, handOverLessonRow),
  // Lists the undoable action (rule 46).
  finish: async (job) => {
    const input = job.input as HandOverInput;
    // Moves what was saved on a page while it changed hands.
    for (const { row } of await listHandedOver(job.key)) await handOverLessonRow(workOf(job, row));
    const rows = await listHandedOver(job.key);
    if (rows.length === 0) return;
    const names = rows.map(({ row }) => input.names[row] ?? row);
    const what = names.length > 3 ? `${names.length} lessons` : names.join(', ');
    const action = undoableLessonActs.create({
      change: { kind: 'lessons handed over', details: { key: job.key } },
      what: `${what} handed over to ${input.toName}`,
      place: undoListNameOfTeacher(input.from, input.year),
      by: { caller: authorOfJob(job), request: { now: new Date(), idempotencyKey: input.act } },
    });
    // Refused where an earlier attempt has kept it.
    await executeActionIf(action);
  },
};

/** Returns the lessons. A row that was changed since is skipped, and the action stays in the list for it. */
export const undoHandOverWorker: JobWorker = {
  workBatch: (batch) => workRows(batch, undoHandOverOfLessonRow),
  finish: async (job) => {
    const { act } = job.input as HandOverInput;
    // Skipped rows can be undone later.
    if ((await listHandedOver(job.key)).length > 0) return;
    // Refused where an earlier attempt has recorded it.
    await executeActionIf(undoableLessonActs.undone({ key: act }, { now: new Date(), idempotencyKey: act }));
  },
};

async function workRows({ job, rows }: BatchOfJob, work: (row: HandOverRowWork) => Promise<string | null>) {
  const remarks: JobRemark[] = [];
  for (const row of rows) {
    const text = await work(workOf(job, row));
    if (text !== null) remarks.push({ row, text });
  }
  return { remarks };
}

const workOf = (job: BatchOfJob['job'], row: string): HandOverRowWork => ({
  input: job.input as HandOverInput,
  key: job.key,
  run: job.run,
  row,
  caller: authorOfJob(job),
  now: new Date(),
});
