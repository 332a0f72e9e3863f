import { attributeOf, mayReadField, type StudentField } from '#shared/students/fields.ts';
import { studentSpreadsheetsContract } from '#shared/students/spreadsheets/contract.ts';
import { spreadsheetNames } from '#shared/students/spreadsheets/file-names.ts';
import { callHandler, savedAs } from '../../../platform/requests/call-handler.ts';
import type { Caller } from '../../../platform/requests/caller.ts';
import { studentsByIds } from '../../records/store.ts';
import { type StoredStudent, writeStudents } from './write-students.ts';

export const spreadsheetStudentData = callHandler(studentSpreadsheetsContract.spreadsheetStudentData, {
  handle: ({ input, caller, request: { now } }) => studentData(input, { caller, now }),
});

export const spreadsheetOfStudents = callHandler(studentSpreadsheetsContract.spreadsheetOfStudents, {
  handle: ({ input, caller, request: { now } }) => studentData(input, { caller, now }),
});

/**
 * The values are read here, under the caller's rights (rule 21): a column that the caller may not read is left out, and so is
 * everybody who is not a current student.
 */
async function studentData(
  { student_ids: studentIds, columns }: { student_ids: readonly string[]; columns: readonly StudentField[] },
  { caller, now }: { caller: Pick<Caller, 'role'>; now: Date },
) {
  const role = caller.role === 'Admin' ? 'Admin' : 'PTA';
  const fields = [...new Set(columns)].filter((field) => mayReadField(field, role));
  const wanted = [...new Set(studentIds)];
  const found = await studentsByIds(wanted, ['studentId', 'status', ...fields.map(attributeOf)] as 'studentId'[]);
  // What was asked for holds text, every attribute of it.
  const byId = new Map(found.map((student) => [student.studentId, student as StoredStudent]));
  const students = wanted.flatMap((studentId) => {
    const student = byId.get(studentId);
    return student?.status === 'current' ? [student] : [];
  });
  return savedAs(await writeStudents({ students, fields, madeAt: now }), spreadsheetNames.chosen(now));
}
