import { attributeOf, type StudentField, studentFields } from '#shared/students/fields.ts';
import { shownValue } from '#shared/students/spreadsheets/read-typed.ts';
import type { ValueLists } from '#shared/students/values.ts';
import type { CellValue } from '../../../platform/xlsx/safe-cell.ts';
import { type SheetColumn, workbookBytes } from '../../../platform/xlsx/write-workbook.ts';
import { school } from '../../../school/records/school.ts';
import { schoolValueLists } from '../../records/read-values.ts';
import { columnWidth } from '../column-width.ts';

/** The texts of a student by the names that they are stored under, or as many as the columns need. */
export type StoredStudent = Readonly<Record<string, string | undefined>>;

/** So many rows are written before the ones before them are let out. */
const rowsAtOnce = 200;

/** Students as a workbook: a row each, a column for each field, with what an upload reads again (rule 23). */
export function writeStudents({
  students,
  fields,
  madeAt,
}: {
  students: readonly StoredStudent[];
  fields: readonly StudentField[];
  madeAt: Date;
}): Promise<Uint8Array> {
  const lists = schoolValueLists(madeAt);
  return workbookBytes({ creator: school().name, madeAt }, async (workbook) => {
    const isName = (field: StudentField) => field === 'id' || field === 'last_name' || field === 'first_name';
    const other = fields.findIndex((field) => !isName(field));
    const sheet = workbook.sheet({
      name: 'Registration Data',
      columns: fields.map(columnOf),
      // Whom a row is about stays in view, where that is what the sheet begins with.
      frozen: { rows: 1, columns: other === -1 ? 0 : other },
      isLandscape: true,
    });
    sheet.row(
      fields.map((field) => studentFields[field].label),
      'heading',
    );
    for (const [index, student] of students.entries()) {
      sheet.row(fields.map((field) => cellOf(field, student[attributeOf(field)], lists)));
      if (index % rowsAtOnce === 0) await sheet.letOut();
    }
    await sheet.end();
  });
}

const columnOf = (field: StudentField): SheetColumn => ({
  width: columnWidth(field),
  format: studentFields[field].type === 'number' ? 'general' : 'text',
});

/** Whole numbers and days are numbers and days; everything else is text, so that leading zeros live. */
function cellOf(field: StudentField, stored: string | undefined, lists: ValueLists): CellValue {
  if (stored === undefined || stored === '') return null;
  const { type } = studentFields[field];
  if (type === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(stored)) return { day: stored };
  if (type === 'number' && /^(0|[1-9]\d{0,8})$/.test(stored)) return Number(stored);
  return shownValue(field, stored, lists);
}
