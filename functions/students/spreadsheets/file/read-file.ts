import { type StudentField, studentFields } from '#shared/students/fields.ts';
import { exampleId } from '#shared/students/spreadsheets/columns.ts';
import { sheetsOf } from '../../../platform/xlsx/open-in-worker.ts';
import { columnName, formulaNote, isMerged, type ReadCell, type ReadSheet } from '../../../platform/xlsx/read-sheet.ts';
import { refusedFile } from '../../../platform/xlsx/zip-archive.ts';
import { type CellText, cellText } from './cell-text.ts';
import { fieldOfHeading } from './headings.ts';

/** A row that says something, with the cells that are not blank. */
export interface FileRow {
  /** As the program numbers it, from 1. */
  row: number;
  cells: ReadonlyMap<StudentField, CellText>;
}

/** A class list as it was handed in. */
export interface ClassListFile {
  /** The fields that the file has a column of, from left to right. */
  fields: readonly StudentField[];
  rows: readonly FileRow[];
  /** What was passed over, for people to read. */
  notes: readonly string[];
}

/** Headings are among the first rows; above them may be a title. */
const lastHeadingRow = 50;
const mostNotes = 50;

/**
 * Reads an uploaded list of students: the first sheet that has headings, wherever they are and in whatever order. Empty rows and
 * columns of other headings are passed over.
 * @throws {ValidationError} on `file`, with the reason.
 */
export async function readClassList(bytes: Uint8Array): Promise<ClassListFile> {
  for await (const sheet of sheetsOf(bytes)) {
    const headings = findHeadings(sheet);
    if (headings) return readRows(sheet, headings);
  }
  throw refusedFile('The headings are missing. A list has at least the columns Last Name, First Name and Class.');
}

interface Headings {
  row: number;
  columns: ReadonlyMap<number, StudentField>;
  notes: readonly string[];
}

/** The row among the first that names the most fields: a student by name, or by the id. */
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
    const place = `Column ${columnName(column)} “${heading.slice(0, 60)}”`;
    if (field === undefined) notes.push(`${place} is not a column of the register and was passed over.`);
    else if (isFile(field)) notes.push(`${place} was passed over: files are uploaded one by one.`);
    else {
      const [before] = [...columns].find(([, other]) => other === field) ?? [];
      if (before === undefined) columns.set(column, field);
      else notes.push(`${place} was passed over: column ${columnName(before)} has the same heading.`);
    }
  }
  return { row, columns, notes };
}

const isFile = (field: StudentField): boolean => ['file', 'picture'].includes(studentFields[field].type);

function readRows(sheet: ReadSheet, { row: headingRow, columns, notes }: Headings): ClassListFile {
  const rows: FileRow[] = [];
  const passed: string[] = [];
  const formulas: string[] = [];
  for (const [row, found] of [...sheet.rows].sort(([a], [b]) => a - b)) {
    if (row <= headingRow) continue;
    const cells = new Map<StudentField, CellText>();
    for (const [column, field] of columns) {
      const cell = found.get(column);
      if (!cell) continue;
      const read = cellText(cell, studentFields[field].type);
      if (isBlank(read)) continue;
      if (cell.isFormula && cell.kind !== 'formula')
        formulas.push(formulaNote(`Row ${row}, ${studentFields[field].label}`, read.text));
      cells.set(
        field,
        isMerged(sheet, row, column) ? { ...read, reason: 'Merged cells: whose this is is not clear.' } : read,
      );
    }
    if (cells.get('id')?.text === exampleId) passed.push(`Row ${row} is the example of the template.`);
    else if (cells.size > 0) rows.push({ row, cells });
  }
  if (rows.length === 0) throw refusedFile('There is no student below the headings.');
  return { fields: [...columns.values()], rows, notes: [...notes, ...passed, ...fewOf(formulas)].slice(0, mostNotes) };
}

const mostFormulas = 20;
const fewOf = (formulas: readonly string[]): string[] =>
  formulas.length > mostFormulas
    ? [
        ...formulas.slice(0, mostFormulas),
        `${formulas.length - mostFormulas} more formulas were read by their stored values.`,
      ]
    : [...formulas];

/** No-break spaces, marks of direction and the like are seen by nobody. */
const isBlank = ({ text, reason }: CellText): boolean =>
  reason === undefined && text.replaceAll(/[\s\u00ad\u200b-\u200f\u2060\ufeff]/g, '') === '';
