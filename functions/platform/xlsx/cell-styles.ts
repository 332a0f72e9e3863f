import type { Alignment, Borders, Fill, Font, Style } from 'exceljs';

/** The style of a row's cells. */
export type RowStyle = 'plain' | 'title' | 'note' | 'heading' | 'subheading';
/**
 * Format of a column: `text` keeps leading zeros, also of values typed later; `decimal` shows one decimal; `average`
 * three digits (from 1 to 100, as documents print them); `centred` is centred text, also in merged cells.
 */
export type ColumnFormat = 'general' | 'text' | 'decimal' | 'average' | 'centred';
export type CellKind = ColumnFormat | 'date';

/** The product's format of dates (product §9). */
const dateFormat = 'dd-mmm-yyyy';
const formats: Record<CellKind, string> = {
  general: 'General',
  text: '@',
  decimal: '0.0',
  average: '[>=100]0;[>=10]0.0;0.00',
  date: dateFormat,
  centred: '@',
};

const family = { name: 'Calibri', family: 2 } as const;
const fonts: Record<RowStyle, Partial<Font>> = {
  plain: { ...family, size: 11 },
  title: { ...family, size: 14, bold: true },
  note: { ...family, size: 10, color: { argb: 'FF5B6472' } },
  heading: { ...family, size: 11, bold: true },
  subheading: { ...family, size: 10, color: { argb: 'FF3B4350' } },
};
const shade = (argb: string): Fill => ({ type: 'pattern', pattern: 'solid', fgColor: { argb } });
const fills: Partial<Record<RowStyle, Fill>> = { heading: shade('FFE7ECF3'), subheading: shade('FFF4F6F9') };
const line = { style: 'thin', color: { argb: 'FFD5DAE1' } } as const;
const box: Partial<Borders> = { top: line, bottom: line, left: line, right: line };
const isInTable: Record<RowStyle, boolean> = {
  plain: true,
  title: false,
  note: false,
  heading: true,
  subheading: true,
};

const alignmentOf = (look: RowStyle, kind: CellKind): Partial<Alignment> => ({
  vertical: look === 'heading' || look === 'subheading' ? 'top' : 'middle',
  horizontal: kind === 'centred' ? 'center' : kind === 'text' || look === 'title' || look === 'note' ? 'left' : 'right',
  ...(look === 'heading' || look === 'subheading' ? { wrapText: true } : {}),
});

/** Style of an empty cell that is to be filled in. */
export const styleOfBlankCell = (kind: CellKind): Partial<Style> => ({ numFmt: formats[kind] });

const known = new Map<string, Partial<Style>>();

/** One object for each look and kind: exceljs caches styles by object. */
export function cellStyle(look: RowStyle, kind: CellKind): Partial<Style> {
  const name = `${look} ${kind}`;
  const style = known.get(name) ?? {
    numFmt: formats[kind],
    font: fonts[look],
    alignment: alignmentOf(look, kind),
    ...(fills[look] ? { fill: fills[look] } : {}),
    ...(isInTable[look] ? { border: box } : {}),
  };
  known.set(name, style);
  return style;
}
