import type { Block } from '#functions/platform/pdf/layout/block.ts';
import type { ParagraphStyle } from '#functions/platform/pdf/layout/paragraph.ts';
import { paragraph } from '#functions/platform/pdf/layout/paragraph.ts';
import type { Column } from '#functions/platform/pdf/layout/table.ts';
import { percentOf } from '#shared/attendance/school-days.ts';
import { countOf } from '#shared/count-of.ts';
import { type SheetStyle, sheetTableStyle } from '../../term-reports/report-cards/print/sheet-style.ts';
import type { Figures } from '../reports/figures.ts';

/** "94 %"; a dash where there is nothing to divide by. */
export const percentText = (part: number, whole: number): string => {
  const percent = percentOf(part, whole);
  return percent === null ? '–' : `${percent} %`;
};

/** Attended, of possible attendance (rule 38). */
export const attendedPercent = ({ attended, possible }: Pick<Figures, 'attended' | 'possible'>): string =>
  percentText(attended, possible);

/** Makes paragraphs as wide as a column of a table. */
export const columnText =
  (columns: readonly Column[], style: SheetStyle) =>
  (column: number, text: string, name: keyof SheetStyle): Block =>
    paragraph({
      text,
      style: style[name] as ParagraphStyle,
      width: (columns[column]?.width ?? 0) - 2 * sheetTableStyle.padding.horizontal,
    });

export const notTakenNote = (notTaken: number, sessions: number): string =>
  notTaken === 0
    ? ''
    : `Not taken: ${notTaken.toLocaleString('en')} of ${countOf(sessions, 'session')}, in which nothing was recorded; percentages count them as possible. `;
