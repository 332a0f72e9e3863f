import { moveInWordings as wordings } from '#shared/options/move-in/wordings.ts';
import { inParallel } from '../../../platform/in-parallel.ts';
import type { JobRemark } from '../../../platform/jobs/store.ts';
import { undoUploadWorker } from '../../../students/spreadsheets/jobs/undo-upload-worker.ts';
import type { UndoneRow } from '../../../students/spreadsheets/upload-acts.ts';
import { listAssignmentsOfStudent } from '../../../subjects/records/store.ts';
import { rowOfPart } from '../job-rows.ts';
import type { addedOf, MoveUndo } from './rows-of-run.ts';

/** Queries at a time. */
const atOnce = 12;

/** Removes students whom the run added and who take nothing, and gives others back the facts that it changed. */
export async function takeBackStudents(
  rows: ReturnType<typeof addedOf>,
  { job, run, batch }: MoveUndo & { batch: number },
): Promise<JobRemark[]> {
  if (rows.length === 0) return [];
  const isTaking = await inParallel(rows, {
    atOnce,
    does: async ({ move: { planned } }) =>
      planned.kind === 'add' && (await listAssignmentsOfStudent(planned.id)).length > 0,
  });
  const taking = rows.filter((_, index) => isTaking[index]);
  const undone = rows
    .filter((_, index) => !isTaking[index])
    .flatMap(({ n, move: { planned } }): string[] =>
      planned.kind === 'refused'
        ? []
        : [JSON.stringify({ kind: planned.kind, row: n, id: planned.id } satisfies UndoneRow)],
    );
  const { remarks = [] } = await undoUploadWorker.workBatch({ job: { ...job, input: { run } }, batch, rows: undone });
  return [
    ...taking.map(({ n, what }) => ({ row: String(n), text: wordings.undoFirst.takes(what) })),
    ...remarks.map(({ row: of, text }) => {
      const { row, isPart } = JSON.parse(of) as UndoneRow;
      return { row: isPart ? rowOfPart(row) : String(row), text };
    }),
  ];
}
