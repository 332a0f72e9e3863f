import type { ReactNode } from 'react';
import { isMarkWord, type Mark } from '#shared/marks/mark-words.ts';
import {
  type Reading,
  readEnteredMark,
  readGrade,
  readMark,
  readText,
  type TypedNote,
} from '#shared/marks/read-typed.ts';

/** What a cell holds. Null is blank, and blank is not zero (rule 4). */
export type CellValue = number | string | null;
/** What a cell of marks holds. */
export const markOf = (value: CellValue | undefined): Mark | null => (isMarkWord(value) ? value : numberOf(value));

export const numberOf = (value: CellValue | undefined): number | null => (typeof value === 'number' ? value : null);

/** A row's values by column id. */
export type RowValues = Readonly<Record<string, CellValue>>;

interface ColumnHead {
  id: string;
  /** Heading. */
  label: string;
  /** The heading in full, where it is shortened: for screen readers, and shown when pointed at. */
  name?: string;
  /** What a menu calls it, where the name says more than which column it is. */
  short?: string;
  /** The line below: "/ 70". */
  hint?: string;
  /** A day, dd-MMM-yyyy, on a line of its own. */
  date?: string | undefined;
  /** The heading says for how many rows there is a value: "34 of 35". */
  isCounted?: boolean;
  /** What is noted about a value; null for nothing. Called with each drawing of a row. */
  noteOf?: ((values: RowValues) => string | null) | undefined;
  /** Words about a value that is low by itself, such as "Low: below 50 %"; null for any other. Called with each drawing of a row. */
  lowOf?: ((values: RowValues) => string | null) | undefined;
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
  /** What a row's value is out of, where that is another maximum: shown beside it. */
  outOf?: (values: RowValues) => number | null;
  decimals: 0 | 1;
  /** What is counted, for the words of a refusal: "whole marks only". */
  counts: 'marks' | 'numbers';
  /** Takes absent and exempt in the place of a number (rule 43). */
  takesWords?: boolean;
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

/** Holds something of the screen's own, such as a save indicator, that updates itself. Such columns come first: they stay with the row's header. */
export interface NodeColumn extends ColumnHead {
  kind: 'node';
  render: (rowId: string) => ReactNode;
}

export type EntryColumn = NumberColumn | GradeColumn | TextColumn;
export type GridColumn = EntryColumn | ShownColumn | NodeColumn;

/** Whether absent and exempt may be entered in a column. */
export const takesWords = (column: GridColumn): boolean => column.kind === 'number' && column.takesWords === true;

export const takesEntry = (column: GridColumn, rowClosed: string | undefined): column is EntryColumn =>
  readOnlyReason(column, rowClosed) === undefined;

export const nameOf = (column: GridColumn): string => column.name ?? column.label;
export const shortNameOf = (column: GridColumn): string => column.short ?? nameOf(column);

/** Why a cell takes no entry; undefined when it does. `rowClosed` is the row's own reason. */
export function readOnlyReason(column: GridColumn, rowClosed: string | undefined): string | undefined {
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

/**
 * What a text lacks to one decimal, where a column has them: that much room is left, so that marks are in line at the decimal point.
 * Typed text counts too: what is before the point does not move when the point comes.
 */
export function missingDecimal(column: GridColumn, text: string): '.0' | '0' | null {
  if (column.kind !== 'number' || column.decimals === 0 || !/\d/.test(text)) return null;
  if (/[.,]$/.test(text)) return '0';
  return /[.,]/.test(text) ? null : '.0';
}

/** Something that the user may do about a note. */
export interface NoteAction {
  label: string;
  /** With Alt, while the cell is the active one. */
  key: string;
  act: () => void;
}

/** What is shown in a cell beside its value, until the cell changes again (rules 6, 40). */
export interface CellNote extends Omit<TypedNote, 'kind'> {
  kind: TypedNote['kind'] | 'conflict';
  actions?: readonly NoteAction[];
}

/** Reads typed or pasted text for a column: clamps what is too much, refuses what is no value at all (rules 6, 40). */
export function readTyped(column: EntryColumn, text: string): Reading<string | number> {
  if (column.kind === 'grade') return readGrade(text, Object.keys(column.grades));
  if (column.kind === 'text') return readText(text, column.limit);
  const typed = text.trim();
  if (column.refuses === undefined || typed === '')
    return (column.takesWords ? readEnteredMark : readMark)(text, column);
  return { value: undefined, note: { kind: 'refused', typed, message: column.refuses } };
}
