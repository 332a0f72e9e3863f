import { type Block, space } from '#functions/platform/pdf/layout/block.ts';
import { type Cell, table } from '#functions/platform/pdf/layout/table.ts';
import { denseTableStyle, type SheetStyle } from '../../term-reports/report-cards/print/sheet-style.ts';
import { columnText } from './sheet-text.ts';

export interface TextColumn {
  title: string;
  /** Points; the widest column of a table takes what is left. */
  width: number;
  isNumber?: boolean;
  /** Names its row. */
  isName?: boolean;
}

/** A table of texts; null is an empty cell. `isStrong` says which rows are totals. */
export function textTable(
  columns: readonly TextColumn[],
  rows: readonly { cells: readonly (string | null)[]; isStrong?: boolean }[],
  style: SheetStyle,
): Block {
  const text = columnText(columns, style);
  const head = columns.map(
    ({ title, isNumber }, index): Cell => ({
      block: text(index, title, isNumber ? 'columnTitleRight' : 'columnTitle'),
      isHeading: true,
    }),
  );
  const body = rows.map(({ cells, isStrong }) =>
    cells.map((value, index): Cell => {
      const { isNumber, isName } = columns[index] ?? {};
      if (value === null || value === '') return { block: space(0) };
      const look = isNumber ? (isStrong ? 'listTotal' : 'listNumber') : isName || isStrong ? 'name' : 'listText';
      return { block: text(index, value, look), ...(isName ? { isHeading: true } : {}) };
    }),
  );
  return table({ columns, head, rows: body, style: denseTableStyle });
}
