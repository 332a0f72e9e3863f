import ExcelJS from 'exceljs';
import { beforeAll, describe, expect, it } from 'vitest';
import { LessonEntity } from '#functions/people/records/store.ts';
import { school } from '#functions/school/records/school.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { StudentSubjectAssignmentEntity as entity } from '#functions/subjects/records/store.ts';
import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { weeklyTestsContract } from '#shared/marks/weekly-tests/contract.ts';
import { termsContract } from '#shared/school/contract.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { changeRecordOfTest, putRecords } from '../../support/school/records.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { term, year, yearId } from '../../support/school/small-school.ts';
import { weeklyTestSettings } from '../../support/school/weekly-test-settings.ts';

const server = schoolForTests();
const [mona, eric, office] = [server.as('T1'), server.as('T2'), server.as('A1')];

/** A row as [student, last day, exam mark]. */
type Row = [string, string | undefined, unknown];

const ofTerm = { year: String(year), term: String(term) };

async function readSheet(client = mona, of: object = { employee_id: 'T1' }) {
  const { status, body } = await client.call(markSheetContract.readMarkSheetOfLesson, {
    subject_id: 'MATH',
    class_id: '1A',
    form_level: '1',
    ...ofTerm,
    ...of,
  });
  expect(status).toBe(200);
  const rows = body.data.map(({ student_id, left, exam_mark }): Row => [student_id, left, exam_mark]);
  return { rows, counts: [body.total, body.registered, body.entered] };
}

async function readBook(client = mona) {
  const { status, body } = await client.call(markBookContract.readMarkBook, {
    employee_id: 'T1',
    subject_id: 'MATH',
    academic_year_id: yearId,
    form_class_id: '1A',
    form_level: '1',
    term: String(term),
  });
  expect(status).toBe(200);
  return body.students.map(({ id, left, marks }): Row => [id, left, marks]);
}

const saveExam = (exam_mark: number, client = mona) =>
  client.call(markSheetContract.saveSubjectRecord, { student_id: 'S03', subject_id: 'MATH', year, term, exam_mark });

const leave = async (student_id: string, date_of_leaving: string) =>
  expect(
    (await office.call(studentRegisterContract.archiveStudent, { student_id, date_of_leaving, reason: null })).status,
  ).toBe(200);

const firstNamesOf1A = [
  'Pupil S01',
  'Pupil S02',
  'Pupil S03 (left 12-Nov-2025)',
  ...['Pupil S04', 'Pupil S05', 'Pupil S06'],
];

/** First names of the rows of students, of a sheet by name or place. */
async function firstNames(bytes: Uint8Array, sheet: string | 0): Promise<unknown[]> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(Buffer.from(bytes) as never);
  const rows = (
    workbook.worksheets[0] && (sheet === 0 ? workbook.worksheets[0] : workbook.getWorksheet(sheet))
  )?.getSheetValues() as unknown[][];
  return rows.filter((row) => /^S\d\d$/.test(String(row?.[1]))).map((row) => row[3]);
}

describe('somebody who left in a term, on its sheets', () => {
  beforeAll(async () => {
    await leave('S03', '2025-11-12');
    // After the last day of the term, which is 12 December: there to its end.
    await leave('S05', '2025-12-15');
  });

  it('stays in the place by name on the teacher’s and the office’s mark sheet, with the day, and is not counted', async () => {
    const sheet = await readSheet();
    expect(sheet.rows).toEqual([
      ['S01', undefined, null],
      ['S02', undefined, null],
      ['S03', '2025-11-12', null],
      ['S04', undefined, null],
      ['S05', undefined, null],
      ['S06', undefined, null],
    ]);
    expect(sheet.counts).toEqual([5, 5, 0]);
    expect(await readSheet(office, {})).toEqual(sheet);
  });

  it('stays on another teacher’s sheet of the class too', async () => {
    const { rows } = await readSheet(eric, { employee_id: 'T2', subject_id: 'ENGL' });
    expect(rows[2]).toEqual(['S03', '2025-11-12', null]);
  });

  it('stays in the mark book', async () => {
    const rows = await readBook();
    expect(rows.map(([id]) => id)).toEqual(['S01', 'S02', 'S03', 'S04', 'S05', 'S06']);
    expect(rows[2]).toEqual(['S03', '2025-11-12', {}]);
    expect(await readBook(office)).toEqual(rows);
  });

  it('is marked and corrected, on the sheet and in the book', async () => {
    expect((await saveExam(40)).status).toBe(200);
    expect((await saveExam(44)).status).toBe(200);
    const { rows, counts } = await readSheet();
    expect(rows[2]).toEqual(['S03', '2025-11-12', 44]);
    expect(counts).toEqual([5, 5, 0]);
    const page = { employee_id: 'T1', subject_id: 'MATH', academic_year_id: yearId, form_class_id: '1A', term };
    const assessment = { ...page, form_level: 1, assesment_number: 1, total: 20, topic: null, date: null };
    expect((await mona.call(markBookContract.saveAssessment, assessment)).status).toBe(200);
    const mark = { ...page, student_id: 'S03', marks: [{ assesment_number: 1, mark: 12 }] };
    expect((await mona.call(markBookContract.saveMark, mark)).status).toBe(200);
    expect((await readBook())[2]).toEqual(['S03', '2025-11-12', { 1: 12 }]);
  });

  it('is marked as one in the mark book’s page and in the spreadsheet of all', async () => {
    const page = await mona.call(markBookContract.downloadMarkBookPage, {
      employee_id: 'T1',
      subject_id: 'MATH',
      form_class_id: '1A',
      academic_year_id: yearId,
      form_level: '1',
      term: '1',
    });
    expect(await firstNames(page.bytes, 0)).toEqual(firstNamesOf1A);
    const events = await office.call(markBookContract.makeSpreadsheet, { ...ofTerm, formClass: '1A' });
    const filePath = /"filePath":"([^"]+)"/.exec(new TextDecoder().decode(events.bytes))?.[1] ?? '';
    const { bytes } = await office.call(markBookContract.downloadSpreadsheet, { filePath });
    expect(await firstNames(bytes, 'Summary')).toEqual(firstNamesOf1A);
    expect(await firstNames(bytes, 'Mathematics')).toEqual(firstNamesOf1A);
  });

  it('is on the weekly tests of days before, with the last day', async () => {
    Object.assign(school().weeklyTests, { ...weeklyTestSettings, from: '2025-09-01', to: '2025-12-12' });
    const listed = async (week_end_date: string) => {
      const test = { week_end_date, form_class_id: '1A', subject_id: 'MATH' };
      expect((await mona.call(weeklyTestsContract.saveWeeklyTestOfClass, test)).status).toBe(200);
      const { body } = await mona.call(weeklyTestsContract.readMarksOfWeeklyTest, test);
      return body.students.map(({ student_id, left }) => [student_id, left]).slice(1, 4);
    };
    // Thursdays; S03 left on Wednesday 12-Nov.
    expect(await listed('2025-11-06')).toEqual([
      ['S02', undefined],
      ['S03', '2025-11-12'],
      ['S04', undefined],
    ]);
    expect(await listed('2025-11-13')).toEqual([
      ['S02', undefined],
      ['S04', undefined],
      ['S05', undefined],
    ]);
  });

  it('is not in how far the marks are, and stays on the sheet when the term is closed', async () => {
    const students = async () => {
      const lessons = await mona.call(markSheetContract.readLessonProgress, { employee_id: 'T1', ...ofTerm });
      const subjects = await office.call(markSheetContract.readClassProgress, { class_id: '1A', ...ofTerm });
      return [
        lessons.body.lessons.find(({ id }) => id === `${year}-MATH-1A`)?.students,
        subjects.body.subjects.find(({ subject_id }) => subject_id === 'MATH')?.students,
      ];
    };
    const open = await readSheet();
    expect((await office.call(termsContract.closeTerm, { academic_year_id: yearId, term })).status).toBe(200);
    // Now the term itself says who was there: also S05, who left after it.
    expect(await students()).toEqual([5, 5]);
    expect(await readSheet()).toEqual(open);
  });
});

describe('somebody who left a class that two teachers share a subject in', () => {
  const ofForm4 = (employee_id: string) => ({
    employee_id,
    subject_id: 'MATH',
    class_id: undefined,
    form_classes: '4A',
    form_level: '4',
  });
  const sheetOf = async (client: typeof mona, employeeId: string) => {
    const { body } = await client.call(markSheetContract.readMarkSheetOfLesson, { ...ofForm4(employeeId), ...ofTerm });
    return body.data.map(({ student_id, left }) => [student_id, left]);
  };

  beforeAll(async () => {
    await putRecords(LessonEntity, [{ employeeId: 'T2', year, subjectId: 'MATH', classId: '4A', formLevel: 4 }]);
    for (const [studentId, employeeId] of [
      ['S41', 'T1'],
      ['S42', 'T2'],
      ['S43', 'T2'],
    ] as const) {
      await changeRecordOfTest(entity, { studentId, subjectId: 'MATH' }, { employeeId });
    }
    await leave('S41', '2025-11-12');
    await leave('S42', '2025-11-12');
  });

  // S44 is nobody’s own: on both.
  const onMonas = [
    ['S41', '2025-11-12'],
    ['S44', undefined],
  ];
  const onErics = [
    ['S42', '2025-11-12'],
    ['S43', undefined],
    ['S44', undefined],
  ];

  it('is on the sheet and in the mark book of their own teacher alone', async () => {
    expect(await sheetOf(mona, 'T1')).toEqual(onMonas);
    expect(await sheetOf(eric, 'T2')).toEqual(onErics);
    const { body } = await eric.call(markBookContract.readMarkBook, {
      employee_id: 'T2',
      subject_id: 'MATH',
      academic_year_id: yearId,
      form_level: '4',
      term: String(term),
      form_classes: '4A',
    });
    expect(body.students.map(({ id }) => id)).toEqual(['S42', 'S43', 'S44']);
  });

  it('stays there while the term is closed, and after the year', async () => {
    await office.call(termsContract.closeTerm, { academic_year_id: yearId, term });
    expect(await sheetOf(mona, 'T1')).toEqual(onMonas);
    expect(await sheetOf(eric, 'T2')).toEqual(onErics);
  });

  it('has no own teacher any more after coming back and leaving without one', async () => {
    const ownTeachers = async () => (await StudentEntity.get({ studentId: 'S41' }))?.ownTeachers;
    expect(await ownTeachers()).toEqual({ MATH: 'T1' });
    const back = await office.call(studentRegisterContract.restoreStudent, { student_id: 'S41', class_id: '4A' });
    expect(back.status).toBe(200);
    expect(await ownTeachers()).toBeUndefined();
  });
});
