import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SubjectRecordEntity } from '#functions/marks/records/subject-record.ts';
import { ClassTermRegistrationEntity, TermReportEntity } from '#functions/marks/records/term-report.ts';
import { executeTogetherIf } from '#functions/platform/table/acts/transaction.ts';
import {
  reopenAfterPostingRemovedActions as afterRemoval,
  readTermClosing,
} from '#functions/school/records/closed-terms.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { attendanceContract } from '#shared/attendance/contract.ts';
import type { CallRow, RawInput } from '#shared/http/contract.ts';
import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { termsContract } from '#shared/school/contract.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { undoContract } from '#shared/undo/contract.ts';
import { studentsIn } from '../../../support/files/students-in.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { term, year, yearId } from '../../../support/school/small-school.ts';
import { saveTableForRestore } from '../../../support/school/table-content.ts';
import { undone } from '../../../support/undone.ts';

/*
 * 1A has S01 to S06 and 1B S11 to S13, all registered for Term 1, the current term. The office closes it. Then S01
 * changes class by More Options, S02 by Edit Student, both to 1B; S03 is archived; S04 is archived and restored into
 * 1B; S05 changes to 1B and back by undo.
 */
const of1A = ['S01', 'S02', 'S03', 'S04', 'S05', 'S06'];
const of1B = ['S11', 'S12', 'S13'];
const inTerm = { year: String(year), term: String(term) };
const thisTerm = { academic_year_id: yearId, term };

const server = schoolForTests();
const ada = server.as('A1');
const mona = server.as('T1');
const eric = server.as('T2');
const dina = server.as('T3');
let asFirst: () => Promise<void>;

beforeAll(async () => {
  await saveExam('S01', 61);
  asFirst = await saveTableForRestore();
});
beforeEach(() => asFirst());

const saveExam = (student_id: string, exam_mark: number, client = mona) =>
  client.call(markSheetContract.saveSubjectRecord, { student_id, subject_id: 'MATH', year, term, exam_mark });

async function ok<C extends CallRow>(call: C, input: RawInput<C>, client = ada) {
  const answer = await client.call(call, input as never);
  expect([call.path, answer.status, answer.error?.message]).toEqual([call.path, 200, undefined]);
  return answer.body as { undo: string };
}

const changeClass = (student_id: string, class_id: string, was: string) =>
  ok(termReportsContract.changeClass, { student_id, class_id, was: { class_id: was } });

/** The ways in which a student leaves a class, one student each. */
async function moveEverybody(): Promise<void> {
  await changeClass('S01', '1B', '1A');
  await ok(studentRegisterContract.saveStudent, { id: 'S02', class_id: '1B', was: { class_id: '1A' } });
  for (const student_id of ['S03', 'S04'])
    await ok(studentRegisterContract.archiveStudent, { student_id, date_of_leaving: '2025-12-01', reason: null });
  await ok(studentRegisterContract.restoreStudent, { student_id: 'S04', class_id: '1B' });
  const { undo } = await changeClass('S05', '1B', '1A');
  await ok(undoContract.undoAct, { undo });
}

/** Every list and document of a class in the term, by its path. */
async function listsOf(classId: '1A' | '1B'): Promise<Record<string, string[]>> {
  const teacher = classId === '1A' ? mona : eric;
  const employee_id = classId === '1A' ? 'T1' : 'T2';
  const sheet = { employee_id, subject_id: 'MATH', class_id: classId, form_level: '1', ...inTerm };
  const page = { employee_id, subject_id: 'MATH', academic_year_id: yearId, term: '1', form_level: '1' };
  const document = { classId, ...inTerm };
  const { readMarkSheetOfLesson, readMarkSheetAt } = markSheetContract;
  const {
    readClassTermReports,
    listRegisteredStudents,
    printMarkSheet,
    printRankSheet,
    downloadMarkSheetSpreadsheet,
    printReportCard,
  } = termReportsContract;
  const dates = ['2025-09-01', '2025-09-02'];
  const at = new Date().toISOString();
  return {
    'enter marks': await studentsIn(readMarkSheetOfLesson, sheet, teacher),
    'enter marks, as it was': await studentsIn(readMarkSheetAt, { ...sheet, at }, teacher),
    'mark book': await studentsIn(markBookContract.readMarkBook, { ...page, form_class_id: classId }, teacher),
    'mark book, downloaded': await studentsIn(
      markBookContract.downloadMarkBookPage,
      { ...page, form_class_id: classId },
      teacher,
    ),
    'term reports': await studentsIn(readClassTermReports, { class_id: classId, ...inTerm }, dina),
    registered: await studentsIn(listRegisteredStudents, { class_id: classId, ...inTerm }, dina),
    'mark sheet': await studentsIn(printMarkSheet, document, dina),
    'rank sheet': await studentsIn(printRankSheet, document, dina),
    'mark sheet in Excel': await studentsIn(downloadMarkSheetSpreadsheet, document, dina),
    'report cards': await studentsIn(printReportCard, document, dina),
    'class report of attendance': await studentsIn(attendanceContract.printClassAttendance, { dates, classId }, ada),
    'class register': await studentsIn(
      attendanceContract.readAttendanceRegister,
      { class_id: classId, date: '2025-09-02' },
      ada,
    ),
  };
}

/** A student who was archived in the term stays on its lists, and is printed by name alone (rule 52). */
const everywhere = (students: readonly string[], printed: readonly string[] = students) => ({
  ...Object.fromEntries(
    [
      ...['enter marks', 'enter marks, as it was', 'mark book', 'mark book, downloaded', 'term reports', 'registered'],
      ...['mark sheet', 'rank sheet', 'mark sheet in Excel'],
      ...['class report of attendance', 'class register'],
    ].map((list) => [list, students]),
  ),
  'report cards': printed,
});

/** Those of 1A but S03. */
const withoutLeaver = of1A.filter((id) => id !== 'S03');

/** Students of the class and of each lesson in it, as the progress of marks counts them. */
async function countsOf(classId: string, employee_id: string): Promise<unknown> {
  const { body: ofClass } = await ada.call(markSheetContract.readClassProgress, { class_id: classId, ...inTerm });
  const { body } = await ada.call(markSheetContract.readLessonProgress, { employee_id, ...inTerm });
  return [
    ofClass.subjects.map(({ subject_id, students }) => `${subject_id} ${students}`).sort(),
    body.lessons.map(({ students }) => students).sort(),
  ];
}

describe('a class change in a closed current term: change class, edit student, archive, restore elsewhere, undo', () => {
  beforeEach(async () => {
    await ok(termsContract.closeTerm, thisTerm);
    await moveEverybody();
  });

  it('leaves every list and document of the term as it was', async () => {
    expect(await listsOf('1A')).toEqual(everywhere(of1A, withoutLeaver));
    expect(await listsOf('1B')).toEqual(everywhere(of1B));
  });

  it('leaves the counts of marks as they were', async () => {
    // All but S03, who was archived in the term: nothing more is asked for (rule 52).
    expect(await countsOf('1A', 'T1')).toEqual([
      ['ENGL 5', 'MATH 5'],
      [5, 6],
    ]);
    expect(await countsOf('1B', 'T2')).toEqual([
      ['ENGL 3', 'MATH 3'],
      [3, 3, 5],
    ]);
  });

  it('leaves them so when the term is opened again, and marks go to the class of then', async () => {
    await ok(termsContract.openTerm, thisTerm);
    expect(await listsOf('1A')).toEqual(everywhere(of1A, withoutLeaver));
    expect(await listsOf('1B')).toEqual(everywhere(of1B));
    expect((await saveExam('S01', 62)).body).toMatchObject({ class_id: '1A', exam_mark: 62 });
    expect((await saveExam('S11', 40, eric)).body).toMatchObject({ class_id: '1B' });
  });

  it('stays so when the posting that closed it is removed', async () => {
    const stored = await readTermClosing({ year, term });
    const closed = stored.register?.closed.map((one) => ({ ...one, why: 'posted' as const })) ?? [];
    const posted = { ...stored, register: stored.register && { ...stored.register, closed } };
    await executeTogetherIf(afterRemoval({ year, term }, posted));
    expect(await listsOf('1A')).toEqual(everywhere(of1A, withoutLeaver));
    expect(await listsOf('1B')).toEqual(everywhere(of1B));
  });

  it('counts from the next term', async () => {
    const next = { academic_year_id: yearId, term: 2 as const, possible_attendance: 110, is_current: true };
    await ok(termsContract.saveAcademicTerm, {
      ...next,
      date_start: '2026-01-05',
      date_end: '2026-04-02',
      new_term_beginning: null,
    });
    const sheet = { employee_id: 'T2', subject_id: 'MATH', class_id: '1B', form_level: '1', year: String(year) };
    const { readMarkSheetOfLesson } = markSheetContract;
    expect(await studentsIn(readMarkSheetOfLesson, { ...sheet, term: '2' }, eric)).toEqual([
      ...['S01', 'S02', 'S11', 'S12', 'S13'],
    ]);
    expect(
      await studentsIn(termReportsContract.readClassTermReports, { class_id: '1B', year: '2025', term: '2' }, dina),
    ).toEqual(['S01', 'S02', 'S04', 'S11', 'S12', 'S13']);
    expect(await listsOf('1A')).toEqual(everywhere(of1A, withoutLeaver));
  });
});

describe('in an open term', () => {
  const listed = async () => [
    await studentsIn(termReportsContract.readClassTermReports, { class_id: '1A', ...inTerm }, dina),
    await studentsIn(termReportsContract.readClassTermReports, { class_id: '1B', ...inTerm }, dina),
  ];
  const without = (studentId: string) => of1A.filter((one) => one !== studentId);

  it('a student who is restored from the archive into another class is on the lists of that class alone, and back by undo', async () => {
    await ok(studentRegisterContract.archiveStudent, {
      student_id: 'S01',
      date_of_leaving: '2025-12-01',
      reason: null,
    });
    const { undo } = await ok(studentRegisterContract.restoreStudent, { student_id: 'S01', class_id: '1B' });
    expect(await listed()).toEqual([without('S01'), ['S01', ...of1B]]);
    const classOfMark = async () =>
      (await SubjectRecordEntity.get({ studentId: 'S01', year, term, subjectId: 'MATH' }))?.classId;
    expect(await classOfMark()).toBe('1B');
    await ok(undoContract.undoAct, { undo });
    expect([await listed(), await classOfMark()]).toEqual([[of1A, of1B], '1A']);
  });

  it('a student who comes without a report is on the lists of the register, also where the term was closed and is open again', async () => {
    await ok(termsContract.closeTerm, thisTerm);
    const late = { studentId: 'S99', firstName: 'Late', lastName: 'Lastname S99', classId: '1B', formLevel: 1 };
    await executeActionOfTest(StudentEntity.put({ ...late, status: 'current' }));
    expect(await listed()).toEqual([of1A, of1B]);
    await ok(termsContract.openTerm, thisTerm);
    expect(await listed()).toEqual([of1A, [...of1B, 'S99']]);
  });

  it('marks without a report keep their student in the class that they were entered in', async () => {
    await executeActionOfTest(TermReportEntity.delete({ studentId: 'S01', year, term }));
    await executeActionOfTest(
      ClassTermRegistrationEntity.upsert({ year, term, classId: '1A' }, { removeFrom: { studentIds: ['S01'] } }),
    );
    await ok(termsContract.closeTerm, thisTerm);
    await changeClass('S01', '1B', '1A');
    expect(await listed()).toEqual([of1A, of1B]);
    await ok(termsContract.openTerm, thisTerm);
    expect(await listed()).toEqual([of1A, of1B]);
  });

  it('who is registered has the report in the class of the marks that were entered before the term was closed', async () => {
    await executeActionOfTest(TermReportEntity.delete({ studentId: 'S01', year, term }));
    await executeActionOfTest(
      ClassTermRegistrationEntity.upsert({ year, term, classId: '1A' }, { removeFrom: { studentIds: ['S01'] } }),
    );
    await ok(termsContract.closeTerm, thisTerm);
    await changeClass('S01', '1B', '1A');
    await ok(termsContract.openTerm, thisTerm);
    const key = { 'Idempotency-Key': crypto.randomUUID() };
    const register = () => ada.call(termsContract.startTermRegistration, { class_id: null }, key);
    while ((await register()).body.state === 'running') await new Promise((resolve) => setTimeout(resolve, 20));
    const data = await TermReportEntity.get({ studentId: 'S01', year, term });
    expect([data?.classId, await listed()]).toEqual(['1A', [of1A, of1B]]);
    expect((await saveExam('S01', 62)).body).toMatchObject({ class_id: '1A', exam_mark: 62 });
  });

  it('a change of class that is undone once the term is closed leaves the lists of the term, and says so', async () => {
    const { undo } = await changeClass('S01', '1B', '1A');
    await ok(termsContract.closeTerm, thisTerm);
    const key = { 'Idempotency-Key': crypto.randomUUID() };
    for (const _ of ['first', 'repeated']) {
      expect(await ada.call(undoContract.undoAct, { undo }, key)).toMatchObject({
        status: 200,
        body: { left: ['Term 1, 2025-2026 is closed and keeps its lists: the student stays in 1B there.'] },
      });
    }
    expect(await listed()).toEqual([without('S01'), ['S01', ...of1B]]);
    const second = await changeClass('S02', '1B', '1A');
    expect((await ada.call(undoContract.undoAct, { undo: second.undo })).body).toEqual(undone());
  });
});
