import { CsvError, parse } from 'csv-parse/sync';
import { fileTooLarge } from '#shared/http/upload-limit.ts';
import { spreadsheetWordings } from '#shared/spreadsheets.ts';
import type { ReadCell, ReadSheet } from './read-sheet.ts';
import { unescapeCellText } from './safe-cell.ts';
import { refusedFileError, spreadsheetLimits } from './zip-archive.ts';

/** Whether a file is text: neither a zip file nor markup nor binary. */
export function isCsv(bytes: Uint8Array): boolean {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const start = bytes.subarray(0, 4096);
  const isZip = start[0] === 0x50 && start[1] === 0x4b;
  const isMarkup = /^\s*</.test(new TextDecoder().decode(start));
  return bytes.length > 0 && !isZip && !isMarkup && (isUtf16 || !start.includes(0));
}

export interface CsvBounds {
  /** Most rows that are not empty; a file with more is refused. */
  rows: number;
}

/** A file may have this many times `CsvBounds.rows`, empty rows included. */
const rowsWithEmpty = 4;

/**
 * Comma, semicolon or tab between the cells (`findShape`). UTF-8, UTF-16 with a byte order mark (Excel's "Unicode
 * text"), or else Windows-1252. Reading stops at the row that exceeds a bound. A quotation mark inside a cell without
 * any, one that is never closed, and one that is closed in a later row are refused with their line: what lies between
 * would be read as one cell.
 * @throws {ValidationError} on `file`, with the reason.
 */
export function parseCsv(bytes: Uint8Array, { rows: mostRows }: CsvBounds): ReadSheet {
  if (bytes.length > spreadsheetLimits.packed) throw refusedFileError(fileTooLarge);
  // The parser counts \r\n inside of quotes as two lines.
  const text = decode(bytes).replaceAll(/\r\n?/g, '\n');
  const shape = findShape(text);
  const { separator, width } = shape;
  const rows = new Map<number, Map<number, ReadCell>>();
  const tooManyRows = () => refusedFileError(spreadsheetWordings.mostRows(mostRows));
  let row = 0;
  let count = 0;
  let lastLine = 0;
  const takeRow = (written: string[], { lines }: { lines: number }): null => {
    if (row === 0 && written.join(separator).startsWith(separatorHint)) written = [];
    row += 1;
    const firstLine = lastLine + 1;
    lastLine = Math.max(lines, firstLine);
    if (written.length > spreadsheetLimits.columns)
      throw refusedFileError(spreadsheetWordings.mostColumns(spreadsheetLimits.columns));
    const hasSeveralLines = lastLine > firstLine;
    if (hasSeveralLines && (written.length > width || hasSwallowedRows(written, shape)))
      throw refusedFileError(spreadsheetWordings.quoteClosedLater(firstLine));
    const cells = new Map<number, ReadCell>();
    for (const [index, cell] of written.entries()) {
      const value = unescapeCellText(cell);
      if (value === '') continue;
      if (row > mostRows) throw tooManyRows();
      cells.set(index + 1, { kind: 'text', value });
    }
    if (row > rowsWithEmpty * mostRows) throw tooManyRows();
    count += cells.size;
    if (count > spreadsheetLimits.cells) throw tooManyCells();
    if (cells.size > 0) rows.set(row, cells);
    return null;
  };
  try {
    parse(text, { delimiter: separator, on_record: takeRow, relax_column_count: true });
  } catch (error) {
    if (error instanceof CsvError) throw refusedFileError(whyRefused(error, lastLine + 1));
    throw error;
  }
  return { rows, merges: [] };
}

/** The sentence for an error of the parser. `line` is the first one of the row that it was in. */
function whyRefused({ code }: CsvError, line: number): string {
  if (code === 'INVALID_OPENING_QUOTE') return spreadsheetWordings.quoteInsideCell(line);
  if (code === 'CSV_QUOTE_NOT_CLOSED') return spreadsheetWordings.quoteNeverClosed(line);
  return spreadsheetWordings.quoteClosedLater(line);
}

/** Excel reads this first line, and shows it to nobody. */
const separatorHint = 'sep=';

/** Lines from which the separator is found. */
const lookedAt = 200;

/** How a file writes its rows. */
interface CsvShape {
  separator: string;
  /** How many cells most rows have. */
  width: number;
  /** What ends a cell: the separator, and where this file writes no blanks behind it, one with no blank behind. */
  end: RegExp;
}

/**
 * A title, a note and a row with commas in its cells are few: the separator is the one that gives the most rows the
 * same number of cells.
 */
function findShape(text: string): CsvShape {
  const lines = text
    .split('\n', lookedAt)
    .map((line) => line.replaceAll(/"[^"]*"/g, ''))
    .filter((line) => line.trim() !== '');
  let best = { separator: ',', width: 1, agreeing: 0 };
  for (const separator of [',', ';', '\t']) {
    const widths = Map.groupBy(lines, (line) => line.split(separator).length);
    for (const [width, { length: agreeing }] of widths) {
      const isBetter = agreeing > best.agreeing || (agreeing === best.agreeing && width > best.width);
      if (width > 1 && isBetter) best = { separator, width, agreeing };
    }
  }
  const { separator, width } = best;
  const rows = lines.map((line) => line.split(separator)).filter((cells) => cells.length === width);
  const spaced = rows.filter((cells) => cells.slice(1).some((cell) => cell.startsWith(' '))).length;
  return { separator, width, end: new RegExp(2 * spaced > rows.length ? separator : `${separator}(?! )`, 'g') };
}

/**
 * Whether a row of several lines is several rows: a stray quotation mark, which another one closed in a later row. Then
 * each of its lines, read alone, has the cells of a row. Of an address of several lines, one has fewer: its commas have
 * blanks behind them, as those between cells have not, and what is before and behind the address in its row is on one
 * line only.
 */
function hasSwallowedRows(written: readonly string[], { width, end }: CsvShape): boolean {
  const ends = (line: string) => line.match(end)?.length ?? 0;
  return written.some((cell, index) => {
    const [first = '', ...later] = cell.split('\n');
    const last = later.pop();
    if (last === undefined || width < 2) return false;
    return (
      index + ends(first) >= width - 1 &&
      later.every((line) => ends(line) >= width - 1) &&
      ends(last) + written.length - 1 - index >= width - 1
    );
  });
}

const tooManyCells = () => refusedFileError(spreadsheetWordings.mostCells(spreadsheetLimits.cells));

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
