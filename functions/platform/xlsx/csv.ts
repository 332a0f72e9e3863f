import { fileTooLarge } from '#shared/http/upload-limit.ts';
import type { ReadCell, ReadSheet } from './read-sheet.ts';
import { plainText } from './safe-cell.ts';
import { refusedFile, uploadLimits } from './zip-archive.ts';

/** What begins neither as a zip file nor as anything else that is not text. */
export function isCsv(bytes: Uint8Array): boolean {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const start = bytes.subarray(0, 4096);
  const isZip = start[0] === 0x50 && start[1] === 0x4b;
  const isMarkup = /^\s*</.test(new TextDecoder().decode(start));
  return bytes.length > 0 && !isZip && !isMarkup && (isUtf16 || !start.includes(0));
}

export interface CsvBounds {
  /** The file is refused with more rows that say something. */
  rows: number;
  /** Cells of further columns are read over. */
  kept: number;
}

/** Rows that say nothing are read over, so many for each row that may say something. */
const emptyRows = 4;

/**
 * Comma, semicolon or tab between the cells, whichever the first line has the most of; quotes doubled inside of quotes (RFC 4180).
 * Bounds are met while it is read, so that what is beyond them is never read. In UTF-8, in UTF-16 with its mark as "Unicode text" of Excel has, or else in Windows' Western letters.
 */
export function readCsv(bytes: Uint8Array, { rows: mostRows, kept }: CsvBounds): ReadSheet {
  if (bytes.length > uploadLimits.packed) throw refusedFile(fileTooLarge);
  const text = decode(bytes);
  const [firstLine = ''] = text.split('\n', 1);
  const separator = [',', ';', '\t'].reduce((best, one) =>
    firstLine.split(one).length > firstLine.split(best).length ? one : best,
  );
  const rows = new Map<number, Map<number, ReadCell>>();
  const tooManyRows = () => refusedFile(`The file has more than ${mostRows.toLocaleString('en')} rows.`);
  let row = 1;
  let column = 1;
  let count = 0;
  const cell = new RegExp(`("(?:[^"]|"")*"?|[^${separator}\\r\\n]*)(${separator}|\\r\\n|\\n|\\r|$)`, 'gy');
  for (let match = cell.exec(text); match; match = cell.exec(text)) {
    const [, written = '', end] = match;
    const value = plainText(
      written.startsWith('"') ? written.slice(1).replace(/"$/, '').replaceAll('""', '"') : written,
    );
    if (column > uploadLimits.columns) throw refusedFile(`The file has more than ${uploadLimits.columns} columns.`);
    if (value !== '' && row > mostRows) throw tooManyRows();
    if (value !== '' && column <= kept) {
      count += 1;
      if (count > uploadLimits.cells) throw tooManyCells();
      const cells = rows.get(row) ?? new Map<number, ReadCell>();
      rows.set(row, cells.set(column, { kind: 'text', value }));
    }
    if (end === '') break;
    if (end === separator) column += 1;
    else {
      row += 1;
      if (row > emptyRows * mostRows) throw tooManyRows();
      column = 1;
    }
  }
  return { rows, merges: [] };
}

const tooManyCells = () => refusedFile(`The file has more than ${uploadLimits.cells.toLocaleString('en')} cells.`);

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
