import { displayDate } from '#shared/school/display-date.ts';
import type { ReadCell, ReadSheet } from '../../../platform/xlsx/read-sheet.ts';

/** A cell as it would be typed: a date as 05-Sep-2014, a number by its digits, and one line of text. */
export function textOf(cell: ReadCell | undefined): string {
  if (!cell || cell.kind === 'formula') return '';
  if (cell.kind === 'date') return /^\d{4}-\d{2}-\d{2}$/.test(cell.day) ? displayDate(cell.day) : cell.day;
  return String(cell.value)
    .replaceAll(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The same, where a merged cell has its text in each column that it spans. */
export function textThroughMerges({ rows, merges }: ReadSheet, row: number, column: number): string {
  const own = textOf(rows.get(row)?.get(column));
  if (own !== '') return own;
  const merged = merges.find(
    ({ fromRow, toRow, fromColumn, toColumn }) =>
      row >= fromRow && row <= toRow && column >= fromColumn && column <= toColumn,
  );
  return merged ? textOf(rows.get(merged.fromRow)?.get(merged.fromColumn)) : '';
}
