import { type Mark, parseMarkWord } from '#shared/marks/mark-words.ts';
import { parseNumber } from '#shared/marks/parse-typed.ts';
import { markFileRefusals } from '#shared/marks/wordings.ts';
import { spreadsheetWordings } from '#shared/spreadsheets.ts';
import { openInWorker } from '../../../platform/xlsx/open-in-worker.ts';
import type { OpenedWorkbook } from '../../../platform/xlsx/open-workbook.ts';
import {
  isMerged,
  type ReadCell,
  type ReadSheet,
  textOfCell,
  toColumnLetters,
} from '../../../platform/xlsx/read-sheet.ts';
import { refusedFileError } from '../../../platform/xlsx/zip-archive.ts';
import { idHeading, parseAssessmentHeading, stampMarker, stampRows, stampSheetName } from './layout.ts';

/** A cell of marks. */
export interface FileMark {
  /** "E". */
  column: string;
  assessment: number;
  /** Null for an empty cell. */
  mark: Mark | null;
  /** Why the cell is refused. */
  reason: string | undefined;
  /** The mark is the stored value of a formula. */
  isFormula: boolean;
}

export interface FileStudent {
  row: number;
  /** The column of the id. */
  column: string;
  studentId: string;
  marks: readonly FileMark[];
}

/** An uploaded page. */
export interface UploadedPage {
  /** The page that was downloaded. */
  page: string;
  downloadedAt: string;
  /** Marks at the download, by student and assessment; a student without an entry was not on the page. */
  stamped: ReadonlyMap<string, ReadonlyMap<number, Mark>>;
  students: readonly FileStudent[];
  /** Rows and columns that are not read. */
  refused: readonly { row: number; column: string; reason: string }[];
}

const notOurs = () => refusedFileError(markFileRefusals.notOurs);

/**
 * Reads an uploaded page. Headings may have moved and rows may be sorted otherwise: columns go by their heading, rows
 * by the student's id.
 * @throws {ValidationError} on `file`, with the reason.
 */
export async function readPageFile(bytes: Uint8Array): Promise<UploadedPage> {
  const workbook = await openInWorker(bytes);
  try {
    return await readPage(workbook);
  } finally {
    await workbook.close();
  }
}

async function readPage(workbook: OpenedWorkbook): Promise<UploadedPage> {
  const stamp = await workbook.readSheet(stampSheetName);
  const about = stamp?.rows.get(stampRows.about);
  if (!stamp || textOfCell(about?.get(1)) !== stampMarker) throw notOurs();
  const [page, sheetName, downloadedAt] = [2, 3, 4].map((column) => textOfCell(about?.get(column)));
  if (!page || !sheetName || !downloadedAt || Number.isNaN(Date.parse(downloadedAt))) throw notOurs();
  const sheet = await workbook.readSheet(sheetName);
  if (!sheet) throw refusedFileError(markFileRefusals.sheetMissing(sheetName));
  return { page, downloadedAt, stamped: readStamp(stamp), ...readMarks(sheet) };
}

function readStamp({ rows }: ReadSheet): Map<string, Map<number, Mark>> {
  const numbers = rows.get(stampRows.numbers);
  const stamped = new Map<string, Map<number, Mark>>();
  for (const [row, cells] of rows) {
    const id = textOfCell(cells.get(1));
    if (row < stampRows.firstStudent || id === undefined) continue;
    const marks = new Map<number, Mark>();
    for (const [column, cell] of cells) {
      const number = numbers?.get(column);
      const stored = cell.kind === 'number' ? cell.value : parseMarkWord(textOfCell(cell) ?? '');
      if (column > 1 && stored !== null && number?.kind === 'number') marks.set(number.value, stored);
    }
    stamped.set(id, marks);
  }
  return stamped;
}

/** Headings are looked for down to this row. */
const lastHeadingRow = 50;

function readMarks(sheet: ReadSheet): Pick<UploadedPage, 'students' | 'refused'> {
  const { row: headingRow, idColumn } = findHeadings(sheet);
  const refused: { row: number; column: string; reason: string }[] = [];
  const columns = new Map<number, number>();
  for (const [column, cell] of sheet.rows.get(headingRow) ?? []) {
    const number = parseAssessmentHeading(textOfCell(cell) ?? '');
    if (number === undefined) continue;
    if ([...columns.values()].includes(number)) {
      const reason = markFileRefusals.twoColumns(number);
      refused.push({ row: headingRow, column: toColumnLetters(column), reason });
    } else columns.set(column, number);
  }
  if (columns.size === 0) throw refusedFileError(markFileRefusals.headingsMissing);
  const rowOf = new Map<string, number>();
  const students: FileStudent[] = [];
  for (const [row, cells] of [...sheet.rows].sort(([a], [b]) => a - b)) {
    if (row <= headingRow) continue;
    const studentId = textOfCell(cells.get(idColumn));
    const hasMarks = [...columns.keys()].some((column) => cells.has(column));
    if (studentId === undefined) {
      // Topic, date and total are between the headings and the first student, and have no id.
      if (hasMarks && students.length > 0) {
        refused.push({ row, column: toColumnLetters(idColumn), reason: spreadsheetWordings.noStudentId });
      }
      continue;
    }
    const before = rowOf.get(studentId);
    if (before !== undefined) {
      refused.push({ row, column: toColumnLetters(idColumn), reason: spreadsheetWordings.studentInRow(before) });
      continue;
    }
    rowOf.set(studentId, row);
    const marks = [...columns].map(([column, assessment]) => ({
      column: toColumnLetters(column),
      assessment,
      ...markOf(cells.get(column), isMerged(sheet, row, column)),
      isFormula: cells.get(column)?.isFormula === true,
    }));
    students.push({ row, column: toColumnLetters(idColumn), studentId, marks });
  }
  return { students, refused };
}

function findHeadings(sheet: ReadSheet): { row: number; idColumn: number } {
  for (let row = 1; row <= lastHeadingRow; row += 1) {
    for (const [column, cell] of sheet.rows.get(row) ?? []) {
      if (textOfCell(cell)?.toLowerCase() === idHeading.toLowerCase()) return { row, idColumn: column };
    }
  }
  throw refusedFileError(markFileRefusals.headingMissing(idHeading));
}

const noMark = (reason: string) => ({ mark: null, reason });

/** A whole number, as a number or as text; or a word such as Abs. */
function markOf(cell: ReadCell | undefined, isPartOfMerged: boolean): Pick<FileMark, 'mark' | 'reason'> {
  if (isPartOfMerged) return noMark(markFileRefusals.merged);
  if (cell === undefined) return { mark: null, reason: undefined };
  if (cell.kind === 'formula') return noMark(spreadsheetWordings.emptyFormula);
  if (cell.kind === 'date') return noMark(markFileRefusals.isDate);
  if (cell.kind === 'other') return noMark(markFileRefusals.notMark(cell.value));
  if (cell.kind === 'text' && cell.value.trim() === '') return { mark: null, reason: undefined };
  const word = parseMarkWord(String(cell.value));
  if (word !== null) return { mark: word, reason: undefined };
  const read = parseNumber(String(cell.value), { decimals: 0, counts: 'marks' });
  if ('refused' in read) return noMark(read.refused);
  return read.value < 0 ? noMark(markFileRefusals.below0) : { mark: read.value, reason: undefined };
}
