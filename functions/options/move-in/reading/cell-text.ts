import { displayDate } from '#shared/school/display-date.ts';
import type { ReadCell } from '../../../platform/xlsx/read-sheet.ts';

/**
 * A cell as it would be typed: a date as 05-Sep-2014, a number by its digits, 0.78 shown as 78% so; one line of text.
 */
export function textOf(cell: ReadCell | undefined): string {
  if (!cell || cell.kind === 'formula') return '';
  if (cell.kind === 'date') return /^\d{4}-\d{2}-\d{2}$/.test(cell.day) ? displayDate(cell.day) : cell.day;
  if (cell.kind === 'number' && cell.isPercent) return `${Number((cell.value * 100).toFixed(6))}%`;
  return (
    String(cell.value)
      .replaceAll(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '')
      .replaceAll(/\s+/g, ' ')
      .trim()
      // By which spreadsheet programs keep digits as a text.
      .replace(/^'(?=\d)/, '')
  );
}

/** What spreadsheet programs show in place of a formula's value: "#DIV/0!", "#N/A". */
export const isCellError = (text: string): boolean => /^#(?:[A-Z_]+[!?]|DIV\/0!|N\/A|BUSY!|SPILL!)$/i.test(text);

/** An id whose program wrote it as a number with a decimal: "70001.0". */
export const withoutDecimal = (id: string): string => id.replace(/^(\d+)\.0+$/, '$1');
