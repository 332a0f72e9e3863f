import { describe, expect, it } from 'vitest';
import { SubjectRecordEntity } from '#functions/marks/records/subject-record.ts';
import { EmployeeEntity, LessonEntity } from '#functions/people/records/store.ts';
import { CurrentPeriodEntity } from '#functions/school/records/periods.ts';
import { StudentSubjectAssignmentEntity } from '#functions/subjects/records/store.ts';
import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { undoContract } from '#shared/undo/contract.ts';
import type { TestClient } from '../../../support/callers/client.ts';
import { executeActionOfTest, putRecords } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { addStudents, term, year, yearId } from '../../../support/school/small-school.ts';
import { recordTraffic } from '../../../support/school/table-traffic.ts';

const { readClassProgress, readLessonProgress, saveSubjectRecord, readMarkSheetOfLesson } = markSheetContract;
const inTerm = { year: String(year), term: String(term) };

describe('how far marks and comments are', () => {
  const server = schoolForTests();
  const [mona, eric, admin] = [server.as('T1'), server.as('T2'), server.as('A1')];

  const save = async (client: TestClient, studentId: string, subjectId: string, fields: object) => {
    const saved = await client.call(saveSubjectRecord, {
      student_id: studentId,
      subject_id: subjectId,
      year,
      term,
      ...fields,
    });
    expect(saved.status).toBe(200);
  };
  const progressOf = async (client: TestClient, employeeId: string) => {
    const { status, body } = await client.call(readLessonProgress, { employee_id: employeeId, ...inTerm });
    expect(status).toBe(200);
    return Object.fromEntries(body.lessons.map(({ id, ...counts }) => [id, counts]));
  };
  /** Counted by hand from what the sheets show. */
  const sheetCounts = async (client: TestClient, employeeId: string, classIds: string, subjectId: string) => {
    const { body } = await client.call(readMarkSheetOfLesson, {
      employee_id: employeeId,
      subject_id: subjectId,
      form_classes: classIds,
      form_level: classIds.charAt(0),
      ...inTerm,
    });
    return {
      students: body.data.length,
      marks: body.data.filter((row) => row.exam_mark !== null).length,
      course_marks: body.data.filter((row) => row.course_mark !== null).length,
      comments: body.data.filter((row) => row.comment !== null).length,
    };
  };

  it('counts nothing where nothing is entered, and names the last day of the term', async () => {
    const { body } = await mona.call(readLessonProgress, { employee_id: 'T1', ...inTerm });
    const nothing = { marks: 0, has_exam: true, course_marks: 0, comments: 0, last: null, course_last: null };
    expect(body).toEqual({
      due: '2025-12-12',
      lessons: [
        { id: `${year}-MATH-1A`, students: 6, ...nothing },
        { id: `${year}-MATH-L4`, students: 6, ...nothing },
      ],
    });
  });

  it('counts exam marks, comments and course marks, and says when one was entered last', async () => {
    await save(mona, 'S01', 'MATH', { exam_mark: 50, comment: 'Steady.' });
    await save(mona, 'S02', 'MATH', { exam_mark: 0 });
    await save(mona, 'S03', 'MATH', { late: 2 });
    const before = new Date().toISOString();
    const page = { employee_id: 'T1', subject_id: 'MATH', academic_year_id: yearId, term, form_class_id: '1A' };
    const first = { ...page, assesment_number: 1 };
    await mona.call(markBookContract.saveAssessment, { ...first, form_level: 1, topic: 'Sets', date: null, total: 20 });
    expect((await mona.call(markBookContract.saveMark, { ...first, student_id: 'S04', mark: 12 })).status).toBe(200);
    const { [`${year}-MATH-1A`]: counts } = await progressOf(mona, 'T1');
    expect(counts).toEqual({
      students: 6,
      marks: 2,
      has_exam: true,
      course_marks: 1,
      comments: 1,
      last: expect.any(String),
      course_last: expect.any(String),
    });
    expect(counts?.last && counts.last > before).toBe(true);
    // A comment on the mark sheet is no work in the mark book.
    await save(mona, 'S05', 'MATH', { comment: 'Later.' });
    const later = (await progressOf(mona, 'T1'))[`${year}-MATH-1A`];
    expect([later?.course_last, (later?.last ?? '') > (counts?.last ?? '')]).toEqual([counts?.course_last, true]);
    await save(mona, 'S05', 'MATH', { comment: '' });
  });

  it('counts no longer what is cleared', async () => {
    await save(mona, 'S01', 'MATH', { comment: '' });
    await save(mona, 'S02', 'MATH', { exam_mark: null });
    const { [`${year}-MATH-1A`]: counts } = await progressOf(mona, 'T1');
    expect(counts).toMatchObject({ marks: 1, comments: 0 });
  });

  it('is what the sheets show after a change of class, a deleted subject, its undo, and with teachers who share a level', async () => {
    const check = async () => {
      const [ofMona, ofEric] = [await progressOf(mona, 'T1'), await progressOf(eric, 'T2')];
      for (const [progress, client, teacher, id, classIds, subjectId] of [
        [ofMona, mona, 'T1', 'MATH-1A', '1A', 'MATH'],
        [ofMona, mona, 'T1', 'MATH-L4', '4A,4B', 'MATH'],
        [ofEric, eric, 'T2', 'MATH-1B', '1B', 'MATH'],
        [ofEric, eric, 'T2', 'ENGL-1A', '1A', 'ENGL'],
      ] as const) {
        const shown = await sheetCounts(client, teacher, classIds, subjectId);
        expect(progress[`${year}-${id}`], id).toMatchObject(shown);
      }
      return ofMona;
    };
    await save(mona, 'S41', 'MATH', { exam_mark: 30 });
    await save(mona, 'S45', 'MATH', { exam_mark: 31, comment: 'Good.' });
    await check();
    await executeActionOfTest(
      StudentSubjectAssignmentEntity.update({ studentId: 'S42', subjectId: 'MATH' }, { set: { employeeId: 'T2' } }),
    );
    expect((await check())[`${year}-MATH-L4`]).toMatchObject({ students: 5, marks: 2 });

    const moved = await admin.call(termReportsContract.changeClass, { student_id: 'S01', class_id: '1B' });
    expect(moved.status).toBe(200);
    expect((await check())[`${year}-MATH-1A`]).toMatchObject({ students: 5, marks: 0 });

    const named = { student_id: 'S41', subject_id: 'MATH', year, term };
    const deleted = await admin.call(termReportsContract.deleteSubjectRecord, named);
    expect(deleted.status).toBe(200);
    expect((await check())[`${year}-MATH-L4`]).toMatchObject({ students: 5, marks: 1 });
    const undone = await admin.call(undoContract.undoAct, { undo: deleted.body.undo });
    expect(undone.status).toBe(200);
    expect((await check())[`${year}-MATH-L4`]).toMatchObject({ students: 5, marks: 2 });
  });

  it('of a class lists its subjects, by all teachers, with three requests', async () => {
    const requests = await recordTraffic(async () => {
      const { body } = await admin.call(readClassProgress, { class_id: '4B', ...inTerm });
      expect(body.due).toBe('2025-12-12');
      const counts = { has_exam: true, course_marks: 0, last: expect.any(String), course_last: null };
      expect(body.subjects.toSorted((a, b) => a.subject_id.localeCompare(b.subject_id))).toEqual([
        { subject_id: 'ENGL', students: 2, marks: 0, comments: 0, ...counts, last: null },
        { subject_id: 'MATH', students: 2, marks: 1, comments: 1, ...counts },
      ]);
    });
    expect(requests.map(({ operation }) => operation)).toEqual(['BatchGetItem', 'Query', 'Query']);
  });

  it('of a class counts only what is entered of those who take the subject', async () => {
    const english = async () => {
      const { body } = await admin.call(readClassProgress, { class_id: '1B', ...inTerm });
      const { students, marks } = body.subjects.find(({ subject_id }) => subject_id === 'ENGL') ?? {};
      return { students, marks };
    };
    await save(eric, 'S11', 'ENGL', { exam_mark: 30 });
    await save(eric, 'S12', 'ENGL', { exam_mark: 31 });
    const before = await english();
    const key = { studentId: 'S11', subjectId: 'ENGL' };
    const assignment = await StudentSubjectAssignmentEntity.get(key);
    if (!assignment) throw new Error('S11 takes English.');
    await executeActionOfTest(StudentSubjectAssignmentEntity.delete(key));
    expect(await english()).toEqual({ students: Number(before.students) - 1, marks: Number(before.marks) - 1 });
    await executeActionOfTest(StudentSubjectAssignmentEntity.put(assignment));
    expect(await english()).toEqual(before);
  });

  it('of a term that nobody has given dates is due on no day', async () => {
    const third = { year: String(year), term: '3' };
    expect((await mona.call(readLessonProgress, { employee_id: 'T1', ...third })).body.due).toBeNull();
    expect((await admin.call(readClassProgress, { class_id: '1A', ...third })).body.due).toBeNull();
  });

  it('counts after the end of a term the students on its reports, not those in the class since', async () => {
    const counts = async () => {
      const lessons = await progressOf(mona, 'T1');
      const { body } = await admin.call(readClassProgress, { class_id: '1A', ...inTerm });
      const ofClass = body.subjects.find(({ subject_id }) => subject_id === 'MATH');
      return [lessons[`${year}-MATH-1A`]?.students, ofClass?.students];
    };
    const before = await counts();
    const newcomer = { studentId: 'S99', firstName: 'New', lastName: 'Comer', classId: '1A', formLevel: 1 };
    await executeActionOfTest(StudentSubjectAssignmentEntity.put({ ...newcomer, subjectId: 'MATH' }));
    // Now the class list has one more,
    expect(await counts()).toEqual(before.map((count) => Number(count) + 1));
    await executeActionOfTest(CurrentPeriodEntity.put({ year, term: 2 }));
    // and the term that is over has not.
    expect(await counts()).toEqual(before);
    await executeActionOfTest(CurrentPeriodEntity.put({ year, term }));
    await executeActionOfTest(StudentSubjectAssignmentEntity.delete({ studentId: 'S99', subjectId: 'MATH' }));
  });

  it('asks three times for a teacher of twelve full classes, the session included', async () => {
    const classIds = ['2A', '2B', '2C', '2D', '2E', '3A', '3B', '3C', '3D', '3E', '1C', '1D'];
    await executeActionOfTest(
      EmployeeEntity.put({ employeeId: 'T9', teacherNum: 9, firstName: 'Nine', lastName: 'Nine', userName: 'nine' }),
    );
    for (const classId of classIds) {
      const formLevel = Number(classId[0]);
      const ids = Array.from({ length: 35 }, (_, index) => `${classId}-${index}`);
      await addStudents(classId, ids);
      await executeActionOfTest(LessonEntity.put({ employeeId: 'T9', year, subjectId: 'MATH', classId, formLevel }));
      const of = {
        year,
        term,
        subjectId: 'MATH',
        classId,
        formLevel,
        exam: 50,
        examOutOf: 70,
        comment: 'é'.repeat(500),
      };
      await putRecords(
        SubjectRecordEntity,
        ids.map((studentId) => ({ ...of, studentId })),
      );
    }
    const requests = await recordTraffic(async () => {
      const progress = await progressOf(admin, 'T9');
      expect(Object.values(progress)).toEqual(
        Array.from({ length: 12 }, () => ({
          students: 35,
          marks: 35,
          has_exam: true,
          course_marks: 0,
          comments: 35,
          last: null,
          course_last: null,
        })),
      );
    });
    expect(requests.map(({ operation }) => operation)).toEqual(['BatchGetItem', 'Query', 'ExecuteStatement']);
    // An answer holds 1 MB: what is read of twelve classes, the longest comments of two bytes a letter included, is
    // less.
    const bytes = requests.at(-1)?.itemBytes.reduce((sum, one) => sum + one, 0) ?? 0;
    expect(bytes).toBeGreaterThan(400_000);
    expect(bytes).toBeLessThan(800_000);
  });
});
