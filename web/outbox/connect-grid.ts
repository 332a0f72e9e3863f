import type { CellNote } from '../ui/grid/columns.ts';
import type { CellId } from '../ui/grid/entries.ts';
import type { GridModel } from '../ui/grid/grid-model.ts';
import type { CellChange, CellRefusal } from '../ui/grid/history.ts';
import { conflictText, valueText } from './conflict-text.ts';
import { onFieldFocusRequested } from './field-focus.ts';
import type { Outbox } from './outbox.ts';
import type { Failure } from './outcome.ts';
import type { Refused, Target, Typed } from './pending-record.ts';
import { type Unsaved, unsavedOf } from './save-status.ts';

interface GridConnection {
  grid: GridModel;
  outbox: Outbox;
  /** The record of a row of the grid; its columns are the record's fields. */
  targetOf: (row: string) => Target | undefined;
  /** The row of a record; undefined for a record of another grid. */
  rowOf: (id: string) => string | undefined;
  /** Called after a row's values were enqueued. */
  onEnqueued?: (row: string) => void;
}

/**
 * Sends a grid's entries and drafts to the outbox and shows conflicts in their cells, with both values and the choice (ADR 0033).
 * Returns the function that disconnects.
 */
export function connectGrid({ grid, outbox, targetOf, rowOf, onEnqueued: onTaken }: GridConnection): () => void {
  const take = (changes: readonly (CellChange | CellRefusal)[]) => {
    for (const [row, ofRow] of Map.groupBy(changes, (change) => change.row)) {
      const target = targetOf(row);
      if (target) void outbox.enqueue(target, ofRow.map(typedOf));
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
    onFieldFocusRequested(
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

function showConflicts({ grid, outbox, rowOf }: Pick<GridConnection, 'grid' | 'outbox' | 'rowOf'>): () => void {
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

/** Shows refused texts, also those of earlier visits, in their cells with the reason until they are corrected or discarded (rule 40). */
function showRefused({ grid, outbox, rowOf }: Pick<GridConnection, 'grid' | 'outbox' | 'rowOf'>): () => void {
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

/** The note of a conflict: the other's value, and the choice between both. */
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
        act: () => void outbox.discardValue(record.id, field),
      },
    ],
  };
}
