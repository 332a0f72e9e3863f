import type { ReactNode } from 'react';
import { clampMark } from '#shared/marking/marks.ts';

/** What a cell holds. Null is blank, and blank is not zero (DECISIONS 4). */
export type CellValue = number | string | null;
/** A row's values by column id. */
export type RowValues = Readonly<Record<string, CellValue>>;

interface ColumnHead {
  id: string;
  /** Heading. */
  label: string;
  /** The heading in full, where it is shortened: for screen readers, and shown when pointed at. */
  name?: string;
  /** Second line of the heading: "/ 70", a topic, a date. */
  hint?: string;
  /** A CSS grid track: "72px", "minmax(180px, 1fr)". */
  width: string;
  /** Makes the heading a button, such as one that edits what the column stands for. */
  action?: { label: string; onPress: () => void } | undefined;
}

interface EntryHead extends ColumnHead {
  /** Why the column takes no entry; it then shows its values, read-only. */
  closed?: string | undefined;
}

/** A number from 0 to `max`, with at most `decimals` decimals. */
export interface NumberColumn extends EntryHead {
  kind: 'number';
  max: number;
  decimals: 0 | 1;
  /** Said before what was typed and kept, when a value above `max` is clamped. */
  aboveMax?: string | undefined;
  /** Why no value can be taken as yet: an entry is refused with these words. */
  refuses?: string | undefined;
}

/** One of a few letters; `grades` gives each letter's meaning, in order. */
export interface GradeColumn extends EntryHead {
  kind: 'grade';
  grades: Readonly<Record<string, string>>;
}

/** Text up to `limit` UTF-16 units, written outside the grid: the grid asks for it with `onOpenText`. */
export interface TextColumn extends EntryHead {
  kind: 'text';
  limit: number;
}

/** Shows a value of the row, or what follows from the others; never typed. */
export interface ShownColumn extends ColumnHead {
  kind: 'shown';
  text: (values: RowValues) => string;
  align?: 'start' | 'end';
}

/** Holds something of the screen's own, such as a save indicator, that updates itself. */
export interface NodeColumn extends ColumnHead {
  kind: 'node';
  render: (rowId: string) => ReactNode;
}

export type EntryColumn = NumberColumn | GradeColumn | TextColumn;
export type GridColumn = EntryColumn | ShownColumn | NodeColumn;

export const takesEntry = (column: GridColumn, rowClosed: string | undefined): column is EntryColumn =>
  whyClosed(column, rowClosed) === undefined;

export const nameOf = (column: GridColumn): string => column.name ?? column.label;

/** Why a cell takes no entry; undefined when it does. `rowClosed` is the row's own reason. */
export function whyClosed(column: GridColumn, rowClosed: string | undefined): string | undefined {
  return column.kind === 'shown' || column.kind === 'node'
    ? `${nameOf(column)} is read-only.`
    : (column.closed ?? rowClosed);
}

/** A cell as text: what is shown, copied, and put into the live input. */
export function cellText(column: GridColumn, values: RowValues): string {
  if (column.kind === 'shown') return column.text(values);
  if (column.kind === 'node') return '';
  return String(values[column.id] ?? '');
}

/** What was typed into a cell beside what the cell kept, shown until the cell changes again (DECISIONS 6). */
export interface CellNote {
  kind: 'clamped' | 'refused';
  typed: string;
  message: string;
}

/** How a text was understood: the value to keep (undefined: none, it was refused), and a note where that is not the text. */
export interface Reading {
  value: CellValue | undefined;
  note?: CellNote;
}

/** Reads typed or pasted text for a column: clamps what is too much (DECISIONS 6), refuses what is no value at all. */
export function readTyped(column: EntryColumn, text: string): Reading {
  const typed = text.trim();
  if (typed === '') return { value: null };
  if (column.kind === 'number') return readNumber(column, typed);
  if (column.kind === 'grade') return readGrade(column, typed);
  if (typed.length <= column.limit) return { value: typed };
  const message = `${typed.length} characters typed, ${column.limit} kept.`;
  return { value: typed.slice(0, column.limit), note: { kind: 'clamped', typed, message } };
}

/** Digits with one decimal point or comma, as people and spreadsheets of either habit write a mark. */
const plainNumber = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)$/;

function readNumber(column: NumberColumn, typed: string): Reading {
  if (column.refuses !== undefined)
    return { value: undefined, note: { kind: 'refused', typed, message: column.refuses } };
  if (!plainNumber.test(typed)) return refused(typed, 'a number');
  const value = Number(typed.replace(',', '.'));
  if (column.decimals === 0 && !Number.isInteger(value)) return refused(typed, 'a whole number');
  const { kept, clamped } = clampMark(value, column.max);
  if (!clamped) return { value: kept };
  const reason = column.aboveMax !== undefined && value > column.max ? `${column.aboveMax} ` : '';
  const message = `${reason}${shortened(typed)} typed, ${kept} kept.`;
  return { value: kept, note: { kind: 'clamped', typed, message } };
}

function readGrade(column: GradeColumn, typed: string): Reading {
  const letter = typed.toUpperCase();
  return Object.hasOwn(column.grades, letter) ? { value: letter } : refused(typed, 'a grade');
}

const refused = (typed: string, what: string): Reading => ({
  value: undefined,
  note: { kind: 'refused', typed, message: `“${shortened(typed)}” is not ${what}.` },
});

/** Typed text short enough to stand beside a value. */
export const shortened = (text: string): string => (text.length > 24 ? `${text.slice(0, 23)}…` : text);
