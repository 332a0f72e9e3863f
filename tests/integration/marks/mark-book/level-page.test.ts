import { beforeAll, describe, expect, it } from 'vitest';
import { markBookWordings } from '#shared/marks/wordings.ts';
import { TestClient } from '../../../support/callers/client.ts';
import { writeAction } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { password, term, year } from '../../../support/school/small-school.ts';
import {
  type MarkInput,
  openPage4,
  page1A,
  page4,
  readMarkBook,
  readSheetRow,
  saveAssessment,
  saveMarkCall,
} from './mark-book-page.ts';

/** From form 4 on a page is a teacher's subject in a level; `eric` teaches S43 and S46 here, `mona` the others. */
describe('a mark book page of form 4', () => {
  const server = schoolForTests();
  let mona: TestClient;
  let eric: TestClient;
  let admin: TestClient;

  beforeAll(async () => {
    const { StudentSubjectAssignmentEntity } = await import('#functions/subjects/records/store.ts');
    const { LessonEntity } = await import('#functions/people/records/store.ts');
    await Promise.all([
      ...['4A', '4B'].map((classId) =>
        writeAction(LessonEntity.put({ employeeId: 'T2', year, subjectId: 'MATH', classId, formLevel: 4 })),
      ),
      ...[
        ['S41', 'T1'],
        ['S43', 'T2'],
        ['S46', 'T2'],
      ].map(([studentId = '', employeeId = '']) =>
        writeAction(StudentSubjectAssignmentEntity.update({ studentId, subjectId: 'MATH' }, { set: { employeeId } })),
      ),
    ]);
    [mona, eric, admin] = (await Promise.all(
      ['mona', 'eric', 'admin'].map((name) => new TestClient(server.url).signIn(name, password)),
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
    expect(error?.message).toEqual([markBookWordings.studentNotTaught]);
    expect((await mark(admin, { student_id: 'S46', mark: 10, employee_id: 'T2' })).status).toBe(200);
  });

  it('is refused when one of the classes is not the teacher’s', async () => {
    const { LessonEntity } = await import('#functions/people/records/store.ts');
    await writeAction(LessonEntity.delete({ employeeId: 'T1', year, subjectId: 'MATH', classId: '4B' }));
    expect((await openPage4(mona)).status).toBe(403);
    expect((await openPage4(mona, '4A')).status).toBe(200);
    expect((await mark(mona, { student_id: 'S45', mark: 1 })).status).toBe(403);
    const both = await openPage4(admin);
    expect([both.status, both.error?.message]).toEqual([404, [markBookWordings.notTaught]]);
  });
});
