import { verticalSpace } from '#functions/platform/pdf/layout/block.ts';
import { paragraphBlock } from '#functions/platform/pdf/layout/paragraph.ts';
import { stackBlocks } from '#functions/platform/pdf/layout/stack.ts';
import { type TableBlockCell, type TableStyle, tableBlock } from '#functions/platform/pdf/layout/table-block.ts';
import type { SheetCellValue } from '#functions/platform/xlsx/safe-cell.ts';
import { displayDate } from '#shared/school/display-date.ts';
import type { SchoolHead } from '../report-card.ts';
import { renderSchoolSheet } from './school-paper.ts';
import { portraitSheet, type SheetStyle, sheetTableStyle } from './styles.ts';

/** Columns and rows of a list. */
export interface ListTable {
  columns: readonly ListColumn[];
  rows: readonly (readonly SheetCellValue[])[];
}

/** A report that is one list, for PDF and workbook. */
export interface ListReport extends ListTable {
  name: string;
  /** Its subject: "Mathematics, Form 4". May be blank. */
  about: string;
  /** What the list has and how many, in a sentence or two. */
  note: string;
  /** Counts above the list, such as of each class. */
  counts?: ListTable | undefined;
  /** Shown in place of the rows where there are none. */
  nothing: string;
}

interface ListColumn {
  title: string;
  /** In characters of a spreadsheet; on paper the columns share the page in the same proportion. */
  width: number;
  /** `name`: the person whom a row is about. Default `text`. */
  kind?: 'text' | 'name' | 'number';
}

export interface PrintedList {
  school: SchoolHead;
  report: ListReport;
  printedAt: Date;
}

const look: TableStyle = { ...sheetTableStyle, padding: { horizontal: 4, vertical: 2 } };
const looks = { text: 'listText', name: 'listName', number: 'listNumber' } as const;

/** Prints a list as a PDF on upright A4. */
export function renderListPdf({ school, report, printedAt }: PrintedList): Uint8Array {
  const { name, about, nothing } = report;
  const body = (style: SheetStyle, width: number) =>
    stackBlocks([
      { block: paragraphBlock({ text: report.note, style: style.note, width, type: 'P' }) },
      { block: verticalSpace(5) },
      ...(report.counts ? [{ block: listTable(report.counts, { style, width }) }, { block: verticalSpace(10) }] : []),
      {
        block:
          report.rows.length > 0
            ? listTable(report, { style, width })
            : paragraphBlock({ text: nothing, style: style.listText, width, type: 'P' }),
      },
    ]);
  return renderSchoolSheet({
    school,
    printedAt,
    title: name,
    about,
    sheet: portraitSheet,
    parts: [{ bookmark: name, note: null, body }],
  });
}

function listTable({ columns, rows }: ListTable, { style, width }: { style: SheetStyle; width: number }) {
  const characters = columns.reduce((sum, column) => sum + column.width, 0);
  const plan = columns.map((column) => ({ width: (column.width / characters) * width }));
  const text = (column: number, value: string, name: keyof SheetStyle) =>
    paragraphBlock({
      text: value,
      style: style[name],
      width: (plan[column]?.width ?? 0) - 2 * look.padding.horizontal,
    });
  const kindOf = (column: number) => columns[column]?.kind ?? 'text';
  return tableBlock({
    columns: plan,
    head: columns.map(
      ({ title, kind }, column): TableBlockCell => ({
        block: text(column, title, kind === 'number' ? 'columnTitleRight' : 'columnTitle'),
        isHeading: true,
      }),
    ),
    rows: rows.map((cells) =>
      cells.map(
        (value, column): TableBlockCell => ({
          block: text(column, textOf(value), looks[kindOf(column)]),
          ...(kindOf(column) === 'name' ? { isHeading: true } : {}),
        }),
      ),
    ),
    style: look,
  });
}

function textOf(value: SheetCellValue): string {
  if (value === null) return '';
  return typeof value === 'object' ? displayDate(value.day) : String(value);
}
