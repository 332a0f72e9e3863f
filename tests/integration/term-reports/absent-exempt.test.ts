import { describe, expect, it } from 'vitest';
import { SubjectRecordEntity } from '#functions/marks/records/subject-record.ts';
import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { readPrintedMarkSheet, readPrintedSheets } from '../../support/files/printed-sheets.ts';
import { readWorkbook } from '../../support/files/workbook.ts';
import { executeActionOfTest } from '../../support/school/records.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { term, year, yearId } from '../../support/school/small-school.ts';
import { openPage1A, readCourseMark1A } from '../marks/mark-book/mark-book-page.ts';
import { postReports } from './report-cards/post-reports.ts';
import { printCards, readCards } from './report-cards/printed-cards.ts';

const { saveAssessment, saveMark, readMarkBookAt, restoreMarkBook } = markBookContract;
const { readLessonProgress, restoreMarkSheet, saveSubjectRecord, readMarkSheetOfLesson } = markSheetContract;
const reports = termReportsContract;
const inTerm = { year: String(year), term: String(term) };
const maths = { subject_id: 'MATH', year, term };
type Typed = number | 'Abs' | 'Ex' | null;

/**
 * By hand, in 1A in term 1: course of 30, exam of 70; assessments out of 20 and of 10, and one out of 40 of which
 * everybody is exempt. S05 has nothing in the mark book.
 */
const typed = {
  // 15 of 20 are 22.5 of 30; 22.5 + 35.
  S01: { book: [15, 'Ex'], exam: 35, course: 22.5, total: '57.5' },
  S02: { book: ['Ex', 'Ex'], exam: 'Ex', course: 'Ex', total: 'Ex' },
  // 10 of 20, and nothing else counts.
  S03: { book: [10, 'Abs'], exam: 'Abs', course: 15, total: '50.0' },
  // 49 of 70, and nothing else counts.
  S04: { book: ['Abs', 'Abs'], exam: 49, course: 'Abs', total: '70.0' },
  S05: { book: [null, null], exam: 'Abs', course: null, total: null },
  // 27 of 30.
  S06: { book: [18, 9], exam: 'Ex', course: 27, total: '90.0' },
} as const satisfies Record<string, { book: Typed[]; exam: Typed; course: Typed; total: string | null }>;
const students = Object.entries(typed);

const school = schoolForTests();
const [mona, eric, admin] = [school.as('T1'), school.as('T2'), school.as('A1')];

const page = { employee_id: 'T1', subject_id: 'MATH', academic_year_id: yearId, form_class_id: '1A' };
const typeMark = (student_id: string, assesment_number: number, mark: Typed, was?: Typed) =>
  mona.call(saveMark, { ...page, term, student_id, assesment_number, mark, ...(was === undefined ? {} : { was }) });
const typeExam = (student_id: string, exam_mark: Typed, was?: Typed) =>
  mona.call(saveSubjectRecord, {
    ...maths,
    student_id,
    exam_mark,
    ...(was === undefined ? {} : { was: { exam_mark: was } }),
  });
const ofSheet = { employee_id: 'T1', subject_id: 'MATH', class_id: '1A' };
const sheet = async () => (await mona.call(readMarkSheetOfLesson, { ...ofSheet, form_level: '1', ...inTerm })).body;

describe('absent and exempt', () => {
  it('are typed into mark book and mark sheet, and each course mark is the one by hand', async () => {
    for (const [number, total] of [20, 10, 40].entries()) {
      const details = { topic: `Topic ${number}`, date: null, total, assesment_number: number + 1 };
      expect((await mona.call(saveAssessment, { ...page, form_level: 1, term, ...details })).status).toBe(200);
    }
    for (const [id, { book, exam }] of students) {
      for (const [index, mark] of book.entries()) {
        if (mark !== null) expect((await typeMark(id, index + 1, mark)).status).toBe(200);
      }
      const saved = await typeExam(id, exam);
      expect(saved.body, id).toMatchObject({ exam_mark: exam });
    }
    const { body } = await openPage1A(mona);
    expect(body.students.map(({ id, marks, percentage }) => [id, marks, percentage])).toEqual([
      ['S01', { 1: 15, 2: 'Ex' }, 75],
      ['S02', { 1: 'Ex', 2: 'Ex' }, 'Ex'],
      ['S03', { 1: 10, 2: 'Abs' }, 50],
      ['S04', { 1: 'Abs', 2: 'Abs' }, 'Abs'],
      ['S05', {}, null],
      ['S06', { 1: 18, 2: 9 }, 90],
    ]);
    const rows = (await sheet()).data;
    expect(rows.map(({ student_id, course_mark, exam_mark }) => [student_id, course_mark, exam_mark])).toEqual(
      students.map(([id, { course, exam }]) => [id, course, exam]),
    );
  });

  it('change nothing where a whole column is exempt', async () => {
    const before = (await sheet()).data.map(({ course_mark }) => course_mark);
    for (const [id] of students.slice(0, 4)) expect((await typeMark(id, 3, 'Ex')).status).toBe(200);
    expect((await sheet()).data.map(({ course_mark }) => course_mark)).toEqual(before);
  });

  it('refuse a total below a mark and take one beside words alone, which count by it from then on', async () => {
    const change = (assesment_number: number, total: number | null) =>
      mona.call(saveAssessment, {
        ...page,
        form_level: 1,
        term,
        assesment_number,
        total,
        topic: 'Changed',
        date: null,
      });
    expect((await change(1, 17)).error?.fields?.total).toEqual(['1 student has a mark above 17.']);
    expect((await change(3, 5)).status).toBe(200);
    expect((await change(3, null)).status).toBe(422);
  });

  it('are no spelling of anything else: a call takes Abs and Ex as they are stored', async () => {
    for (const mark of ['abs', 'Absent', '', 'X'])
      expect((await typeMark('S01', 1, mark as never)).status, mark).toBe(422);
    expect((await openPage1A(mona)).body.students[0]?.marks[1]).toBe(15);
  });

  it('conflict with a number as another number would: 409 with both values, in the mark book and on the sheet', async () => {
    const inBook = await typeMark('S03', 2, 7, null);
    expect([inBook.status, inBook.error?.conflict]).toEqual([
      409,
      expect.objectContaining({ yours: 7, theirs: 'Abs', by: 'Mona Núñez' }),
    ]);
    expect((await typeMark('S01', 1, 'Abs', 14)).error?.conflict).toMatchObject({ yours: 'Abs', theirs: 15 });
    const onSheet = await typeExam('S04', 'Ex', 48);
    expect([onSheet.status, onSheet.error?.conflict]).toEqual([
      409,
      expect.objectContaining({ yours: 'Ex', theirs: 49 }),
    ]);
    expect((await typeExam('S06', 50, null)).error?.conflict).toMatchObject({ yours: 50, theirs: 'Ex' });
    // The same word by two people is no conflict.
    expect((await typeExam('S06', 'Ex', null)).status).toBe(200);
  });

  it('have the average, the rank and the list of the class by hand', async () => {
    const english = { ...page, employee_id: 'T2', subject_id: 'ENGL' };
    const first = { ...english, assesment_number: 1, term };
    await eric.call(saveAssessment, { ...first, form_level: 1, topic: 'Poems', date: null, total: 10 });
    expect((await eric.call(saveMark, { ...first, student_id: 'S06', mark: 'Ex' })).status).toBe(200);
    await eric.call(saveSubjectRecord, { ...maths, subject_id: 'ENGL', student_id: 'S06', exam_mark: 'Ex' });
    const { body } = await mona.call(reports.readClassTermReports, { class_id: '1A', ...inTerm });
    // English is missing but for S06, who is exempt of it: there Mathematics is the one subject that counts.
    expect(body.data.map(({ student_id, average, entered, of }) => [student_id, average, entered, of])).toEqual([
      ['S01', '57.5', 1, 2],
      ['S02', null, 0, 1],
      ['S03', '50.0', 1, 2],
      ['S04', '70.0', 1, 2],
      ['S05', null, 0, 2],
      ['S06', '90.0', 1, 1],
    ]);
    const ofClass = { classId: '1A', ...inTerm };
    const printed = await readPrintedSheets((await mona.call(reports.printMarkSheet, ofClass)).bytes);
    const { subjects, students: rows } = readPrintedMarkSheet(printed);
    expect(subjects).toEqual(['ENGL', 'MATH']);
    expect(rows.map(({ average, rank, cells }) => [average, rank, ...cells])).toEqual([
      ['57.5 1 of 2', '3', '–', '57.5 22.5 + 35'],
      ['-- 0 of 1', '–', '–', 'Ex Ex + Ex'],
      ['50.0 1 of 2', '4', '–', '50.0 15.0 + Abs'],
      ['70.0 1 of 2', '2', '–', '70.0 Abs + 49'],
      ['-- 0 of 2', '–', '–', '– – + Abs'],
      ['90.0', '1', 'Ex Ex + Ex', '90.0 27.0 + Ex'],
    ]);
    expect(printed[0]?.texts.join(' ')).toContain('Abs: absent; Ex: exempt.');
    const cells = await readWorkbook((await mona.call(reports.downloadMarkSheetSpreadsheet, ofClass)).bytes);
    const excel = cells.filter(([, name]) => String(name).startsWith('Lastname'));
    expect(excel.map((row) => row.slice(-3))).toEqual([
      [22.5, 35, 57.5],
      ['Ex', 'Ex', 'Ex'],
      [15, 'Abs', 50],
      ['Abs', 49, 70],
      [null, 'Abs', null],
      [27, 'Ex', 90],
    ]);
  });

  it('are entered for completeness, progress and the posting check; only a blank is missing', async () => {
    const { body: board } = await admin.call(reports.readCompleteness, { ...inTerm, form_level: '1' });
    expect(board.rows.find((row) => row.class_id === '1A' && row.subject_id === 'MATH')).toMatchObject({
      students: 6,
      marks: 5,
      exams: 6,
      courses: 5,
      first_missing: 'S05',
    });
    const { body: progress } = await mona.call(readLessonProgress, { employee_id: 'T1', ...inTerm });
    expect(progress.lessons[0]).toMatchObject({ students: 6, marks: 6, course_marks: 5 });
    const { body: check } = await admin.call(reports.checkPosting, inTerm);
    const missing = check.students.filter(({ class_id }) => class_id === '1A').map((one) => one.missing_marks);
    const english = ['English Language'];
    expect(missing).toEqual([english, english, english, english, [...english, 'Mathematics'], []]);
  });

  it('come back with the sheet and the page as they were', async () => {
    const at = new Date(Date.now() + 1).toISOString();
    await new Promise((resolve) => setTimeout(resolve, 1100));
    await typeExam('S03', 61);
    await typeMark('S04', 1, 20);
    expect(await readCourseMark1A(mona, 'S04')).toBe(30);
    const back = await mona.call(restoreMarkSheet, {
      ...ofSheet,
      form_level: 1,
      year,
      term,
      at,
      cells: [{ student_id: 'S03', field: 'exam_mark', now: 61 }],
    });
    expect(back.body).toMatchObject({ left: [] });
    const then = await mona.call(readMarkBookAt, { ...page, form_level: '1', term: '1', at });
    expect(then.body.changes.marks).toMatchObject([{ student_id: 'S04', assesment_number: 1, was: 'Abs', now: 20 }]);
    const restored = await mona.call(restoreMarkBook, {
      ...page,
      form_level: 1,
      term,
      at,
      assesments: [],
      marks: [{ student_id: 'S04', assesment_number: 1, now: 20 }],
    });
    expect(restored.status).toBe(200);
    const rows = new Map((await sheet()).data.map((row) => [row.student_id, row]));
    expect(rows.get('S03')).toMatchObject({ exam_mark: 'Abs', exam_out_of: null });
    expect(rows.get('S04')).toMatchObject({ course_mark: 'Abs' });
  });

  it('are on the report card with what they mean, and stay on the posted copy', async () => {
    const cardOf = async (studentId: string) =>
      (await readCards(await printCards(admin, { studentId, classId: '1A' })))[0];
    const marksOn = (card: Awaited<ReturnType<typeof cardOf>>) => card?.rows.map((cells) => cells.slice(1, 4));
    const live = await cardOf('S06');
    expect(marksOn(live)).toEqual([
      ['Ex', 'Ex', 'Ex'],
      ['27.0', 'Ex', '90.0'],
    ]);
    expect(live?.texts.join(' ')).toContain('Ex exempt, not counted');
    expect(live?.texts.join(' ')).not.toContain('Abs absent');
    expect((await cardOf('S03'))?.texts.join(' ')).toContain('Abs absent, not counted');

    expect((await postReports(admin, { posted: 1, date_posted: null })).body.state).toBe('finished');
    const posted = await cardOf('S06');
    expect(marksOn(posted)).toEqual(marksOn(live));
    expect(posted?.texts.join(' ')).toContain('Ex exempt, not counted');
    // A stored record that is changed behind it changes no posted copy.
    await executeActionOfTest(
      SubjectRecordEntity.update({ studentId: 'S06', year, term, subjectId: 'MATH' }, { set: { exam: 70 } }),
    );
    expect(marksOn(await cardOf('S06'))).toEqual(marksOn(live));
  });
});
