import { type StudentField, studentFieldNames, studentFields } from '../fields.ts';
import type { StudentValueReader } from '../values.ts';

/** Fields that a spreadsheet has: all but the files, which are uploaded one by one. */
export const spreadsheetFields = studentFieldNames.filter(
  (field) => !['file', 'picture'].includes(studentFields[field].type),
);

/** The id in the example row of the template: a row with it is skipped. */
export const exampleRowId = 'EXAMPLE';

/** The sheet of the template that explains its columns. */
export const templateNotes = 'Notes';
/** Its hidden sheet, with what the lists of its cells offer. */
export const templateChoices = 'Choices';

/** The first columns of the confirm table (product §2), by their names in the answer. */
export const fieldByColumnName = {
  id: 'id',
  last_name: 'last_name',
  first_name: 'first_name',
  sea_no: 'sea_no',
  class_id: 'class_id',
  date_of_birth: 'date_of_birth',
  house_name: 'house_code',
  entry_date: 'entry_date',
} as const satisfies Record<string, StudentField>;

type NamedCells = Record<keyof typeof fieldByColumnName, string>;
/** The cells of a row as the calls carry them: eight by name, the others in the order of the columns. */
export type RowCells = NamedCells & { more: string[] };

const named = Object.entries(fieldByColumnName) as [keyof typeof fieldByColumnName, StudentField][];

/** The texts of a row by field, blank ones too. */
export function rowToFields(row: Readonly<RowCells>, columns: readonly string[]): Map<StudentField, string> {
  return new Map([
    ...named.map(([name, field]) => [field, row[name]] as const),
    ...columns.map((field, index) => [field as StudentField, row.more[index] ?? ''] as const),
  ]);
}

/** The row of the calls with these texts. */
export function fieldsToRow(cells: ReadonlyMap<StudentField, string>, columns: readonly string[]): RowCells {
  return {
    ...(Object.fromEntries(named.map(([name, field]) => [name, cells.get(field) ?? ''])) as NamedCells),
    more: columns.map((field) => cells.get(field as StudentField) ?? ''),
  };
}

/** The columns of a file that have no name of their own in the calls. */
export const unnamedColumns = (fields: readonly StudentField[]): StudentField[] =>
  fields.filter((field) => !named.some(([, one]) => one === field));

/** The cells of a row: the values to store of those that are not blank, and why others are refused. */
export interface JudgedCells {
  values: Map<StudentField, string>;
  refused: Map<StudentField, string>;
}

/** Required of a new student. */
const required = ['last_name', 'first_name', 'class_id'] as const satisfies readonly StudentField[];

/**
 * Judges a row of an upload, for the server and the confirm table. A blank cell is no value of a new student, and
 * changes nothing of an existing one.
 */
export function judgeCells(
  typed: Iterable<readonly [StudentField, string]>,
  { read, isNew }: { read: StudentValueReader; isNew: boolean },
): JudgedCells {
  const judged: JudgedCells = { values: new Map(), refused: new Map() };
  for (const [field, text] of typed) {
    const answer = read(field, text);
    if ('refused' in answer) judged.refused.set(field, answer.refused);
    else if (answer.value !== null) judged.values.set(field, answer.value);
  }
  if (isNew) {
    for (const field of required) {
      if (!judged.values.has(field) && !judged.refused.has(field)) judged.refused.set(field, 'Required.');
    }
  }
  return judged;
}
