import { type Block, decorateBlock, verticalSpace } from '#functions/platform/pdf/layout/block.ts';
import { type ParagraphStyle, paragraphBlock } from '#functions/platform/pdf/layout/paragraph.ts';
import { placeSideBySide, stackBlocks } from '#functions/platform/pdf/layout/stack.ts';
import { type TableBlockCell, type TableBlockColumn, tableBlock } from '#functions/platform/pdf/layout/table-block.ts';
import type { Colour } from '#functions/platform/pdf/pdf-page.ts';
import { dayLetterMeanings, dayLetters, doughnutStyle } from '#shared/attendance/figures.ts';
import { roundedPercent } from '#shared/attendance/school-days.ts';
import { pluralize } from '#shared/pluralize.ts';
import { denseTableStyle, type SheetStyle, sheetTableStyle } from '../../term-reports/report-cards/print/styles.ts';
import { type AttendanceFigures, type DayFacts, type StudentDay, takenSessions } from '../reports/figures.ts';

/** "94 %"; a dash where there is nothing to divide by. */
export const percentText = (part: number, whole: number): string => {
  const percent = roundedPercent(part, whole);
  return percent === null ? '–' : `${percent} %`;
};

/** Attended, of the sessions that were taken (rule 38). */
export const attendedPercent = (own: AttendanceFigures): string => percentText(own.attended, takenSessions(own));

/** Makes paragraphs as wide as a column of a table. */
export const createColumnParagraphMaker =
  (columns: readonly TableBlockColumn[], style: SheetStyle) =>
  (column: number, text: string, name: keyof SheetStyle): Block =>
    paragraphBlock({
      text,
      style: style[name] as ParagraphStyle,
      width: (columns[column]?.width ?? 0) - 2 * sheetTableStyle.padding.horizontal,
    });

export const notTakenNote = (notTaken: number, sessions: number): string =>
  notTaken === 0
    ? ''
    : `Not taken: ${notTaken.toLocaleString('en')} of ${pluralize(sessions, 'session')}, in which nothing was recorded; percentages leave them out. `;

export interface TextTableColumn {
  title: string;
  /** Points; the widest column of a table takes what is left. */
  width: number;
  isNumber?: boolean;
  /** Names its row. */
  isName?: boolean;
}

/** A table of texts; null is an empty cell. Rows with `isStrong` are totals. */
export function textTableBlock(
  columns: readonly TextTableColumn[],
  rows: readonly { cells: readonly (string | null)[]; isStrong?: boolean }[],
  style: SheetStyle,
): Block {
  const text = createColumnParagraphMaker(columns, style);
  const head = columns.map(
    ({ title, isNumber }, index): TableBlockCell => ({
      block: text(index, title, isNumber ? 'columnTitleRight' : 'columnTitle'),
      isHeading: true,
    }),
  );
  const body = rows.map(({ cells, isStrong }) =>
    cells.map((value, index): TableBlockCell => {
      const { isNumber, isName } = columns[index] ?? {};
      if (value === null || value === '') return { block: verticalSpace(0) };
      const look = isNumber ? (isStrong ? 'listTotal' : 'listNumber') : isName || isStrong ? 'name' : 'listText';
      return { block: text(index, value, look), ...(isName ? { isHeading: true } : {}) };
    }),
  );
  return tableBlock({ columns, head, rows: body, style: denseTableStyle });
}

/**
 * A student's day in a letter or two, explained by {@link dayMarkLegend}. Empty where the student was in another class,
 * or not at the school.
 */
export const dayMarkLetters = (day: StudentDay<DayFacts> | null): string =>
  day
    ? dayLetters({ am: day.am, pm: day.pm, late: day.record?.late ?? false, excused: day.record?.excused ?? false })
    : '';

export const dayMarkLegend = `${Object.entries(dayLetterMeanings)
  .map(([letters, meaning]) => `${letters} ${meaning}`)
  .join(', ')}, empty: in another class, or not at the school.`;

export interface DoughnutChart {
  title: string;
  part: number;
  whole: number;
  colour: Colour;
}

/** Charts side by side, each with its percentage in the middle and its title below. */
export function chartRowBlock(
  charts: readonly DoughnutChart[],
  { style, width, radius }: { style: SheetStyle; width: number; radius: number },
): Block {
  const each = width / charts.length;
  return placeSideBySide(
    charts.map((chart, index) => ({ x: index * each, block: chartBlock(chart, { style, width: each, radius }) })),
  );
}

function chartBlock(
  { title, part, whole, colour }: DoughnutChart,
  { style, width, radius }: { style: SheetStyle; width: number; radius: number },
): Block {
  const share = whole === 0 ? 0 : Math.min(1, part / whole);
  const figure = paragraphBlock({ text: percentText(part, whole), style: style.chartFigure, width });
  const above = radius - figure.height / 2;
  const ring = decorateBlock(
    stackBlocks([{ block: verticalSpace(above) }, { block: figure }, { block: verticalSpace(above) }]),
    ({ page, x, top }) => {
      const at = { x: x + width / 2, y: top + radius, outer: radius, inner: radius * doughnutStyle.cutout };
      page.ring({ ...at, from: 0, to: share, colour });
      page.ring({ ...at, from: share, to: 1, colour: doughnutStyle.rest });
    },
  );
  return stackBlocks([
    { block: ring },
    { block: verticalSpace(3) },
    { block: paragraphBlock({ text: title, style: style.chartTitle, width, type: 'P' }) },
  ]);
}
