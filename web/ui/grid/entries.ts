import { countOf } from '#shared/count-of.ts';
import { shortened } from '#shared/marks/read-typed.ts';
import { type CellNote, type CellValue, type EntryColumn, readTyped } from './columns.ts';
import { type RowView, withNote } from './row-views.ts';
import { type CellChange, type CellStep, changesOf } from './undo-history.ts';

export interface CellId {
  row: string;
  column: string;
}

/** Text for a cell that takes entries, typed or pasted. */
export interface Entry {
  cell: CellId;
  column: EntryColumn;
  text: string;
  /** What the user saw in the cell, where that is not what it holds now. */
  seen?: CellValue | undefined;
}

export interface AppliedEntries {
  changes: readonly CellChange[];
  /** Every cell that an entry went to, unchanged ones included: undoing takes their notes back too. */
  step: readonly CellStep[];
  /** The rows as they look afterwards. */
  views: ReadonlyMap<string, RowView>;
  /** The cells whose text was clamped or refused, in order, with what there is to say. */
  noted: readonly { cell: CellId; note: CellNote }[];
}

/** Reads entries into the rows: values kept, what was clamped or refused noted beside them. Refused cells keep their value. */
export function applyEntries(entries: readonly Entry[], viewOf: (row: string) => RowView): AppliedEntries {
  const step: CellStep[] = [];
  const views = new Map<string, RowView>();
  const noted: { cell: CellId; note: CellNote }[] = [];
  for (const { cell, column, text, seen } of entries) {
    const { value, note } = readTyped(column, text);
    const view = views.get(cell.row) ?? viewOf(cell.row);
    if (note) noted.push({ cell, note });
    const held = view.values[column.id] ?? null;
    const isRefused = value === undefined;
    const before = isRefused || seen === undefined ? held : seen;
    const after = isRefused ? held : value;
    // A conflict is no trace of an entry: it goes when it is answered, and no undoing brings it back.
    const was = view.notes[column.id];
    const conflict = was?.kind === 'conflict' ? was : undefined;
    step.push({ ...cell, before, after, noteBefore: conflict ? undefined : was, noteAfter: note });
    views.set(cell.row, {
      ...view,
      values: { ...view.values, [column.id]: after },
      notes: withNote(view.notes, column.id, note ?? (after === held ? conflict : undefined)),
    });
  }
  return { changes: changesOf(step), step, views, noted };
}

/** A block of cells by place, both ends included. */
export interface Block {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** Messages read out in full after a paste; the cells show them all. */
const readOut = 3;
/** Values named that did not fit on the sheet. */
const named = 5;

/** What is said after a paste: how many values were taken, and what became of the others. */
export function pasteReport(paste: {
  taken: number;
  refused: number;
  messages: readonly string[];
  passedOver: number;
  /** What did not fit on the sheet. */
  outside: readonly string[];
}): string {
  const more = paste.messages.length - readOut;
  return [
    `${countOf(paste.taken, 'value')} pasted${paste.refused > 0 ? `, ${paste.refused} not taken` : ''}.`,
    ...paste.messages.slice(0, readOut),
    more > 0 ? `And ${more} more.` : '',
    paste.passedOver > 0 ? `${countOf(paste.passedOver, 'value')} passed over: read-only.` : '',
    paste.outside.length > 0 ? leftOut(paste.outside) : '',
  ]
    .filter(Boolean)
    .join(' ');
}

function leftOut(values: readonly string[]): string {
  const more = values.length - named;
  const names = values.slice(0, named).map(shortened).join(', ');
  const rest = more > 0 ? ` and ${more} more` : '';
  return `${countOf(values.length, 'value')} left out beyond the end of the sheet: ${names}${rest}.`;
}
