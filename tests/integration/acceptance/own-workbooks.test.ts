import readSheets from 'read-excel-file/node';
import { beforeAll, expect, it } from 'vitest';
import { StudentEntity } from '#functions/students/records/store.ts';
import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { studentSpreadsheetsContract } from '#shared/students/spreadsheets/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { executeActionOfTest } from '../../support/school/records.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { term, year, yearId } from '../../support/school/small-school.ts';

/** The workbooks that the product makes, as a program reads them that shares no code with their writer. */
const school = schoolForTests();
const [office, mona] = [school.as('A1'), school.as('T1')];
const page = { employee_id: 'T1', subject_id: 'MATH', form_class_id: '1A', academic_year_id: yearId };

beforeAll(async () => {
  const facts = { seaNo: '00123', dateOfBirth: '2014-03-09', address_line_2: '=Arima', no_at_home: '4' };
  await executeActionOfTest(StudentEntity.update({ studentId: 'S01' }, { set: facts }));
  await mona.call(markBookContract.saveAssessment, {
    ...page,
    form_level: 1,
    term,
    assesment_number: 1,
    topic: 'Fractions',
    date: '2025-10-02',
    total: 20,
  });
  await mona.call(markBookContract.saveMark, { ...page, term, student_id: 'S01', assesment_number: 1, mark: 14 });
  await mona.call(markSheetContract.saveSubjectRecord, {
    student_id: 'S01',
    subject_id: 'MATH',
    year,
    term,
    exam_mark: 40,
  });
});

const read = async (answer: Promise<{ status: number; bytes: Uint8Array }>) => {
  const { status, bytes } = await answer;
  expect(status).toBe(200);
  return (await readSheets(Buffer.from(bytes))).map(({ sheet, data }) => ({ sheet, data }));
};
const rowOf = (data: readonly (readonly unknown[])[], text: string) => data.find((row) => row.includes(text));

it('the template of a class list', async () => {
  const sheets = await read(office.call(studentSpreadsheetsContract.downloadUploadTemplate, {}));
  expect(sheets.map(({ sheet }) => sheet)).toEqual(['Students', 'Notes', 'Choices']);
  expect(sheets[0]?.data[0]?.slice(0, 4)).toEqual(['Student ID', 'Last Name', 'First Name', 'SEA Reg No.']);
  expect(sheets[0]?.data[1]?.slice(0, 4)).toEqual(['EXAMPLE', 'Example', 'Ella', '0012345678']);
});

it('a page of the mark book', async () => {
  const [marks, stamp] = await read(
    mona.call(markBookContract.downloadMarkBookPage, { ...page, form_level: '1', term: String(term) }),
  );
  expect(marks?.sheet).toBe('1A Mathematics');
  expect(stamp?.data[0]?.[2]).toBe('1A Mathematics');
  expect(rowOf(marks?.data ?? [], 'Date')?.[4]).toEqual(new Date('2025-10-02T00:00:00Z'));
  const row = rowOf(marks?.data ?? [], 'S01');
  expect(row?.slice(0, 5)).toEqual(['S01', 'Lastname S01', 'Pupil S01', '1A', 14]);
  expect(row?.at(-1)).toBe(70);
});

it('a mark sheet', async () => {
  const [sheet] = await read(
    office.call(termReportsContract.downloadMarkSheetSpreadsheet, {
      year: String(year),
      term: String(term),
      classId: '1A',
    }),
  );
  expect(sheet?.sheet).toBe('1A Term 1');
  const row = rowOf(sheet?.data ?? [], 'S01');
  expect(row?.slice(0, 2)).toEqual(['S01', 'Lastname S01, Pupil S01']);
  expect(row).toContain(40);
});

it('the students', async () => {
  const columns = ['id', 'last_name', 'sea_no', 'date_of_birth', 'address_line_2', 'no_at_home'] as const;
  const [sheet] = await read(
    office.call(studentSpreadsheetsContract.downloadStudents, { student_ids: ['S01'], columns: [...columns] }),
  );
  expect(rowOf(sheet?.data ?? [], 'S01')).toEqual([
    ...['S01', 'Lastname S01', '00123', new Date('2014-03-09T00:00:00Z'), "'=Arima", 4],
  ]);
  const [everybody] = await read(office.call(studentSpreadsheetsContract.downloadRegistrationData, {}));
  expect(everybody?.data).toHaveLength(16);
  expect(everybody?.data[0]?.slice(0, 3)).toEqual(['Student ID', 'Last Name', 'First Name']);
  expect(rowOf(everybody?.data ?? [], 'S01')).toContain('00123');
});
