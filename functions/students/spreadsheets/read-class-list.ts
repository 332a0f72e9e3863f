import type { DayOrderQuestion, ListSheets } from '#shared/file-questions.ts';
import { requestWordings } from '#shared/http/wordings.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { type DayOrder, parseSerialMoment, parseWrittenDay } from '#shared/school/parse-day.ts';
import { spreadsheetWordings } from '#shared/spreadsheets.ts';
import { type StudentField, type StudentFieldType, studentFields } from '#shared/students/fields.ts';
import { exampleRowId, templateChoices, templateNotes } from '#shared/students/spreadsheets/row-cells.ts';
import { sheetWordings } from '#shared/students/wordings.ts';
import { isCsv } from '../../platform/xlsx/csv.ts';
import { columnsWithoutHeading, limitNotes, readList, refuseLongRows } from '../../platform/xlsx/read-list.ts';
import {
  formulaNote,
  isMerged,
  type ReadCell,
  type ReadSheet,
  toColumnLetters,
} from '../../platform/xlsx/read-sheet.ts';
import { refusedFileError } from '../../platform/xlsx/zip-archive.ts';
import { type CellText, type FileRow, readDayColumns } from './class-list-days.ts';

/** An uploaded class list. */
interface ClassListFile {
  /** The fields that the file has a column of, from left to right. */
  fields: readonly StudentField[];
  rows: readonly FileRow[];
  /** Sentences about what was skipped, and how dates were read. */
  notes: readonly string[];
  /** The sheets with a list. */
  sheets: ListSheets;
  /** What is to be said about the dates. */
  dayOrder: DayOrderQuestion;
}

/** What the user has said about the file. */
interface SaidOfFile {
  sheet?: string | undefined;
  dayOrder?: DayOrder | undefined;
}

/** Headings are among the first rows; above them may be a title. */
const lastHeadingRow = 50;
const maxNotes = 50;

/**
 * Reads an uploaded list of students: the sheet that was chosen or the first one with headings, which are in any row
 * and order. Empty rows are skipped, columns and sheets that are not understood are named.
 * @throws {ValidationError} on `file`, with the reason
 */
export async function readClassList(bytes: Uint8Array, said: SaidOfFile = {}): Promise<ClassListFile> {
  const found = await readList(bytes, {
    wanted: said.sheet,
    findHeadings,
    withoutList: [templateNotes, templateChoices],
  });
  if (!found) throw refusedFileError(sheetWordings.noHeadings);
  const { sheet, headings, sheets } = found;
  if (isCsv(bytes)) refuseLongRows(sheet, headings.row);
  const read = readRows(sheet, headings);
  const fields = [...headings.columns.values()];
  const { rows, notes, question } = readDayColumns(read.rows, fields, said.dayOrder);
  return {
    fields,
    rows,
    notes: limitNotes(
      [...notes, ...found.notes, ...columnsWithoutHeading(sheet, headings.row), ...read.notes],
      maxNotes,
    ),
    sheets,
    dayOrder: question,
  };
}

interface Headings {
  row: number;
  columns: ReadonlyMap<number, StudentField>;
  notes: readonly string[];
}

/** The row among the first with the most headings, which must include the id, or both names. */
function findHeadings(sheet: ReadSheet): Headings | undefined {
  let best: Headings | undefined;
  for (let row = 1; row <= lastHeadingRow; row += 1) {
    const cells = sheet.rows.get(row);
    if (!cells) continue;
    const found = headingsIn(row, cells);
    const fields = [...found.columns.values()];
    const namesStudents = fields.includes('id') || (fields.includes('last_name') && fields.includes('first_name'));
    if (fields.length >= 2 && namesStudents && found.columns.size > (best?.columns.size ?? 0)) best = found;
  }
  return best;
}

function headingsIn(row: number, cells: ReadonlyMap<number, ReadCell>): Headings {
  const columns = new Map<number, StudentField>();
  const notes: string[] = [];
  for (const [column, cell] of [...cells].sort(([a], [b]) => a - b)) {
    const heading = cell.kind === 'text' ? cell.value.replaceAll(/\s+/g, ' ').trim() : '';
    if (heading === '') continue;
    const field = fieldOfHeading(heading);
    const place = `Column ${toColumnLetters(column)} “${heading.slice(0, 60)}”`;
    if (field === undefined) notes.push(sheetWordings.notAColumn(place));
    else if (isFile(field)) notes.push(sheetWordings.fileColumn(place));
    else {
      const [before] = [...columns].find(([, other]) => other === field) ?? [];
      if (before === undefined) columns.set(column, field);
      else notes.push(spreadsheetWordings.headingTwice(place, toColumnLetters(before)));
    }
  }
  return { row, columns, notes };
}

const isFile = (field: StudentField): boolean => ['file', 'picture'].includes(studentFields[field].type);

function readRows(
  sheet: ReadSheet,
  { row: headingRow, columns, notes }: Headings,
): { rows: FileRow[]; notes: string[] } {
  const rows: FileRow[] = [];
  const passed: string[] = [];
  const formulas: string[] = [];
  const numbers = new Map<StudentField, string>();
  for (const [row, found] of [...sheet.rows].sort(([a], [b]) => a - b)) {
    if (row <= headingRow) continue;
    const cells = new Map<StudentField, CellText>();
    for (const [column, field] of columns) {
      const cell = found.get(column);
      if (!cell) continue;
      const read = textForValueReader(cell, studentFields[field].type, sheet.isFrom1904);
      if (read.number !== undefined && !numbers.has(field))
        numbers.set(field, spreadsheetWordings.daysAreNumbers(studentFields[field].label, read.number, read.text));
      if (isBlank(read)) continue;
      if (cell.isFormula && cell.kind !== 'formula')
        formulas.push(formulaNote(`Row ${row}, ${studentFields[field].label}`, read.text));
      cells.set(field, isMerged(sheet, row, column) ? { ...read, reason: spreadsheetWordings.merged } : read);
    }
    if (cells.get('id')?.text === exampleRowId) passed.push(sheetWordings.exampleRow(row));
    else if (cells.size > 0) rows.push({ row, cells });
  }
  if (rows.length === 0) throw refusedFileError(sheetWordings.noStudents);
  return { rows, notes: [...notes, ...numbers.values(), ...passed, ...limitFormulaNotes(formulas)] };
}

const maxFormulas = 20;
const limitFormulaNotes = (formulas: readonly string[]): string[] =>
  formulas.length > maxFormulas
    ? [...formulas.slice(0, maxFormulas), sheetWordings.moreFormulas(formulas.length - maxFormulas)]
    : [...formulas];

/** Whether a cell has no visible characters. */
const isBlank = ({ text, reason }: CellText): boolean =>
  reason === undefined && text.replaceAll(/[\s\u00ad\u200b-\u200f\u2060\ufeff]/g, '') === '';

/** Further headings of a field, beside its label and its name in the calls. */
const otherNames: Partial<Record<StudentField, readonly string[]>> = {
  id: ['Student No', 'Student Number', 'Student Code'],
  last_name: ['Surname', 'Family Name'],
  first_name: ['First Names', 'Forename', 'Given Name'],
  middle_name: ['Middle Names', 'Other Names'],
  class_id: ['Form Class', 'Class Name', 'Form'],
  date_of_birth: ['DOB', 'Birth Date', 'Birthday', 'Birthdate'],
  birth_certificate_no: ['Birth Certificate Pin', 'Birth Certificate Number', 'Birth Cert No', 'Birth Pin'],
  house_code: ['House Name'],
  sea_no: ['SEA Number', 'SEA Reg Number', 'SEA Registration Number', 'SEA Registration No'],
  entry_date: ['Date of Entry', 'Admission Date', 'Date of Admission'],
  home_address: ['Address', 'Address Line 1'],
  phone_home: ['Telephone', 'Home Telephone'],
  phone_cell: ['Cell', 'Mobile', 'Mobile Phone', 'Cellphone'],
  email: ['Email Address'],
  sex: ['Gender'],
  ethnic_group_code: ['Ethnicity'],
};

/** Normalizes a heading for comparison: small letters and digits only. */
const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');

const byHeading = new Map<string, StudentField>(
  (Object.keys(studentFields) as StudentField[]).flatMap((field) =>
    [field, studentFields[field].label, ...(otherNames[field] ?? [])].map((name) => [fold(name), field] as const),
  ),
);

/** The field that a heading names; undefined for any other text. */
export const fieldOfHeading = (heading: string): StudentField | undefined => byHeading.get(fold(heading));

/** Most characters of a cell, in UTF-16 units. */
const longestCell = 1000;

/**
 * Converts a cell to text for the reader of typed values. Conversions of the spreadsheet program are reversed where
 * that is certain: a date becomes a day, a whole number its digits. A formula is read by its stored value.
 */
export function textForValueReader(cell: ReadCell, type: StudentFieldType, isFrom1904 = false): CellText {
  switch (cell.kind) {
    case 'formula':
      return { text: '', reason: spreadsheetWordings.emptyFormula };
    case 'date':
      if (type !== 'date') return { text: cell.day, reason: sheetWordings.turnedIntoDate };
      return { text: cell.day };
    case 'number':
      return numberText(cell.value, type, isFrom1904);
    case 'text':
      if (type === 'date' && /^\d{5,8}$/.test(cell.value.trim())) return dayOfNumber(cell.value.trim(), isFrom1904);
      return cell.value.length <= longestCell
        ? { text: cell.value }
        : { text: cell.value.slice(0, longestCell), reason: requestWordings.characters(longestCell) };
    case 'other':
      return otherText(cell.value, type);
  }
}

/** A day as spreadsheet programs number it, or as 20140905. */
function dayOfNumber(text: string, isFrom1904: boolean): CellText {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? [];
  const found = year
    ? parseWrittenDay(`${year}-${month}-${day}`)?.dayFirst
    : parseSerialMoment(Number(text) + (isFrom1904 ? 1462 : 0))?.day;
  if (found === undefined) return { text, reason: sheetWordings.numberNotDate };
  return { text: displayDate(found), number: text };
}

function numberText(value: number, type: StudentFieldType, isFrom1904: boolean): CellText {
  const text = String(value);
  if (type === 'date') return dayOfNumber(text, isFrom1904);
  // Spreadsheet programs keep 15 digits: a longer number was changed when it was typed.
  if (Math.abs(value) >= 1e15) return { text, reason: sheetWordings.tooManyDigits };
  return { text };
}

/** True and false are numbers in the file; any other value is an error such as #REF!. */
function otherText(value: string, type: StudentFieldType): CellText {
  if (type === 'yes or no' && (value === '1' || value === '0')) return { text: value === '1' ? 'Yes' : 'No' };
  return { text: value, reason: sheetWordings.cellError };
}
