import type { ListSheets } from '#shared/file-questions.ts';
import { promotionWordings } from '#shared/school/wordings.ts';
import { spreadsheetWordings } from '#shared/spreadsheets.ts';
import { isCsv } from '../../platform/xlsx/csv.ts';
import { columnsWithoutHeading, limitNotes, readList, refuseLongRows } from '../../platform/xlsx/read-list.ts';
import {
  isMerged,
  type ReadCell,
  type ReadSheet,
  textOfCell,
  toColumnLetters,
} from '../../platform/xlsx/read-sheet.ts';
import { refusedFileError } from '../../platform/xlsx/zip-archive.ts';
import type { ListReport } from '../../term-reports/report-cards/print/list-report.ts';

/** The columns of `downloadPromotionPlan`; widths in characters. */
export const planFileColumns: ListReport['columns'] = [
  { title: 'Coming class', width: 14 },
  { title: 'Student ID', width: 14 },
  { title: 'Name', width: 30 },
  { title: 'Class', width: 9 },
  { title: 'Average', width: 10 },
  { title: 'Passed', width: 10 },
  { title: 'Attendance', width: 12 },
  { title: 'Proposal', width: 16 },
  { title: 'Why', width: 50 },
  { title: 'Decision', width: 16 },
  { title: 'Decided by', width: 24 },
];
const ownTitles: ReadonlySet<string> = new Set(planFileColumns.map(({ title }) => title.toLowerCase()));

/** Columns that are read, by their headings in `downloadPromotionPlan`; the first two must be there. */
const headings = { studentId: 'Student ID', coming: 'Coming class', classId: 'Class', decision: 'Decision' } as const;
type Column = keyof typeof headings;

/** A row with a student ID or a coming class. */
export interface PlanFileRow {
  /** As the program numbers it, from 1. */
  row: number;
  studentId: string;
  /** What the cell says; empty where it is blank. */
  coming: string;
  /** The class and the decision at the time of the download; undefined where the file has no such column. */
  classId: string | undefined;
  decision: string | undefined;
  /** The id or the class is the stored value of a formula. */
  isFormula: boolean;
  /** Why it cannot be read. */
  reason: string | undefined;
}

/** Headings are among the first rows; above them may be a title. */
const lastHeadingRow = 50;

interface PlanFile {
  rows: PlanFileRow[];
  /** The sheets with such a list. */
  sheets: ListSheets;
  /** Sentences about sheets and columns that were left out. */
  notes: string[];
}

/**
 * Reads class lists of the coming year: the sheet that was chosen or the first one that has the headings, wherever they
 * are and in whatever order.
 * @throws {ValidationError} on `file`, with the reason
 */
export async function readPlanFile(bytes: Uint8Array, wanted?: string): Promise<PlanFile> {
  const found = await readList(bytes, { wanted, findHeadings });
  if (!found) throw refusedFileError(`The headings "${headings.studentId}" and "${headings.coming}" are missing.`);
  const { sheet, sheets, notes } = found;
  if (isCsv(bytes)) refuseLongRows(sheet, found.headings.row);
  const { row, notes: ofHeadings } = found.headings;
  return {
    rows: rowsBelow(sheet, found.headings),
    sheets,
    notes: limitNotes([...notes, ...ofHeadings, ...columnsWithoutHeading(sheet, row)], maxNotes),
  };
}

const maxNotes = 30;

interface Headings {
  row: number;
  /** Sentences about columns that are not understood. */
  notes: string[];
  columns: Partial<Record<Column, number>>;
}

function findHeadings(sheet: ReadSheet): (Headings & { columns: { studentId: number; coming: number } }) | undefined {
  for (let row = 1; row <= lastHeadingRow; row += 1) {
    const columns: Headings['columns'] = {};
    const notes: string[] = [];
    for (const [column, cell] of [...(sheet.rows.get(row) ?? [])].sort(([a], [b]) => a - b)) {
      const heading = textOfCell(cell)?.replace(/\s+/g, ' ').trim() ?? '';
      const text = heading.toLowerCase();
      const place = `Column ${toColumnLetters(column)} “${heading.slice(0, 60)}”`;
      const [name] = Object.entries(headings).find(([, own]) => own.toLowerCase() === text) ?? [];
      const before = columns[name as Column];
      if (name !== undefined && before !== undefined)
        notes.push(spreadsheetWordings.headingTwice(place, toColumnLetters(before)));
      else if (name !== undefined) columns[name as Column] = column;
      else if (text !== '' && !ownTitles.has(text)) notes.push(promotionWordings.notAColumn(place));
    }
    const { studentId, coming } = columns;
    if (studentId !== undefined && coming !== undefined)
      return { row, notes, columns: { ...columns, studentId, coming } };
  }
  return undefined;
}

function rowsBelow(sheet: ReadSheet, { row: headingRow, columns }: NonNullable<ReturnType<typeof findHeadings>>) {
  const rows: PlanFileRow[] = [];
  for (const [row, cells] of [...sheet.rows].sort(([a], [b]) => a - b)) {
    if (row <= headingRow) continue;
    const text = (column: number | undefined) =>
      column === undefined ? undefined : (textOfCell(cells.get(column)) ?? '');
    const read = { studentId: text(columns.studentId) ?? '', coming: text(columns.coming) ?? '' };
    const reason = reasonOf(sheet, row, columns);
    if (read.studentId === '' && read.coming === '' && reason === undefined) continue;
    const isFormula = [columns.studentId, columns.coming].some((column) => cells.get(column)?.isFormula);
    rows.push({ row, ...read, isFormula, classId: text(columns.classId), decision: text(columns.decision), reason });
  }
  return rows;
}

/** Why id or class of a row cannot be read. */
function reasonOf(sheet: ReadSheet, row: number, { studentId, coming }: { studentId: number; coming: number }) {
  const kinds = [studentId, coming].map(
    (column): ReadCell['kind'] | undefined => sheet.rows.get(row)?.get(column)?.kind,
  );
  if (kinds.includes('formula')) return spreadsheetWordings.emptyFormula;
  if (kinds.includes('date')) return promotionWordings.dateNotClass;
  if ([studentId, coming].some((column) => isMerged(sheet, row, column))) return spreadsheetWordings.merged;
  return textOfCell(sheet.rows.get(row)?.get(studentId)) === undefined && textOfCell(sheet.rows.get(row)?.get(coming))
    ? spreadsheetWordings.noStudentId
    : undefined;
}
