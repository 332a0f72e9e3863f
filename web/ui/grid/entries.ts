import { type CellNote, type CellValue, type EntryColumn, readTyped } from './columns.ts';
import type { CellChange } from './history.ts';
import type { RowView } from './row-views.ts';

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

export interface Taken {
  changes: readonly CellChange[];
  /** Every cell that an entry went to, unchanged ones included: undoing takes their notes back too. */
  step: readonly CellChange[];
  /** The rows as they look afterwards. */
  views: ReadonlyMap<string, RowView>;
  /** What was clamped or refused, a sentence each. */
  messages: readonly string[];
}

/** Reads entries into the rows: values kept, what was clamped or refused noted beside them. Refused cells keep their value. */
export function takeEntries(entries: readonly Entry[], viewOf: (row: string) => RowView): Taken {
  const step: CellChange[] = [];
  const views = new Map<string, RowView>();
  const messages: string[] = [];
  for (const { cell, column, text, seen } of entries) {
    const reading = readTyped(column, text);
    const view = views.get(cell.row) ?? viewOf(cell.row);
    const notes = withNote(view.notes, column.id, reading.note);
    if (reading.note) messages.push(reading.note.message);
    const held = view.values[column.id] ?? null;
    const before = seen === undefined ? held : seen;
    const after = reading.value === undefined ? held : reading.value;
    step.push({ ...cell, before: reading.value === undefined ? held : before, after });
    views.set(cell.row, { ...view, values: { ...view.values, [column.id]: after }, notes });
  }
  return { changes: step.filter(({ before, after }) => before !== after), step, views, messages };
}

/** The same object where nothing changes: a row is drawn anew when its notes are others. */
function withNote(notes: RowView['notes'], column: string, note: CellNote | undefined): RowView['notes'] {
  if (note) return { ...notes, [column]: note };
  if (!(column in notes)) return notes;
  const { [column]: _forgotten, ...others } = notes;
  return others;
}

/** A block of cells by place, both ends included. */
export interface Block {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

export const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Messages read out in full after a paste; the cells show them all. */
const readOut = 3;

/** What a screen reader says after a paste. */
export function pasteReport(paste: {
  values: number;
  messages: readonly string[];
  passedOver: number;
  outside: number;
}): string {
  const more = paste.messages.length - readOut;
  return [
    `${countOf(paste.values, 'value')} pasted.`,
    ...paste.messages.slice(0, readOut),
    more > 0 ? `And ${more} more.` : '',
    paste.passedOver > 0 ? `${countOf(paste.passedOver, 'value')} passed over: read-only.` : '',
    paste.outside > 0 ? `${countOf(paste.outside, 'value')} left out: beyond the end of the sheet.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}
