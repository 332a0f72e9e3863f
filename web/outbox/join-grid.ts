import { valueText } from '../history/value-text.ts';
import type { CellNote } from '../ui/grid/columns.ts';
import type { CellId } from '../ui/grid/entries.ts';
import type { GridModel } from '../ui/grid/grid-model.ts';
import type { CellChange } from '../ui/grid/history.ts';
import { conflictText } from './conflict-text.ts';
import type { Outbox } from './outbox.ts';
import type { Failure } from './outcome.ts';
import { type Unsaved, unsavedOf } from './standing.ts';
import type { Target } from './waiting.ts';

interface Joining {
  grid: GridModel;
  outbox: Outbox;
  /** The record of a row of the grid; its columns are the record's fields. */
  targetOf: (row: string) => Target | undefined;
  /** The row of a record; undefined for a record of another grid. */
  rowOf: (id: string) => string | undefined;
  /** Called after a row's values were taken. */
  onTaken?: (row: string) => void;
}

/**
 * What is entered into a grid goes into the outbox, and what is being typed there too; a conflict is shown in its cell, with both
 * values and the choice (ADR 0033). Returns the way to stop.
 */
export function joinGrid({ grid, outbox, targetOf, rowOf, onTaken }: Joining): () => void {
  const typedOf = ({ column, before, after }: CellChange) => ({ field: column, value: after, was: before });
  grid.onChange = (changes) => {
    for (const [row, ofRow] of Map.groupBy(changes, (change) => change.row)) {
      const target = targetOf(row);
      if (target) void outbox.take(target, ofRow.map(typedOf));
      onTaken?.(row);
    }
  };
  grid.onTyping = (read) => {
    outbox.typing(
      read &&
        (() => {
          const change = read();
          const target = change && targetOf(change.row);
          return target ? { target, typed: [typedOf(change)] } : null;
        }),
    );
  };
  const stop = showConflicts({ grid, outbox, rowOf });
  return () => {
    stop();
    grid.onChange = () => {};
    grid.onTyping = () => {};
  };
}

function showConflicts({ grid, outbox, rowOf }: Pick<Joining, 'grid' | 'outbox' | 'rowOf'>): () => void {
  let shown: ReadonlyMap<Failure, CellId> = new Map();
  const show = () => {
    const conflicts = new Map<Failure, CellId>();
    for (const { record, field, value, failure } of unsavedOf(outbox.states())) {
      const row = failure?.conflict && rowOf(record.id);
      if (!failure || row === undefined) continue;
      const cell = { row, column: field };
      conflicts.set(failure, cell);
      if (!shown.has(failure)) grid.note(cell, noteOf({ record, field, value, failure }, outbox));
    }
    for (const [failure, cell] of shown) {
      if (!conflicts.has(failure) && grid.view(cell.row).notes[cell.column]?.kind === 'conflict') grid.note(cell, null);
    }
    shown = conflicts;
  };
  show();
  return outbox.subscribe(show);
}

/** The other's value in the cell beside the user's own, and both of them with the choice when the cell is the active one. */
function noteOf({ record, field, value, failure }: Omit<Unsaved, 'standing'>, outbox: Outbox): CellNote | null {
  if (!failure?.conflict) return null;
  return {
    kind: 'conflict',
    typed: valueText(failure.conflict.theirs),
    message: conflictText(failure.conflict),
    actions: [
      { label: `Keep mine: ${valueText(value)}`, key: 'm', act: () => void outbox.keepMine(record.id, field) },
      {
        label: `Take theirs: ${valueText(failure.conflict.theirs)}`,
        key: 't',
        act: () => void outbox.giveUp(record.id, field),
      },
    ],
  };
}
