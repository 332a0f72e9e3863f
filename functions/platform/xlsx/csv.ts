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

/**
 * Comma, semicolon or tab between the cells, whichever the first line has the most of; quotes doubled inside of quotes (RFC 4180).
 * At most `mostRows` rows. In UTF-8, in UTF-16 with its mark as "Unicode text" of Excel has, or else in Windows' Western letters.
 */
export function readCsv(bytes: Uint8Array, mostRows: number = uploadLimits.rows): ReadSheet {
  if (bytes.length > uploadLimits.packed) throw refusedFile(fileTooLarge);
  const text = decode(bytes);
  const [firstLine = ''] = text.split('\n', 1);
  const separator = [',', ';', '\t'].reduce((best, one) =>
    firstLine.split(one).length > firstLine.split(best).length ? one : best,
  );
  const rows = new Map<number, Map<number, ReadCell>>();
  let row = 1;
  let column = 1;
  const cell = new RegExp(`("(?:[^"]|"")*"?|[^${separator}\\r\\n]*)(${separator}|\\r\\n|\\n|\\r|$)`, 'gy');
  for (let match = cell.exec(text); match; match = cell.exec(text)) {
    const [, written = '', end] = match;
    const value = plainText(
      written.startsWith('"') ? written.slice(1).replace(/"$/, '').replaceAll('""', '"') : written,
    );
    if (value !== '') {
      if (row > mostRows) throw refusedFile(`The file has more than ${mostRows.toLocaleString('en')} rows.`);
      if (column > uploadLimits.columns) throw refusedFile(`The file has more than ${uploadLimits.columns} columns.`);
      const cells = rows.get(row) ?? new Map<number, ReadCell>();
      rows.set(row, cells.set(column, { kind: 'text', value }));
    }
    if (end === '') break;
    if (end === separator) column += 1;
    else {
      row += 1;
      column = 1;
    }
  }
  return { rows, merges: [] };
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
