import { AppError, NotFoundError } from '../../../platform/errors.ts';
import type { JobRemark } from '../../../platform/jobs/store.ts';
import { readItems } from '../../../platform/table/table.ts';
import { undoAssigned } from '../../../subjects/assignment/undo.ts';
import { undoableMoves } from '../acts.ts';
import { authorshipOf, type GivenRow, type MoveUndo } from './rows-of-run.ts';
import { keyOfTakers } from './store-takers.ts';

/** Takes a subject from the students of a batch who are as the run left them. */
export async function takeBackTakers(
  rows: readonly GivenRow<'takers'>[],
  { job, key }: MoveUndo,
): Promise<JobRemark[]> {
  const [first] = rows;
  if (!first) return [];
  const act = keyOfTakers(key, first.n);
  const { kept } = await readItems({ kept: undoableMoves.key(act) });
  // The batch gave nobody anything.
  if (!kept) return [];
  const { subjectId } = first.move;
  const by = authorshipOf(job, first.n);
  try {
    const left = await undoAssigned({ acts: undoableMoves, key: kept.key, subjectId, by });
    return left.map((text) => ({ row: String(first.n), text }));
  } catch (error) {
    // Undone before by kind, or nothing of it is as it was.
    if (error instanceof NotFoundError || kept.undoneAt !== undefined) return [];
    if (error instanceof AppError && error.status < 500)
      return rows.map(({ n }) => ({ row: String(n), text: error.message }));
    throw error;
  }
}
