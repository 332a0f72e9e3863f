import type { CellId } from '../ui/grid/entries.ts';
import type { CellNote } from '../ui/grid/grid-columns.ts';
import type { GridModel } from '../ui/grid/grid-model.ts';
import type { CellChange, RefusedTextChange } from '../ui/grid/undo-history.ts';
import { onFieldFocusRequested } from './field-focus.ts';
import type { Outbox } from './outbox.ts';
import type { OutboxEvent } from './outbox-dependencies.ts';
import type { PendingField, RefusedText, SaveTarget } from './pending-record.ts';
import type { ValueFailure } from './save-failure.ts';
import { conflictText, listUnsavedValues, typedValueText, type UnsavedValue } from './save-status.ts';

interface GridConnection {
  grid: GridModel;
  outbox: Outbox;
  /** The outbox record of each row; the grid's columns are its fields. */
  targets: ReadonlyMap<string, SaveTarget>;
  /** Called after a row's values were enqueued. */
  onEnqueued?: (row: string) => void;
  /** Called after an event of a row's record; a replaced value is already shown. */
  onEvent?: (row: string, event: OutboxEvent) => void;
}

/**
 * Sends a grid's entries and drafts to the outbox and shows conflicts in their cells, with both values and the choice
 * (ADR 0033). Returns the function that disconnects.
 */
export function connectGrid({ grid, outbox, targets, onEnqueued, onEvent }: GridConnection): () => void {
  const rows = new Map([...targets].map(([row, { id }]) => [id, row]));
  const rowOf = (id: string) => rows.get(id);
  const take = (changes: readonly (CellChange | RefusedTextChange)[]) => {
    for (const [row, ofRow] of Map.groupBy(changes, (change) => change.row)) {
      const target = targets.get(row);
      if (target) void outbox.enqueue(target, ofRow.map(typedOf));
      onEnqueued?.(row);
    }
  };
  grid.onChange = take;
  grid.onRefused = take;
  grid.onTyping = (read) => {
    outbox.typing(
      read &&
        (() => {
          const change = read();
          const target = change && targets.get(change.row);
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
    outbox.onEvent((event) => {
      const row = rowOf(event.id);
      if (row === undefined) return;
      if (event.kind === 'replaced') grid.show(row, { [event.field]: event.value });
      onEvent?.(row, event);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    grid.onChange = () => {};
    grid.onRefused = () => {};
    grid.onTyping = () => {};
  };
}

interface ShownRows extends Pick<GridConnection, 'grid' | 'outbox'> {
  /** The row of a record; undefined for a record of another grid. */
  rowOf: (id: string) => string | undefined;
}

function typedOf(change: CellChange | RefusedTextChange): PendingField {
  if (!('refused' in change)) return { field: change.column, value: change.after, was: change.before };
  const { column: field, refused } = change;
  const kept = refused && { typed: refused.typed, message: refused.message };
  return { field, value: null, was: null, refused: kept };
}

function showConflicts({ grid, outbox, rowOf }: ShownRows): () => void {
  let shown: ReadonlyMap<ValueFailure, CellId> = new Map();
  const show = () => {
    const conflicts = new Map<ValueFailure, CellId>();
    for (const { record, field, value, failure } of listUnsavedValues(outbox.states())) {
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

/**
 * Shows refused texts, also those of earlier visits, in their cells with the reason until they are corrected or
 * discarded (rule 40).
 */
function showRefused({ grid, outbox, rowOf }: ShownRows): () => void {
  let shown: readonly (CellId & RefusedText)[] = [];
  const noteAt = ({ row, column }: CellId) => grid.view(row).notes[column];
  const show = () => {
    const all = listUnsavedValues(outbox.states()).flatMap(({ record, field, refused }) => {
      const row = refused && rowOf(record.id);
      return row === undefined || !refused ? [] : [{ row, column: field, ...refused }];
    });
    const isIn = (list: typeof all, cell: CellId & RefusedText) =>
      list.some(({ row, column, typed }) => row === cell.row && column === cell.column && typed === cell.typed);
    for (const cell of shown) {
      const note = noteAt(cell);
      if (!isIn(all, cell) && note?.kind === 'refused' && note.typed === cell.typed) grid.note(cell, null);
    }
    // A conflict in the same cell is shown first.
    for (const cell of all)
      if (!noteAt(cell)) grid.note(cell, { kind: 'refused', typed: cell.typed, message: cell.message });
    shown = all;
  };
  show();
  return outbox.subscribe(show);
}

/** The note of a conflict: the stored value, and the choice between both. */
function noteOf({ record, field, value, failure }: Omit<UnsavedValue, 'state'>, outbox: Outbox): CellNote | null {
  if (!failure?.conflict) return null;
  return {
    kind: 'conflict',
    typed: typedValueText(failure.conflict.theirs),
    message: conflictText(failure.conflict),
    actions: [
      { label: `Keep mine: ${typedValueText(value)}`, key: 'm', act: () => void outbox.keepMine(record.id, field) },
      {
        label: `Take theirs: ${typedValueText(failure.conflict.theirs)}`,
        key: 't',
        act: () => void outbox.discardValue(record.id, field),
      },
    ],
  };
}
