import { parse } from 'csv-parse/sync';
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
  /** Number of columns to keep; further cells are skipped. */
  kept: number;
}

/** A file may have this many times `CsvBounds.rows`, empty rows included. */
const rowsWithEmpty = 4;

/**
 * Comma, semicolon or tab between the cells, whichever the first line has the most of. UTF-8, UTF-16 with a byte
 * order mark (Excel's "Unicode text"), or else Windows-1252. Reading stops at the row that exceeds a bound.
 * @throws {ValidationError} on `file`, with the reason.
 */
export function parseCsv(bytes: Uint8Array, { rows: mostRows, kept }: CsvBounds): ReadSheet {
  if (bytes.length > spreadsheetLimits.packed) throw refusedFileError(fileTooLarge);
  const text = decode(bytes);
  const [firstLine = ''] = text.split('\n', 1);
  const separator = [',', ';', '\t'].reduce((best, one) =>
    firstLine.split(one).length > firstLine.split(best).length ? one : best,
  );
  const rows = new Map<number, Map<number, ReadCell>>();
  const tooManyRows = () => refusedFileError(spreadsheetWordings.mostRows(mostRows));
  let row = 0;
  let count = 0;
  const takeRow = (written: string[]): null => {
    row += 1;
    if (written.length > spreadsheetLimits.columns)
      throw refusedFileError(spreadsheetWordings.mostColumns(spreadsheetLimits.columns));
    const cells = new Map<number, ReadCell>();
    for (const [index, cell] of written.entries()) {
      const value = unescapeCellText(cell);
      if (value === '') continue;
      if (row > mostRows) throw tooManyRows();
      if (index < kept) cells.set(index + 1, { kind: 'text', value });
    }
    if (row > rowsWithEmpty * mostRows) throw tooManyRows();
    count += cells.size;
    if (count > spreadsheetLimits.cells) throw tooManyCells();
    if (cells.size > 0) rows.set(row, cells);
    return null;
  };
  parse(text, { delimiter: separator, on_record: takeRow, relax_column_count: true, relax_quotes: true });
  return { rows, merges: [] };
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
