import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CourseWorkEntity, courseWorkKey } from '#functions/marks/records/course-work.ts';
import { LessonEntity } from '#functions/people/records/store.ts';
import { documentClient, readItems } from '#functions/platform/table/table.ts';
import { StudentSubjectAssignmentEntity } from '#functions/subjects/records/store.ts';
import { markBookRefusals } from '#shared/marks/wordings.ts';
import { TestClient } from '../../../support/callers/client.ts';
import { runOutsideOfFunction } from '../../../support/policies/guarded-functions.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { password, term, year } from '../../../support/school/small-school.ts';
import {
  type AssessmentInput,
  assessmentInput1A,
  clearPage1A,
  type MarkInput,
  markInput1A,
  openPage1A,
  openPage4,
  page1A,
  page4,
  readCourseMark1A,
  readMarkBook,
  readSheetRow,
  saveAssessment,
  saveMarkCall,
} from './mark-book-page.ts';

const school = schoolForTests();

describe('the total of an assessment', () => {
  const mona = school.as('T1');

  const save = (change: Partial<AssessmentInput> = {}, headers = {}) =>
    mona.call(saveAssessment, assessmentInput1A(change), headers);
  const mark = async (studentId: string, value: number, number = 1) => {
    const input = markInput1A({ student_id: studentId, assesment_number: number, mark: value });
    expect((await mona.call(saveMarkCall, input)).status).toBe(200);
  };
  const stored = async () => (await openPage1A(mona)).body.assesments;
  const student = async (id: string) => (await openPage1A(mona)).body.students.find((one) => one.id === id);

  beforeEach(async () => {
    await clearPage1A();
    await save({ assesment_number: 1, total: 20 });
    await save({ assesment_number: 2, total: 30 });
    await mark('S01', 15, 1);
    await mark('S01', 30, 2);
    await mark('S02', 10, 1);
    await mark('S03', 6, 2);
  });

  it('updates percentages and course marks of the marks already given', async () => {
    expect((await student('S01'))?.percentage).toBe(90);
    expect((await save({ assesment_number: 1, total: 25 })).body.total).toBe(25);
    // 45 of 55 is 81.8 %, of 30 24.5; 10 of 25; 6 of 30 is not touched.
    expect((await student('S01'))?.percentage).toBe(81.8);
    expect((await student('S02'))?.percentage).toBe(40);
    expect((await student('S03'))?.percentage).toBe(20);
    expect(await readCourseMark1A(mona, 'S01')).toBe(24.5);
    expect(await readCourseMark1A(mona, 'S02')).toBe(12);
    expect(await readCourseMark1A(mona, 'S03')).toBe(6);
  });

  it('cannot go below a mark already given', async () => {
    const { status, error } = await save({ assesment_number: 1, total: 14 });
    expect(status).toBe(422);
    expect(error?.fields).toEqual({ total: ['1 student has a mark above 14.'] });
    expect((await save({ assesment_number: 1, total: 9 })).error?.fields).toEqual({
      total: ['2 students have a mark above 9.'],
    });
    expect((await stored())[0]?.total).toBe(20);
    expect((await student('S01'))?.percentage).toBe(90);
    expect((await save({ assesment_number: 1, total: 15 })).status).toBe(200);
  });

  it('cannot be taken away once marks are given, and can before', async () => {
    const { status, error } = await save({ assesment_number: 1, total: null });
    expect(status).toBe(422);
    expect(error?.fields).toEqual({ total: [markBookRefusals.keepTotal] });
    expect((await stored())[0]?.total).toBe(20);
    await save({ assesment_number: 4, total: 50 });
    expect((await save({ assesment_number: 4, total: null })).body.total).toBeNull();
  });

  it('is completed by a repeated call after a crash', async () => {
    const key = { studentId: 'S02', year, term, subjectId: 'MATH' };
    const { line } = await readItems({ line: courseWorkKey(key) });
    const request = { 'Idempotency-Key': 'a-total-that-changes' };
    await save({ assesment_number: 1, total: 25 }, request);
    // As if the process had ended before this line.
    await executeActionOfTest(CourseWorkEntity.put(line as NonNullable<typeof line>));
    expect((await student('S02'))?.percentage).toBe(50);
    expect((await save({ assesment_number: 1, total: 25 })).status).toBe(200);
    expect((await student('S02'))?.percentage).toBe(40);
  });

  it('reaches a student whose other mark is saved concurrently', async () => {
    const undo = await justBefore('assessment 1 out of', () => mark('S01', 29, 2));
    try {
      expect((await save({ assesment_number: 1, total: 25 })).status).toBe(200);
    } finally {
      undo();
    }
    expect(await student('S01')).toMatchObject({ marks: { 1: 15, 2: 29 }, percentage: 80 });
    expect(await readCourseMark1A(mona, 'S01')).toBe(24);
  });

  /**
   * Does something once, just before the functions send the table a request that contains `text`. Returns how to undo.
   */
  async function justBefore(text: string, act: () => Promise<void>): Promise<() => void> {
    const { middlewareStack } = documentClient;
    let isDone = false;
    middlewareStack.add(
      (next) => async (args) => {
        if (!isDone && JSON.stringify(args.input).includes(text)) {
          isDone = true;
          await runOutsideOfFunction(act);
        }
        return next(args);
      },
      { step: 'initialize', name: 'just-before' },
    );
    return () => {
      middlewareStack.remove('just-before');
      if (!isDone) throw new Error(`nothing with “${text}” was sent`);
    };
  }
});

/** From form 4 on a page is a teacher's subject in a level; `eric` teaches S43 and S46 here, `mona` the others. */
describe('a mark book page of form 4', () => {
  let mona: TestClient;
  let eric: TestClient;
  let admin: TestClient;

  beforeAll(async () => {
    await Promise.all([
      ...['4A', '4B'].map((classId) =>
        executeActionOfTest(LessonEntity.put({ employeeId: 'T2', year, subjectId: 'MATH', classId, formLevel: 4 })),
      ),
      ...[
        ['S41', 'T1'],
        ['S43', 'T2'],
        ['S46', 'T2'],
      ].map(([studentId = '', employeeId = '']) =>
        executeActionOfTest(
          StudentSubjectAssignmentEntity.update({ studentId, subjectId: 'MATH' }, { set: { employeeId } }),
        ),
      ),
    ]);
    [mona, eric, admin] = (await Promise.all(
      ['mona', 'eric', 'admin'].map((name) => new TestClient(school.url).signIn(name, password)),
    )) as [TestClient, TestClient, TestClient];
    for (const [client, employee_id, total] of [
      [mona, 'T1', 20],
      [eric, 'T2', 40],
    ] as const) {
      const saved = await client.call(saveAssessment, {
        ...page4,
        employee_id,
        form_level: 4,
        term,
        assesment_number: 1,
        topic: `Test of ${employee_id}`,
        date: null,
        total,
      });
      expect(saved.status).toBe(200);
    }
  });

  const mark = (client: TestClient, change: Partial<MarkInput> & Pick<MarkInput, 'student_id' | 'mark'>) =>
    client.call(saveMarkCall, { ...page1A, form_class_id: null, term, assesment_number: 1, ...change });
  const ids = (students: readonly { id: string }[]) => students.map(({ id }) => id);

  it('holds both classes, by class and name, without the students of the other teacher', async () => {
    const { body } = await openPage4(mona);
    // S42, S44 and S45 have no teacher named: the lesson decides.
    expect(ids(body.students)).toEqual(['S41', 'S42', 'S44', 'S45']);
    expect(body.students.map((student) => student.class_id)).toEqual(['4A', '4A', '4A', '4B']);
    expect(body.assesments[0]).toMatchObject({ topic: 'Test of T1', total: 20 });
  });

  it('can be opened class by class', async () => {
    expect(ids((await openPage4(mona, '4B')).body.students)).toEqual(['S45']);
    expect(ids((await openPage4(mona, '4A')).body.students)).toEqual(['S41', 'S42', 'S44']);
  });

  it('is another one for another teacher, with assessments of its own', async () => {
    const { body } = await eric.call(readMarkBook, {
      ...page1A,
      form_class_id: '4A',
      employee_id: 'T2',
      form_level: '4',
      term: '1',
    });
    expect(body.assesments[0]).toMatchObject({ topic: 'Test of T2', total: 40 });
    expect(ids(body.students)).toEqual(['S42', 'S43', 'S44']);
  });

  it('takes the marks of both classes, and the mark sheet follows', async () => {
    expect((await mark(mona, { student_id: 'S41', mark: 13 })).body).toMatchObject({ class_id: '4A', percentage: 65 });
    expect((await mark(mona, { student_id: 'S45', mark: 18 })).body).toMatchObject({ class_id: '4B', percentage: 90 });
    const { body } = await openPage4(mona);
    expect(body.students.map(({ id, marks }) => [id, marks])).toEqual([
      ['S41', { 1: 13 }],
      ['S42', {}],
      ['S44', {}],
      ['S45', { 1: 18 }],
    ]);
    const level4 = { class_id: '4B', form_level: '4' };
    expect((await readSheetRow(mona, 'S45', level4))?.course_mark).toBe(27);
  });

  it('refuses the student of another teacher, who takes the mark out of his own total', async () => {
    expect((await mark(mona, { student_id: 'S43', mark: 10 })).status).toBe(403);
    expect((await mark(eric, { student_id: 'S41', mark: 10, employee_id: 'T2' })).status).toBe(403);
    const own = await mark(eric, { student_id: 'S43', mark: 30, employee_id: 'T2' });
    expect(own.body).toMatchObject({ marks: { 1: 30 }, percentage: 75 });
  });

  it('takes from an admin only the marks of the students who stand on it', async () => {
    const { status, error } = await mark(admin, { student_id: 'S43', mark: 10, employee_id: 'T1' });
    expect(status).toBe(404);
    expect(error?.message).toEqual([markBookRefusals.studentNotTaught]);
    expect((await mark(admin, { student_id: 'S46', mark: 10, employee_id: 'T2' })).status).toBe(200);
  });

  it('is refused when one of the classes is not the teacher’s', async () => {
    await executeActionOfTest(LessonEntity.delete({ employeeId: 'T1', year, subjectId: 'MATH', classId: '4B' }));
    expect((await openPage4(mona)).status).toBe(403);
    expect((await openPage4(mona, '4A')).status).toBe(200);
    expect((await mark(mona, { student_id: 'S45', mark: 1 })).status).toBe(403);
    const both = await openPage4(admin);
    expect([both.status, both.error?.message]).toEqual([404, [markBookRefusals.notTaught]]);
  });
});
