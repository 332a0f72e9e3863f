import { beforeEach, expect, it } from 'vitest';
import { StudentEntity } from '#functions/students/records/store.ts';
import { handler } from '#functions/students/spreadsheets/jobs/lambda.ts';
import { type ClassListPreview, studentSpreadsheetsContract } from '#shared/students/spreadsheets/contract.ts';
import { makeWorkbook, previewClassList, type SheetCell } from '../../../support/files/class-list-files.ts';
import { putRecords } from '../../../support/school/records.ts';
import { steppedSchoolForTests } from '../../../support/step-by-step/stepped-school.ts';

const { applyStudentUpload, readStudentUploadProgress } = studentSpreadsheetsContract;
const school = steppedSchoolForTests(handler);
beforeEach(async () => {
  const facts = { classId: '1A', formLevel: 1, status: 'current' as const, firstName: 'Pat' };
  await putRecords(
    StudentEntity,
    ['00501', '00502', '00503', '00504', '00505', '00506'].map((studentId) => ({
      ...facts,
      studentId,
      lastName: `Of ${studentId}`,
      ...(studentId === '00506' ? { seaNo: '0012345678' } : {}),
    })),
  );
});

const headings = ['Student ID', 'Last Name', 'First Name', 'Class', 'SEA Reg No.'];
const preview = async (...rows: SheetCell[][]) =>
  (await previewClassList(school.admin, await makeWorkbook([headings, ...rows]))).body;

/** Confirms every row as it was answered, with what is said of it, and gives the outcome of each. */
async function upload({ rows, columns }: ClassListPreview, said: object = {}) {
  const begun = await school.admin.call(applyStudentUpload, {
    columns,
    data: rows.map((row) => ({ ...row, ...said })),
  });
  expect(begun.status, JSON.stringify(begun.error)).toBe(200);
  await school.work();
  const { body } = await school.admin.call(readStudentUploadProgress, { upload: begun.body.upload });
  return body.rows.map(({ id, message }) => [id, message]);
}

const isItRight = '99999 is far from the school’s other ids: the last one is 00507. Is it right?';

it('a new id that is far from the school’s is asked about, and added when the office says that it is right', async () => {
  const shown = await preview(['00507', 'Near', 'Ann', '1A', null], ['99999', 'Far', 'Bob', '1A', null]);
  expect(shown.rows.map(({ error, far_id }) => [error, far_id])).toEqual([
    [0, null],
    [1, isItRight],
  ]);
  expect(await upload(shown)).toEqual([
    ['00507', null],
    ['99999', isItRight],
  ]);
  const again = await preview(['99999', 'Far', 'Bob', '1A', null]);
  expect(await upload(again, { is_another: true })).toEqual([['99999', null]]);
});

it('a file that goes on with a series of its own is not asked about: its ids are near each other', async () => {
  const shown = await preview(['60001', 'New', 'Ann', '1A', null], ['60002', 'New', 'Bob', '1A', null]);
  expect(shown.rows.map(({ error, far_id }) => [error, far_id])).toEqual([
    [0, null],
    [0, null],
  ]);
});

it('an SEA number that lost its zeros is asked about, and changes the student whom the office names', async () => {
  const question = 'Pat Of 00506, 1A (00506) has SEA Reg No. 0012345678. Is this the same student?';
  const shown = await preview([null, 'Of 00506', 'Patrick', '1A', 12_345_678]);
  expect(shown.rows.map(({ error, match }) => [error, match?.student_id, match?.by, match?.question])).toEqual([
    [1, '00506', 'SEA Reg No. without its zeros', question],
  ]);
  expect(await upload(shown)).toEqual([['', question]]);
  expect(await upload(shown, { is_same: true })).toEqual([['00506', null]]);
  const { firstName, seaNo } = (await StudentEntity.get({ studentId: '00506' })) ?? {};
  // The number stays as the school writes it.
  expect([firstName, seaNo]).toEqual(['Patrick', '0012345678']);
});
