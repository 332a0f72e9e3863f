import { requestWordings } from '#shared/http/wordings.ts';
import { type StudentField, type StudentFieldType, studentFields } from '#shared/students/fields.ts';
import { studentSpreadsheetsContract } from '#shared/students/spreadsheets/contract.ts';
import { maxUploadRows, spreadsheetFileNames } from '#shared/students/spreadsheets/names-and-limits.ts';
import {
  exampleRowId,
  fieldByColumnName,
  spreadsheetFields,
  templateChoices,
  templateNotes,
} from '#shared/students/spreadsheets/row-cells.ts';
import type { ValueLists } from '#shared/students/values.ts';
import { sheetWordings, studentWordings } from '#shared/students/wordings.ts';
import { callHandler, documentToSave } from '../../../platform/requests/call-handler.ts';
import { toColumnLetters } from '../../../platform/xlsx/read-sheet.ts';
import type { SheetCellValue } from '../../../platform/xlsx/safe-cell.ts';
import { renderWorkbook, type Workbook } from '../../../platform/xlsx/write-workbook.ts';
import { school } from '../../../school/records/school.ts';
import { valueListsOfSchool } from '../../records/value-reader.ts';
import { sheetColumnWidth } from '../column-width.ts';

export const downloadUploadTemplate = callHandler(studentSpreadsheetsContract.downloadUploadTemplate, {
  handle: async ({ request: { now } }) => {
    const lists = valueListsOfSchool(now);
    const bytes = await renderWorkbook({ creator: school().name, madeAt: now }, async (workbook) => {
      await writeList(workbook, lists);
      await writeNotes(workbook, lists);
      await writeChoices(workbook, lists);
    });
    return documentToSave(bytes, spreadsheetFileNames.template(now));
  },
});

/** The columns of the confirm table first, then all others in the register's order. */
const fields: readonly StudentField[] = [...new Set([...Object.values(fieldByColumnName), ...spreadsheetFields])];
const firstRow = 2;
const lastRow = firstRow + maxUploadRows - 1;

/** The choices of a column; undefined for free text. */
function choicesOf(field: StudentField, { classes, houses, codes }: ValueLists): readonly string[] | undefined {
  const { type, codes: list } = studentFields[field];
  if (type === 'class') return classes;
  if (type === 'house') return houses.map(({ name }) => name);
  if (type === 'yes or no') return ['Yes', 'No'];
  return type === 'choice' && list !== undefined ? codes[list].map(({ name }) => name) : undefined;
}

async function writeList(workbook: Workbook, lists: ValueLists): Promise<void> {
  const sheet = workbook.sheet({
    name: 'Students',
    columns: fields.map((field) => ({
      width: sheetColumnWidth(field),
      format: studentFields[field].type === 'number' ? 'general' : 'text',
      empty:
        studentFields[field].type === 'date' ? 'date' : studentFields[field].type === 'number' ? 'general' : 'text',
    })),
    frozen: { rows: 1, columns: 3 },
    isLandscape: true,
  });
  sheet.row(
    fields.map((field) => studentFields[field].label),
    'heading',
  );
  sheet.row(
    fields.map((field) => exampleOf(field, lists)),
    'note',
  );
  const withChoices = fields.filter((field) => choicesOf(field, lists) !== undefined);
  for (const [index, field] of fields.entries()) {
    const column = toColumnLetters(index + 1);
    const place = toColumnLetters(withChoices.indexOf(field) + 1);
    const count = choicesOf(field, lists)?.length ?? 0;
    sheet.addHint({
      range: `${column}${firstRow}:${column}${lastRow}`,
      title: studentFields[field].label,
      text: columnNote(field),
      ...(count > 0 ? { choices: `${templateChoices}!$${place}$2:$${place}$${count + 1}` } : {}),
    });
  }
  await sheet.end();
}

/** An example that nobody takes for a real student. */
function exampleOf(field: StudentField, { classes, houses }: ValueLists): SheetCellValue {
  const examples: Partial<Record<StudentField, SheetCellValue>> = {
    id: exampleRowId,
    last_name: 'Example',
    first_name: 'Ella',
    sea_no: '0012345678',
    class_id: classes[0] ?? null,
    date_of_birth: { day: '2014-09-05' },
    house_code: houses[0]?.name ?? null,
    entry_date: { day: '2026-09-07' },
    birth_certificate_no: '20140905012',
    address_line_2: 'San Fernando',
    phone_cell: '868-555-0123',
    repeater: 'No',
  };
  return examples[field] ?? null;
}

async function writeNotes(workbook: Workbook, lists: ValueLists): Promise<void> {
  const sheet = workbook.sheet({
    name: templateNotes,
    columns: [
      { width: 28, format: 'text' },
      { width: 90, format: 'text' },
      { width: 60, format: 'text' },
    ],
    frozen: { rows: 1, columns: 1 },
  });
  sheet.row(['Column', 'What belongs there', 'Choices'], 'heading');
  sheet.row(['All columns', 'Columns may be moved or left out. A blank cell changes nothing.', null]);
  sheet.row(['The example', `The row with the Student ID ${exampleRowId} is passed over. It may stay.`, null]);
  for (const field of fields) {
    const choices = choicesOf(field, lists);
    sheet.row([studentFields[field].label, columnNote(field), choices ? choices.join(', ') : null]);
  }
  await sheet.end();
}

/**
 * The choices of the drop-downs, a column each: the file format has no room for long lists in the validation of a cell.
 */
async function writeChoices(workbook: Workbook, lists: ValueLists): Promise<void> {
  const columns = fields.flatMap((field) => {
    const choices = choicesOf(field, lists);
    return choices ? [{ field, choices }] : [];
  });
  const sheet = workbook.sheet({
    name: templateChoices,
    columns: columns.map(() => ({ width: 22, format: 'text' as const })),
    isHidden: true,
  });
  sheet.row(
    columns.map(({ field }) => studentFields[field].label),
    'heading',
  );
  const longest = Math.max(...columns.map(({ choices }) => choices.length));
  for (let row = 0; row < longest; row += 1) sheet.row(columns.map(({ choices }) => choices[row] ?? null));
  await sheet.end();
}

const byType: Partial<Record<StudentFieldType, string>> = {
  date: sheetWordings.dateExpected,
  number: requestWordings.wholeNumber,
  phone: 'A telephone number, such as 868-555-0123.',
  email: 'An e-mail address.',
  'yes or no': studentWordings.yesOrNo,
  choice: 'One of the list.',
  class: 'One of the school’s classes. A new student must have one.',
  house: 'One of the school’s houses.',
};

const ofField: Partial<Record<StudentField, string>> = {
  id: 'Leave it empty for a new student: the next number is given. With the ID of a student who is there, the row changes that student.',
  last_name: sheetWordings.newStudentName,
  first_name: sheetWordings.newStudentName,
};

/** The help text of a column: at most 255 characters, the limit of spreadsheet programs. */
export function columnNote(field: StudentField): string {
  const { type, limit } = studentFields[field];
  const written = `Text, at most ${limit} characters. Leading zeros are kept.`;
  return ofField[field] ?? byType[type] ?? written;
}
