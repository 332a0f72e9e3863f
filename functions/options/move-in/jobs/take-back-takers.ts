import { AppError, NotFoundError } from '../../../platform/errors.ts';
import type { JobRemark } from '../../../platform/jobs/store.ts';
import { readItems } from '../../../platform/table/table.ts';
import { undoAssigned } from '../../../subjects/assignment/undo.ts';
import { undoableMoves } from '../acts.ts';
import { authorshipOf, type GivenRow, type MoveUndo, type RowOf } from './rows-of-run.ts';
import { keyOfTakers } from './store-takers.ts';

/** Takes a subject from the students of a batch who are as the run left them. */
export const takeBackTakers = (rows: readonly GivenRow<'takers'>[], undo: MoveUndo): Promise<JobRemark[]> =>
  undoTakersOfBatch(rows, undo, { keyOf: keyOfTakers, undoKept: undoAssigned });

/** What the act of a batch, which `keyOf` names, gave students or took from them, undone. Says what stays, and why. */
export async function undoTakersOfBatch(
  rows: readonly Pick<RowOf<'takers'>, 'n' | 'move'>[],
  { job, key }: MoveUndo,
  { keyOf, undoKept }: { keyOf: typeof keyOfTakers; undoKept: typeof undoAssigned },
): Promise<JobRemark[]> {
  const [first] = rows;
  if (!first) return [];
  const { kept } = await readItems({ kept: undoableMoves.key(keyOf(key, first.n)) });
  // The batch changed nothing.
  if (!kept) return [];
  const { subjectId } = first.move;
  try {
    const by = authorshipOf(job, first.n);
    const left = await undoKept({ acts: undoableMoves, key: kept.key, subjectId, by });
    return left.map((text) => ({ row: String(first.n), text }));
  } catch (error) {
    // Undone before by kind, or nothing of it is as it was.
    if (error instanceof NotFoundError || kept.undoneAt !== undefined) return [];
    if (error instanceof AppError && error.status < 500)
      return rows.map(({ n }) => ({ row: String(n), text: error.message }));
    throw error;
  }
}
