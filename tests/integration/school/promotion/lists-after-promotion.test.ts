import { beforeAll, describe, expect, it } from 'vitest';
import { ClassTermRegistrationEntity, TermReportEntity } from '#functions/marks/records/term-report.ts';
import { LessonEntity } from '#functions/people/records/store.ts';
import { PromotionDecisionEntity } from '#functions/school/promotion/plan-store.ts';
import { PeriodEntity } from '#functions/school/records/periods.ts';
import { school } from '#functions/school/records/school.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { StudentSubjectAssignmentEntity } from '#functions/subjects/records/store.ts';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { weeklyTestsContract } from '#shared/marks/weekly-tests/contract.ts';
import { termsContract } from '#shared/school/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { TestClient } from '../../../support/callers/client.ts';
import { studentsIn } from '../../../support/files/students-in.ts';
import { openPastYears } from '../../../support/school/open-past-years.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { addStudents, password, year, yearId } from '../../../support/school/small-school.ts';

/*
 * 2A has S21 and S22, 3A S31 and S32, 4A S41 to S44, 4B S45 and S46, 5A S51 and S52, all registered for the term. Then
 * the year is promoted, while the term is still the current one: S21 and S22 are in 3A, S31 and S32 in 4A, S41 to S44
 * in 5A, S51 has left and S52 repeats 5A by the plan. S99 comes to the school, into 3A.
 */
const own = {
  '3A': ['S31', 'S32'],
  '4A': ['S41', 'S42', 'S43', 'S44'],
  '4A,4B': ['S41', 'S42', 'S43', 'S44', 'S45', 'S46'],
  '5A': ['S51', 'S52'],
};
const inTerm = { year: String(year), term: '1' };
const maths = { employee_id: 'T1', subject_id: 'MATH' };
const page = { ...maths, academic_year_id: yearId, term: '1' };

const server = schoolForTests();
/** What was answered to a promotion in Term 1 without the number of students, and with another one. */
const unconfirmed: unknown[] = [];
let admin: TestClient;
let mona: TestClient;

beforeAll(async () => {
  await addStudents('2A', ['S21', 'S22']);
  await addStudents('3A', own['3A']);
  await addStudents('5A', own['5A']);
  for (const classId of ['3A', '5A'])
    await executeActionOfTest(
      LessonEntity.put({ employeeId: 'T1', year, subjectId: 'MATH', classId, formLevel: Number(classId[0]) }),
    );
  [admin, mona] = (await Promise.all(
    ['admin', 'mona'].map((name) => new TestClient(server.url).signIn(name, password)),
  )) as [TestClient, TestClient];
  for (const studentId of ['S31', 'S41', 'S51']) await comment(studentId, 'A good term.');
  const repeats = { to: '5A', fromClass: '5A', by: 'Ada Office', at: '2026-07-01T12:00:00.000Z' };
  await executeActionOfTest(PromotionDecisionEntity.put({ year, studentId: 'S52', ...repeats }));
  await promote();
  const late = { studentId: 'S99', firstName: 'Late', lastName: 'Lastname S99', classId: '3A', formLevel: 3 };
  await executeActionOfTest(StudentEntity.put({ ...late, status: 'current' }));
  await executeActionOfTest(StudentSubjectAssignmentEntity.put({ ...late, subjectId: 'MATH' }));
});

const comment = (studentId: string, text: string) =>
  mona.call(markSheetContract.saveSubjectRecord, {
    student_id: studentId,
    subject_id: 'MATH',
    year,
    term: 1,
    comment: text,
  });

/** Registers one student in a class, in a term of a year before. */
async function placeIn(report: { studentId: string; classId: string; formLevel: number; year: number; term: 3 }) {
  await executeActionOfTest(PeriodEntity.put({ ...report, dateStart: '2025-04-21', dateEnd: '2025-07-04' }));
  await executeActionOfTest(TermReportEntity.put({ ...report, subjectIds: ['MATH'] }));
  await executeActionOfTest(ClassTermRegistrationEntity.put({ ...report, studentIds: [report.studentId] }));
}

async function promote(): Promise<void> {
  for (const typed of [{}, { confirm: 21 }]) {
    const { status, error } = await admin.call(termsContract.startPromotion, typed);
    unconfirmed.push([status, error?.conflict]);
  }
  const key = crypto.randomUUID();
  for (;;) {
    const { body } = await admin.call(termsContract.startPromotion, { confirm: 20 }, { 'Idempotency-Key': key });
    if (body.state === 'finished') return;
    expect(body.state).toBe('running');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

it('is promoted before Term 3 by the number of students alone, which was asked for', () => {
  expect(unconfirmed).toEqual([
    [409, { field: 'confirm', yours: null, theirs: 20, by: null, at: null }],
    [409, { field: 'confirm', yours: 21, theirs: 20, by: null, at: null }],
  ]);
});

describe('between promotion and the next term, of its own students are', () => {
  const of3A = { ...maths, class_id: '3A', form_level: '3', ...inTerm };
  const of4 = { ...maths, form_classes: '4A,4B', form_level: '4', ...inTerm };
  const of5A = { ...maths, form_classes: '5A', form_level: '5', ...inTerm };

  it('the mark sheets', async () => {
    const { readMarkSheetOfLesson, readMarkSheetAt, readLastTermMarks } = markSheetContract;
    const at = new Date(Date.now() - 86_400_000).toISOString();
    for (const client of [mona, admin]) {
      expect(await studentsIn(readMarkSheetOfLesson, of3A, client)).toEqual(own['3A']);
      expect(await studentsIn(readMarkSheetOfLesson, of4, client)).toEqual(own['4A,4B']);
      expect(await studentsIn(readMarkSheetOfLesson, of5A, client)).toEqual(own['5A']);
    }
    expect(await studentsIn(readMarkSheetAt, { ...of3A, at }, admin)).toEqual(own['3A']);
    expect(await studentsIn(readLastTermMarks, of3A, admin)).toEqual(own['3A']);
  });

  it('the rows of a mark sheet, with their class, names and marks of the term', async () => {
    const { body } = await mona.call(markSheetContract.readMarkSheetOfLesson, of4);
    expect([body.total, body.registered, body.entered]).toEqual([6, 6, 1]);
    expect(body.data[0]).toMatchObject({
      student_id: 'S41',
      name: 'Lastname S41, Pupil S41',
      class_id: '4A',
      form_level: 4,
      comment: 'A good term.',
      registered: true,
    });
  });

  it('the marks that are still to be entered, also of those who have left', async () => {
    const saved = await comment('S52', 'All the best.');
    expect(saved.status).toBe(200);
    expect(saved.body).toMatchObject({ name: 'Lastname S52, Pupil S52', class_id: '5A', comment: 'All the best.' });
  });

  it('the counts of how far marks are', async () => {
    const { body: ofClass } = await admin.call(markSheetContract.readClassProgress, { class_id: '3A', ...inTerm });
    expect(ofClass.subjects.map(({ subject_id, students }) => [subject_id, students]).sort()).toEqual([
      ['ENGL', 2],
      ['MATH', 2],
    ]);
    const { body } = await mona.call(markSheetContract.readLessonProgress, { employee_id: 'T1', ...inTerm });
    // 1A, 3A, form 4 and 5A.
    expect(body.lessons.map(({ students, comments }) => [students, comments]).sort()).toEqual([
      [2, 1],
      [2, 2],
      [6, 0],
      [6, 1],
    ]);
  });

  it('the pages of the mark book', async () => {
    const { readMarkBook, readMarkBookAt, downloadMarkBookPage } = markBookContract;
    const at = new Date(Date.now() - 86_400_000).toISOString();
    for (const client of [mona, admin]) {
      expect(await studentsIn(readMarkBook, { ...page, form_class_id: '3A', form_level: '3' }, client)).toEqual(
        own['3A'],
      );
      expect(await studentsIn(readMarkBook, { ...page, form_classes: '4A,4B', form_level: '4' }, client)).toEqual(
        own['4A,4B'],
      );
    }
    expect(await studentsIn(readMarkBookAt, { ...page, form_class_id: '3A', form_level: '3', at }, admin)).toEqual(
      own['3A'],
    );
    expect(await studentsIn(downloadMarkBookPage, { ...page, form_level: '5' }, admin)).toEqual(own['5A']);
  });

  it('the mark book spreadsheet', async () => {
    const { bytes } = await admin.call(markBookContract.makeSpreadsheet, { ...inTerm, formLevel: '3' });
    const last = new TextDecoder().decode(bytes).trim().split('\n\n').at(-1)?.replace('data: ', '') ?? '';
    const { filePath } = JSON.parse(last);
    expect(await studentsIn(markBookContract.downloadSpreadsheet, { filePath }, admin)).toEqual(own['3A']);
  });

  it('the term reports, class mark sheets, rank sheets and report cards', async () => {
    const {
      readClassTermReports,
      listRegisteredStudents,
      printMarkSheet,
      printRankSheet,
      downloadMarkSheetSpreadsheet,
      printReportCard,
    } = termReportsContract;
    for (const classId of ['3A', '4A', '5A'] as const) {
      const list = { class_id: classId, ...inTerm };
      const document = { classId, ...inTerm };
      expect(await studentsIn(readClassTermReports, list, admin)).toEqual(own[classId]);
      expect(await studentsIn(listRegisteredStudents, list, admin)).toEqual(own[classId]);
      expect(await studentsIn(printMarkSheet, document, admin)).toEqual(own[classId]);
      expect(await studentsIn(printRankSheet, document, admin)).toEqual(own[classId]);
      expect(await studentsIn(downloadMarkSheetSpreadsheet, document, admin)).toEqual(own[classId]);
      expect(await studentsIn(printReportCard, document, admin)).toEqual(own[classId]);
    }
  });

  it('the weekly tests: shown and marked, with those who have left, and not with those who came', async () => {
    const { importWeeklyTests, saveWeeklyTestOfClass, readMarksOfWeeklyTest } = weeklyTestsContract;
    Object.assign(school().weeklyTests, { isOn: true, from: '2025-05-01', to: '2026-01-31' });
    const test = { week_end_date: '2025-10-02', form_class_id: '5A', subject_id: 'MATH' };
    const marked = (student_id: string) => mona.call(importWeeklyTests, { ...test, marks: [{ student_id, mark: 7 }] });
    await mona.call(saveWeeklyTestOfClass, test);
    expect(await studentsIn(readMarksOfWeeklyTest, test, mona)).toEqual(own['5A']);
    expect((await marked('S52')).status).toBe(200);
    expect((await marked('S41')).status).toBe(422);
    const { body } = await mona.call(readMarksOfWeeklyTest, test);
    expect(body.students).toContainEqual({ student_id: 'S52', name: 'Lastname S52, Pupil S52', mark: 7 });
    // A Thursday in no term is of the current one, whose class this is.
    for (const week_end_date of ['2025-10-02', '2026-01-08']) {
      const of3A = { ...test, week_end_date, form_class_id: '3A' };
      await mona.call(saveWeeklyTestOfClass, of3A);
      expect(await studentsIn(readMarksOfWeeklyTest, of3A, mona)).toEqual(own['3A']);
    }
    // S41 was in 3A a year before; the test is added as it was then.
    await openPastYears();
    await placeIn({ studentId: 'S41', classId: '3A', formLevel: 3, year: year - 1, term: 3 });
    const earlier = { ...test, week_end_date: '2025-05-08', form_class_id: '3A' };
    await mona.call(saveWeeklyTestOfClass, earlier);
    expect(await studentsIn(readMarksOfWeeklyTest, earlier, mona)).toEqual(['S41']);
  });

  it('the reports and registers of attendance', async () => {
    const { printClassAttendance, readAttendanceRegister } = attendanceContract;
    const dates = ['2025-09-01', '2025-09-02'];
    for (const classId of ['3A', '4A', '5A'] as const) {
      expect(await studentsIn(printClassAttendance, { dates, classId }, admin)).toEqual(own[classId]);
      expect(await studentsIn(printClassAttendance, { dates, classId, format: 'xlsx' }, admin)).toEqual(own[classId]);
      expect(await studentsIn(readAttendanceRegister, { class_id: classId, date: '2025-09-02' }, admin)).toEqual(
        own[classId],
      );
    }
    const { body } = await admin.call(attendanceContract.readAttendanceSummary, { dates });
    expect(body.attendance_records.filter(({ sessions }) => sessions > 0).map(({ form_level }) => form_level)).toEqual([
      1, 2, 3, 4, 5,
    ]);
  });

  it('nobody, where nobody was registered and nothing was entered', async () => {
    const of2B = { ...maths, class_id: '2B', form_level: '2', ...inTerm };
    expect(await studentsIn(markSheetContract.readMarkSheetOfLesson, of2B, admin)).toEqual([]);
  });
});
