import type { ReactNode } from 'react';
import { isMarkWord, type Mark } from '#shared/marks/mark-words.ts';
import {
  type ParsedText,
  parseEnteredMark,
  parseGrade,
  parseMark,
  parseTypedText,
  type TypedNote,
} from '#shared/marks/parse-typed.ts';

/** A cell's value. Null is blank, and blank is not zero (rule 4). */
export type CellValue = number | string | null;
/** A cell's value as a mark. */
export const markOfCell = (value: CellValue | undefined): Mark | null =>
  isMarkWord(value) ? value : numberOfCell(value);

export const numberOfCell = (value: CellValue | undefined): number | null => (typeof value === 'number' ? value : null);

/** A row's values by column id. */
export type RowValues = Readonly<Record<string, CellValue>>;

interface ColumnHead {
  id: string;
  /** Heading. */
  label: string;
  /** The full heading: for screen readers and as a tooltip. */
  name?: string;
  /** A shorter name for menus. */
  short?: string;
  /** The line below: "/ 70". */
  hint?: string;
  /** A day, dd-MMM-yyyy, on a line of its own. */
  date?: string | undefined;
  /** The heading counts the rows with a value: "34 of 35". */
  isCounted?: boolean;
  /** The note on a value; null for none. Called whenever a row renders. */
  noteOf?: ((values: RowValues) => string | null) | undefined;
  /** The text for a low value, such as "Low: below 50 %"; null for any other. Called whenever a row renders. */
  lowOf?: ((values: RowValues) => string | null) | undefined;
  /** A CSS grid track: "72px", "minmax(180px, 1fr)". */
  width: string;
  /** Makes the heading a button, such as one that edits the column's assessment. */
  action?: { label: string; onPress: () => void } | undefined;
}

interface EntryHead extends ColumnHead {
  /** Why the column is read-only. */
  closed?: string | undefined;
}

/** A number from 0 to `max`, with at most `decimals` decimals. */
export interface NumberColumn extends EntryHead {
  kind: 'number';
  max: number;
  /** Another maximum of a row's value, which is shown beside it. */
  outOf?: (values: RowValues) => number | null;
  decimals: 0 | 1;
  /** What is counted, for the text of a refusal: "whole marks only". */
  counts: 'marks' | 'numbers';
  /** Accepts absent and exempt instead of a number (rule 43). */
  takesWords?: boolean;
  /** A sentence before the note, if a value above `max` is clamped. */
  aboveMax?: string | undefined;
  /** Why the column refuses every value for now. */
  refuses?: string | undefined;
}

/** One of a few letters; `grades` gives each letter's meaning, in order. */
export interface GradeColumn extends EntryHead {
  kind: 'grade';
  grades: Readonly<Record<string, string>>;
}

/** Text up to `limit` UTF-16 units, typed in a field outside the grid, which `onOpenText` opens. */
export interface TextColumn extends EntryHead {
  kind: 'text';
  limit: number;
}

/** A read-only value of the row, or one that is computed from others. */
interface ShownColumn extends ColumnHead {
  kind: 'shown';
  text: (values: RowValues) => string;
  align?: 'start' | 'end';
}

/** A component of the screen, such as a save indicator. These columns come first and stick with the row's header. */
interface NodeColumn extends ColumnHead {
  kind: 'node';
  render: (rowId: string) => ReactNode;
}

export type EntryColumn = NumberColumn | GradeColumn | TextColumn;
export type GridColumn = EntryColumn | ShownColumn | NodeColumn;

/** Whether absent and exempt may be entered in a column. */
export const acceptsMarkWords = (column: GridColumn): boolean => column.kind === 'number' && column.takesWords === true;

export const acceptsEntry = (column: GridColumn, rowClosed: string | undefined): column is EntryColumn =>
  readOnlyReason(column, rowClosed) === undefined;

export const columnName = (column: GridColumn): string => column.name ?? column.label;
export const columnShortName = (column: GridColumn): string => column.short ?? columnName(column);

/** Why a cell is read-only; undefined if it is not. `rowClosed` is the row's own reason. */
export function readOnlyReason(column: GridColumn, rowClosed: string | undefined): string | undefined {
  return column.kind === 'shown' || column.kind === 'node'
    ? `${columnName(column)} is read-only.`
    : (column.closed ?? rowClosed);
}

/** A cell as text: what is shown, copied, and put into the live input. */
export function cellText(column: GridColumn, values: RowValues): string {
  if (column.kind === 'shown') return column.text(values);
  if (column.kind === 'node') return '';
  return String(values[column.id] ?? '');
}

/**
 * The part that a text lacks to one decimal, in a column with decimals: padding aligns marks at the decimal point, also
 * while they are typed.
 */
export function missingDecimalPadding(column: GridColumn, text: string): '.0' | '0' | null {
  if (column.kind !== 'number' || column.decimals === 0 || !/\d/.test(text)) return null;
  if (/[.,]$/.test(text)) return '0';
  return /[.,]/.test(text) ? null : '.0';
}

/** A button of a note. */
interface NoteAction {
  label: string;
  /** With Alt, while the cell is the active one. */
  key: string;
  act: () => void;
}

/** Shown in a cell beside its value until the cell changes (rules 6, 40). */
export interface CellNote extends Omit<TypedNote, 'kind'> {
  kind: TypedNote['kind'] | 'conflict';
  actions?: readonly NoteAction[];
}

/** Parses typed or pasted text for a column: clamps or refuses it (rules 6, 40). */
export function parseTyped(column: EntryColumn, text: string): ParsedText<string | number> {
  if (column.kind === 'grade') return parseGrade(text, Object.keys(column.grades));
  if (column.kind === 'text') return parseTypedText(text, column.limit);
  const typed = text.trim();
  if (column.refuses === undefined || typed === '')
    return (column.takesWords ? parseEnteredMark : parseMark)(text, column);
  return { value: undefined, note: { kind: 'refused', typed, message: column.refuses } };
}
