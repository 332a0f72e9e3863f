import { type MoveInKind, moveInKinds } from '#shared/options/move-in/kinds.ts';
import { splitIntoPieces } from '../../../platform/table/table.ts';
import { rowsPerUndoBatch } from '../../../students/spreadsheets/upload-acts.ts';
import { isEnding, isLeaving, parseJobRow } from '../job-rows.ts';

/**
 * What an undo takes back: batches of the run, those of people who were archived first, then what was taken away, then
 * the last kind first, as what comes later needs what came before.
 */
export function batchesToUndo(batches: readonly (readonly string[])[], kinds: readonly MoveInKind[]): string[][] {
  const known = batches.flatMap((rows) => {
    const move = rows[0] === undefined ? undefined : parseJobRow(rows[0]).move;
    return move && kinds.includes(move.kind)
      ? [{ rows, kind: move.kind, leaves: isLeaving(move), ends: isEnding(move) }]
      : [];
  });
  const leaving = known.filter(({ leaves }) => leaves).map(({ rows }) => [...rows]);
  const ended = known.filter(({ ends }) => ends).map(({ rows }) => [...rows]);
  const others = moveInKinds.toReversed().flatMap((kind) =>
    known
      .filter((one) => one.kind === kind && !one.leaves && !one.ends)
      .toReversed()
      .flatMap(({ rows }) => (kind === 'students' ? splitIntoPieces(rows, rowsPerUndoBatch) : [[...rows]])),
  );
  return [...leaving, ...ended.toReversed(), ...others];
}
