import { attributeOf } from '#shared/students/fields.ts';
import { spreadsheetFields } from '#shared/students/spreadsheets/columns.ts';
import { studentSpreadsheetsContract } from '#shared/students/spreadsheets/contract.ts';
import { spreadsheetNames } from '#shared/students/spreadsheets/file-names.ts';
import { callHandler, savedAs } from '../../../platform/requests/call-handler.ts';
import type { TextRecord } from '../../../platform/table/text-pages.ts';
import { studentPages } from '../../records/store.ts';
import { type StoredStudent, writeStudents } from './write-students.ts';

export const registrationDataSpreadsheet = callHandler(studentSpreadsheetsContract.registrationDataSpreadsheet, {
  handle: async ({ request: { now } }) => {
    const students: StoredStudent[] = [];
    for await (const { items } of studentPages('current', { only: spreadsheetFields.map(attributeOf) }))
      students.push(...items.map(textsOf));
    const inOrder = students.sort(byClassAndName);
    return savedAs(
      await writeStudents({ students: inOrder, fields: spreadsheetFields, madeAt: now }),
      spreadsheetNames.everything(),
    );
  },
});

const textsOf = (item: TextRecord): StoredStudent =>
  Object.fromEntries(Object.entries(item).map(([attribute, { S: text }]) => [attribute, text]));

function byClassAndName(a: StoredStudent, b: StoredStudent): number {
  for (const attribute of ['classId', 'lastName', 'firstName', 'studentId']) {
    const order = String(a[attribute]).localeCompare(String(b[attribute]));
    if (order !== 0) return order;
  }
  return 0;
}
