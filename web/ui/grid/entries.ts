import { shortenTyped } from '#shared/marks/parse-typed.ts';
import { pluralize } from '#shared/pluralize.ts';
import { type CellNote, type CellValue, type EntryColumn, parseTyped } from './grid-columns.ts';
import { type RowView, withNote } from './row-views.ts';
import { type CellChange, type CellStep, changesOfStep } from './undo-history.ts';

export interface CellId {
  row: string;
  column: string;
}

/** Typed or pasted text for an editable cell. */
export interface CellEntry {
  cell: CellId;
  column: EntryColumn;
  text: string;
  /** The value that the user saw in the cell, if the cell has changed since. */
  seen?: CellValue | undefined;
}

export interface AppliedEntries {
  changes: readonly CellChange[];
  /** Every cell with an entry, also unchanged ones: undo restores their notes. */
  step: readonly CellStep[];
  /** The changed rows. */
  views: ReadonlyMap<string, RowView>;
  /** The cells whose text was clamped or refused, in order, with their notes. */
  noted: readonly { cell: CellId; note: CellNote }[];
}

/** Applies entries to rows, with notes for clamped and refused texts. Refused cells keep their value. */
export function applyEntries(entries: readonly CellEntry[], viewOf: (row: string) => RowView): AppliedEntries {
  const step: CellStep[] = [];
  const views = new Map<string, RowView>();
  const noted: { cell: CellId; note: CellNote }[] = [];
  for (const { cell, column, text, seen } of entries) {
    const { value, note } = parseTyped(column, text);
    const view = views.get(cell.row) ?? viewOf(cell.row);
    if (note) noted.push({ cell, note });
    const held = view.values[column.id] ?? null;
    const isRefused = value === undefined;
    const before = isRefused || seen === undefined ? held : seen;
    const after = isRefused ? held : value;
    // A conflict is not part of the history: only an answer removes it, and undo does not restore it.
    const was = view.notes[column.id];
    const conflict = was?.kind === 'conflict' ? was : undefined;
    step.push({ ...cell, before, after, noteBefore: conflict ? undefined : was, noteAfter: note });
    views.set(cell.row, {
      ...view,
      values: { ...view.values, [column.id]: after },
      notes: withNote(view.notes, column.id, note ?? (after === held ? conflict : undefined)),
    });
  }
  return { changes: changesOfStep(step), step, views, noted };
}

/** A block of cells by row and column, both ends included. */
export interface CellBlock {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** Most messages announced after a paste; the cells show all. */
const readOut = 3;
/** Most left-out values that are named. */
const named = 5;

/** The announcement of a paste: how many values were taken, and what happened to the others. */
export function describePaste(paste: {
  taken: number;
  /** Values that a blank cell or line of the block cleared. */
  cleared: number;
  refused: number;
  messages: readonly string[];
  skipped: number;
  /** Values beyond the end of the sheet. */
  outside: readonly string[];
}): string {
  const more = paste.messages.length - readOut;
  return [
    `${pluralize(paste.taken, 'value')} pasted${paste.cleared > 0 ? `, ${paste.cleared} cleared` : ''}${
      paste.refused > 0 ? `, ${paste.refused} not taken` : ''
    }.`,
    ...paste.messages.slice(0, readOut),
    more > 0 ? `And ${more} more.` : '',
    paste.skipped > 0 ? `${pluralize(paste.skipped, 'value')} skipped: read-only.` : '',
    paste.outside.length > 0 ? leftOut(paste.outside) : '',
  ]
    .filter(Boolean)
    .join(' ');
}

function leftOut(values: readonly string[]): string {
  const more = values.length - named;
  const names = values.slice(0, named).map(shortenTyped).join(', ');
  const rest = more > 0 ? ` and ${more} more` : '';
  return `${pluralize(values.length, 'value')} left out beyond the end of the sheet: ${names}${rest}.`;
}
