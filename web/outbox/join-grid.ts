import { valueText } from '../history/value-text.ts';
import type { CellNote } from '../ui/grid/columns.ts';
import type { CellId } from '../ui/grid/entries.ts';
import type { GridModel } from '../ui/grid/grid-model.ts';
import type { CellChange, CellRefusal } from '../ui/grid/history.ts';
import { onFieldAsked } from './asked-field.ts';
import { conflictText } from './conflict-text.ts';
import type { Outbox } from './outbox.ts';
import type { Failure } from './outcome.ts';
import { type Unsaved, unsavedOf } from './save-status.ts';
import type { Refused, Target, Typed } from './waiting.ts';

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
  const take = (changes: readonly (CellChange | CellRefusal)[]) => {
    for (const [row, ofRow] of Map.groupBy(changes, (change) => change.row)) {
      const target = targetOf(row);
      if (target) void outbox.take(target, ofRow.map(typedOf));
      onTaken?.(row);
    }
  };
  grid.onChange = take;
  grid.onRefused = take;
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
  const stops = [
    showConflicts({ grid, outbox, rowOf }),
    showRefused({ grid, outbox, rowOf }),
    onFieldAsked(
      (id) => rowOf(id) !== undefined,
      ({ id, field }) => grid.goTo({ row: rowOf(id) ?? '', column: field }),
    ),
  ];
  return () => {
    for (const stop of stops) stop();
    grid.onChange = () => {};
    grid.onRefused = () => {};
    grid.onTyping = () => {};
  };
}

function typedOf(change: CellChange | CellRefusal): Typed {
  if (!('refused' in change)) return { field: change.column, value: change.after, was: change.before };
  const { column: field, refused } = change;
  const kept = refused && { typed: refused.typed, message: refused.message };
  return { field, value: null, was: null, refused: kept };
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

/** Texts that were refused, here or on another day, stand in their cells with the reason until they are corrected or given up (rule 40). */
function showRefused({ grid, outbox, rowOf }: Pick<Joining, 'grid' | 'outbox' | 'rowOf'>): () => void {
  let shown: readonly (CellId & Refused)[] = [];
  const noteAt = ({ row, column }: CellId) => grid.view(row).notes[column];
  const show = () => {
    const all = unsavedOf(outbox.states()).flatMap(({ record, field, refused }) => {
      const row = refused && rowOf(record.id);
      return row === undefined || !refused ? [] : [{ row, column: field, ...refused }];
    });
    const isIn = (list: typeof all, cell: CellId & Refused) =>
      list.some(({ row, column, typed }) => row === cell.row && column === cell.column && typed === cell.typed);
    for (const cell of shown) {
      const note = noteAt(cell);
      if (!isIn(all, cell) && note?.kind === 'refused' && note.typed === cell.typed) grid.note(cell, null);
    }
    // A conflict is answered first.
    for (const cell of all)
      if (!noteAt(cell)) grid.note(cell, { kind: 'refused', typed: cell.typed, message: cell.message });
    shown = all;
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
