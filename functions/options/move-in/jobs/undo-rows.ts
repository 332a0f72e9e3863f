import { type MoveInKind, moveInKinds } from '#shared/options/move-in/kinds.ts';
import { splitIntoPieces } from '../../../platform/table/table.ts';
import { rowsPerUndoBatch } from '../../../students/spreadsheets/upload-acts.ts';
import { parseJobRow } from '../job-rows.ts';

/** What an undo takes back: batches of the run, the last kind first, as what comes later needs what came before. */
export function batchesToUndo(batches: readonly (readonly string[])[], kinds: readonly MoveInKind[]): string[][] {
  const kindOf = (rows: readonly string[]) => (rows[0] === undefined ? undefined : parseJobRow(rows[0]).move.kind);
  return moveInKinds
    .toReversed()
    .filter((kind) => kinds.includes(kind))
    .flatMap((kind) =>
      batches
        .filter((rows) => kindOf(rows) === kind)
        .toReversed()
        .flatMap((rows) => (kind === 'students' ? splitIntoPieces(rows, rowsPerUndoBatch) : [[...rows]])),
    );
}
