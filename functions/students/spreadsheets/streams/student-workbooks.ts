import { canReadField, type StudentField, storedAttributeName, studentFields } from '#shared/students/fields.ts';
import { studentSpreadsheetsContract } from '#shared/students/spreadsheets/contract.ts';
import { spreadsheetFileNames } from '#shared/students/spreadsheets/names-and-limits.ts';
import { spreadsheetFields } from '#shared/students/spreadsheets/row-cells.ts';
import { displayStoredValue } from '#shared/students/spreadsheets/uploaded-values.ts';
import type { ValueLists } from '#shared/students/values.ts';
import { callHandler, documentToSave } from '../../../platform/requests/call-handler.ts';
import type { Caller } from '../../../platform/requests/caller.ts';
import type { SheetCellValue } from '../../../platform/xlsx/safe-cell.ts';
import { renderWorkbook, type SheetColumn } from '../../../platform/xlsx/write-workbook.ts';
import { school } from '../../../school/records/school.ts';
import { listStudentTexts, type StudentTexts } from '../../records/rosters/list-student-texts.ts';
import { readStudents } from '../../records/store.ts';
import { valueListsOfSchool } from '../../records/value-reader.ts';
import { sheetColumnWidth } from '../column-width.ts';

export const downloadRegistrationData = callHandler(studentSpreadsheetsContract.downloadRegistrationData, {
  handle: async ({ request: { now } }) => {
    const students: StudentTexts[] = [];
    for await (const listed of listStudentTexts('current', { only: spreadsheetFields.map(storedAttributeName) }))
      students.push(...listed);
    const inOrder = students.sort(byClassAndName);
    return documentToSave(
      await renderStudentsWorkbook({ students: inOrder, fields: spreadsheetFields, madeAt: now }),
      spreadsheetFileNames.everything(),
    );
  },
});

function byClassAndName(a: StudentTexts, b: StudentTexts): number {
  for (const attribute of ['classId', 'lastName', 'firstName', 'studentId']) {
    const order = String(a(attribute)).localeCompare(String(b(attribute)));
    if (order !== 0) return order;
  }
  return 0;
}

export const downloadStudents = callHandler(studentSpreadsheetsContract.downloadStudents, {
  handle: ({ input, caller, request: { now } }) => studentData(input, { caller, now }),
});

export const downloadFewStudents = callHandler(studentSpreadsheetsContract.downloadFewStudents, {
  handle: ({ input, caller, request: { now } }) => studentData(input, { caller, now }),
});

/**
 * Reads the values with the caller's rights (rule 21): columns that the caller may not read are left out, and so are
 * students who are not current.
 */
async function studentData(
  { student_ids: studentIds, columns }: { student_ids: readonly string[]; columns: readonly StudentField[] },
  { caller, now }: { caller: Pick<Caller, 'role'>; now: Date },
) {
  const role = caller.role === 'Admin' ? 'Admin' : 'PTA';
  const fields = [...new Set(columns)].filter((field) => canReadField(field, role));
  const wanted = [...new Set(studentIds)];
  const found = await readStudents(wanted, [
    'studentId',
    'status',
    ...fields.map(storedAttributeName),
  ] as 'studentId'[]);
  // Every requested attribute is text.
  const textsOf = (student: object) => student as Readonly<Record<string, string | undefined>>;
  const byId = new Map(found.map((student) => [student.studentId, textsOf(student)]));
  const students = wanted.flatMap((studentId): StudentTexts[] => {
    const texts = byId.get(studentId);
    return texts?.status === 'current' ? [(attribute) => texts[attribute]] : [];
  });
  return documentToSave(
    await renderStudentsWorkbook({ students, fields, madeAt: now }),
    spreadsheetFileNames.chosen(now),
  );
}

/** Rows that are written before the buffer is flushed. */
const rowsAtOnce = 200;

/** Students as a workbook: a row each and a column for each field, in values that an upload reads again (rule 23). */
export function renderStudentsWorkbook({
  students,
  fields,
  madeAt,
}: {
  students: readonly StudentTexts[];
  fields: readonly StudentField[];
  madeAt: Date;
}): Promise<Uint8Array> {
  const lists = valueListsOfSchool(madeAt);
  return renderWorkbook({ creator: school().name, madeAt }, async (workbook) => {
    const isName = (field: StudentField) => field === 'id' || field === 'last_name' || field === 'first_name';
    const other = fields.findIndex((field) => !isName(field));
    const sheet = workbook.sheet({
      name: 'Registration Data',
      columns: fields.map(columnOf),
      // The columns that identify a row stay in view, where the sheet begins with them.
      frozen: { rows: 1, columns: other === -1 ? 0 : other },
      isLandscape: true,
    });
    sheet.row(
      fields.map((field) => studentFields[field].label),
      'heading',
    );
    for (const [index, textOf] of students.entries()) {
      sheet.row(fields.map((field) => cellOf(field, textOf(storedAttributeName(field)), lists)));
      if (index % rowsAtOnce === 0) await sheet.flush();
    }
    await sheet.end();
  });
}

const columnOf = (field: StudentField): SheetColumn => ({
  width: sheetColumnWidth(field),
  format: studentFields[field].type === 'number' ? 'general' : 'text',
});

/** Whole numbers and days are typed; everything else is text, which keeps leading zeros. */
function cellOf(field: StudentField, stored: string | undefined, lists: ValueLists): SheetCellValue {
  if (stored === undefined || stored === '') return null;
  const { type } = studentFields[field];
  if (type === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(stored)) return { day: stored };
  if (type === 'number' && /^(0|[1-9]\d{0,8})$/.test(stored)) return Number(stored);
  return displayStoredValue(field, stored, lists);
}
