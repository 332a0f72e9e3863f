import { spreadsheetWordings } from '#shared/spreadsheets.ts';
import { unescapeCellText, withoutNoise } from './safe-cell.ts';
import type { PartReader, XmlAttributes } from './xml-parts.ts';
import { refusedFileError, spreadsheetLimits } from './zip-archive.ts';

/** One cell that holds something. */
export type ReadCell = CellContent & {
  /** The value is the stored result of a formula. */
  isFormula?: true;
};

type CellContent =
  /** `isPercent`: 0.78 is shown as 78%. */
  | { kind: 'number'; value: number; isPercent?: true }
  | { kind: 'text'; value: string }
  /** A number in a date's format; `time` is HH:mm:ss, where it is not a whole number of days. */
  | { kind: 'date'; day: string; time?: string }
  /** A formula without a stored result. */
  | { kind: 'formula' }
  | { kind: 'other'; value: string };

export interface MergedCells {
  fromRow: number;
  fromColumn: number;
  toRow: number;
  toColumn: number;
}

export interface ReadSheet {
  /** By row and column, both from 1; without empty cells and rows. */
  rows: ReadonlyMap<number, ReadonlyMap<number, ReadCell>>;
  merges: readonly MergedCells[];
  /** Numbers of days count from 1904 (old Macintosh files). */
  isFrom1904?: boolean;
}

/** A number: with at least so many digits, as ids are shown. */
export type StyleKind = 'date' | 'percent' | 'other' | number;

/** Parts of the workbook that its sheets share. */
export interface WorkbookParts {
  strings: readonly string[];
  /** By style number, as what it shows a number. */
  styles: readonly StyleKind[];
  /** Day numbers count from 1904 (old Macintosh files). */
  isFrom1904: boolean;
}

const mostMerges = 1000;
/** Most characters of all kept texts: more than 5,000 names and comments need, far less than the memory holds. */
const mostCharacters = 4_000_000;
/** Programs write styled empty rows: most rows of a sheet, those included. */
const mostRowElements = 4 * spreadsheetLimits.rows;

/** Limits the characters that are kept of a workbook. */
export class TextBudget {
  #left = mostCharacters;

  take(text: string): string {
    this.#left -= text.length;
    if (this.#left < 0) throw refusedFileError(spreadsheetWordings.tooMuchText);
    return text;
  }
}

/** Reads a sheet's rows; refuses the file as soon as a limit is exceeded. */
export class SheetReader implements PartReader {
  readonly rows = new Map<number, Map<number, ReadCell>>();
  readonly merges: MergedCells[] = [];
  readonly #parts: WorkbookParts;
  readonly #budget: TextBudget;
  #rowElements = 0;
  #cells = 0;
  #row = 0;
  #column = 0;
  #cell: XmlAttributes | undefined;
  #hasFormula = false;
  #isInText = false;
  #isPhonetic = false;
  #text = '';

  constructor(parts: WorkbookParts, budget: TextBudget) {
    this.#parts = parts;
    this.#budget = budget;
  }

  open(name: string, attributes: XmlAttributes): void {
    if (name === 'c') this.#openCell(attributes);
    else if (name === 'row') this.#openRow(attributes);
    else if (name === 'v' || name === 't') this.#isInText = this.#cell !== undefined && !this.#isPhonetic;
    else if (name === 'f') this.#hasFormula = true;
    else if (name === 'rPh') this.#isPhonetic = true;
    else if (name === 'mergeCell') this.#merge(attributes.ref ?? '');
  }

  text(text: string): void {
    if (!this.#isInText) return;
    this.#text += text;
    if (this.#text.length > 40_000) throw refusedFileError(spreadsheetWordings.longText(this.#address()));
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.#isInText = false;
    else if (name === 'rPh') this.#isPhonetic = false;
    else if (name === 'c') this.#closeCell();
  }

  #openRow({ r }: XmlAttributes): void {
    this.#rowElements += 1;
    if (this.#rowElements > mostRowElements) throw tooManyRows();
    this.#row = positive(r) ?? this.#row + 1;
    this.#column = 0;
  }

  #openCell(attributes: XmlAttributes): void {
    const address = attributes.r === undefined ? undefined : parseAddress(attributes.r);
    if (address) this.#row = address.row;
    this.#column = address?.column ?? this.#column + 1;
    this.#cell = attributes;
    this.#hasFormula = false;
    this.#text = '';
  }

  #closeCell(): void {
    const content = this.#valueOf(this.#cell ?? {});
    const cell: ReadCell | undefined = this.#hasFormula
      ? { ...(content ?? { kind: 'formula' }), isFormula: true }
      : content;
    this.#cell = undefined;
    if (!cell) return;
    if (this.#row > spreadsheetLimits.rows) throw tooManyRows();
    if (this.#column > spreadsheetLimits.columns)
      throw refusedFileError(spreadsheetWordings.mostColumns(spreadsheetLimits.columns));
    this.#cells += 1;
    if (this.#cells > spreadsheetLimits.cells)
      throw refusedFileError(spreadsheetWordings.mostCells(spreadsheetLimits.cells));
    const row = this.rows.get(this.#row) ?? new Map<number, ReadCell>();
    row.set(this.#column, cell);
    this.rows.set(this.#row, row);
  }

  #valueOf({ t: type = 'n', s: style }: XmlAttributes): CellContent | undefined {
    const text = this.#text;
    if (text === '') return undefined;
    if (type === 's') return textCell(this.#parts.strings[Number(text)] ?? '');
    if (type === 'str' || type === 'inlineStr') return textCell(this.#budget.take(unescapeCellText(text)));
    if (type === 'd') return toDate(text);
    if (type !== 'n') return { kind: 'other', value: text.slice(0, 40) };
    const value = withoutNoise(Number(text));
    if (!Number.isFinite(value)) return { kind: 'other', value: text.slice(0, 40) };
    const shows = this.#parts.styles[Number(style ?? 0)];
    if (shows === 'date') return dateOf(value, this.#parts.isFrom1904);
    // Who sees 00701 has that, whatever the cell keeps.
    if (typeof shows === 'number' && Number.isInteger(value) && value >= 0)
      return { kind: 'text', value: String(value).padStart(shows, '0') };
    return shows === 'percent' ? { kind: 'number', value, isPercent: true } : { kind: 'number', value };
  }

  #merge(ref: string): void {
    const [from, to] = ref.split(':').map(parseAddress);
    if (!from || !to) return;
    if (this.merges.length >= mostMerges) throw refusedFileError(spreadsheetWordings.mergedTooOften);
    this.merges.push({ fromRow: from.row, fromColumn: from.column, toRow: to.row, toColumn: to.column });
  }

  #address(): string {
    return `${toColumnLetters(this.#column)}${this.#row}`;
  }
}

const tooManyRows = () => refusedFileError(spreadsheetWordings.mostRows(spreadsheetLimits.rows));

/** Note on a formula whose stored value is used. `place`: "Row 3, Town". */
export const formulaNote = (place: string, value: string): string =>
  spreadsheetWordings.formulaRead(place, value.slice(0, 60));

/** The text of a cell, or of a number, as programs turn ids into numbers. Undefined where it is blank. */
export function textOfCell(cell: ReadCell | undefined): string | undefined {
  if (cell?.kind === 'text') return cell.value.trim() || undefined;
  return cell?.kind === 'number' ? String(cell.value) : undefined;
}

/** Whether a cell is part of a merged one, so that its value is ambiguous. */
export const isMerged = ({ merges }: ReadSheet, row: number, column: number): boolean =>
  merges.some(
    ({ fromRow, toRow, fromColumn, toColumn }) =>
      row >= fromRow && row <= toRow && column >= fromColumn && column <= toColumn,
  );

const textCell = (value: string): CellContent | undefined => (value === '' ? undefined : { kind: 'text', value });

function positive(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : undefined;
}

function parseAddress(text: string): { row: number; column: number } | undefined {
  const [, letters = '', digits] = /^\$?([A-Z]{1,3})\$?([1-9]\d{0,6})$/.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  return { row: Number(digits), column };
}

/** "A" for 1, "AB" for 28. */
export function toColumnLetters(column: number): string {
  const rest = Math.floor((column - 1) / 26);
  return `${rest > 0 ? toColumnLetters(rest) : ''}${String.fromCharCode(65 + ((column - 1) % 26))}`;
}

/** Day and time of a day number; the number itself where it is none. */
function dateOf(serial: number, isFrom1904: boolean): CellContent {
  const time = Date.UTC(1899, 11, 30) + Math.round((serial + (isFrom1904 ? 1462 : 0)) * 86_400) * 1000;
  return Math.abs(time) < 8e15 ? toDate(new Date(time).toISOString()) : { kind: 'date', day: String(serial) };
}

/** Of "2026-11-27T07:50:00.000Z", or "2026-11-27". */
function toDate(text: string): CellContent {
  const [day, time] = [text.slice(0, 10), text.slice(11, 19)];
  return { kind: 'date', day, ...(time === '' || time === '00:00:00' ? {} : { time }) };
}
