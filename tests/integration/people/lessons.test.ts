import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EmployeeEntity } from '#functions/people/records/store.ts';
import { writeLessons } from '#functions/people/records/write-lessons.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { peopleContract } from '#shared/people/contract.ts';
import { lessonsContract } from '#shared/people/lessons/contract.ts';
import { lessonRefusals } from '#shared/people/wordings.ts';
import { noSuchSubject } from '#shared/subjects/wordings.ts';
import { undoContract } from '#shared/undo/contract.ts';
import { clientOfAccount } from '../../support/callers/callers.ts';
import { putRecords } from '../../support/school/records.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { term, year, yearId } from '../../support/school/small-school.ts';
import { listChangesSince, readTableContent, restoreAfterEach } from '../../support/school/table-content.ts';

const { deleteAdminLesson, deleteAdminLessons, readLessonFacts, saveAdminLesson, saveAdminLessons } = lessonsContract;
const { listActs: listLessonActs, undoAct: undoLessonAct } = undoContract;

const mona = { employee_id: 'T1', academic_year_id: yearId };
const eric = { employee_id: 'T2', academic_year_id: yearId };
const dina = { employee_id: 'T3', academic_year_id: yearId };
/** What was written of records, without the name of the caller. */
const isRecord = (key: string): boolean => !/^(audit|act)#/.test(key);

describe('lessons of a teacher', () => {
  const school = schoolForTests();
  const admin = school.as('A1');

  beforeAll(async () => {
    await putRecords(EmployeeEntity, [
      {
        employeeId: 'T8',
        teacherNum: 8,
        firstName: 'Gone',
        lastName: 'Away',
        userName: 'gone',
        deletedAt: '2025-01-01',
      },
      { employeeId: 'T9', teacherNum: 1009, firstName: 'Old', lastName: 'Number', userName: 'old' },
    ]);
  });
  restoreAfterEach();

  const rowsOf = async (employee: string) =>
    (await admin.call(peopleContract.listTeacherLessonsOfYear, { employee, year: String(year) })).body.map(
      ({ id, form_classes }) => `${id}: ${form_classes.join(' ')}`,
    );

  describe('a row that is saved', () => {
    it('is a lesson of one class below form 4, and of several of one form from there on', async () => {
      const first = await admin.call(saveAdminLesson, { ...dina, id: null, subject_id: 'ENGL', form_classes: ['2B'] });
      expect(first.status).toBe(200);
      expect(first.body).toEqual({
        lesson: {
          id: '2025-ENGL-2B',
          employee_id: 'T3',
          academic_year_id: '20252026',
          subject_id: 'ENGL',
          subject_title: 'English Language',
          subject_abbr: 'ENGL',
          form_level: 2,
          class_id: '2B',
          form_classes: ['2B'],
          lesson: 'English Language 2B',
        },
        shared: [],
        undo: null,
      });
      const several = { ...dina, id: null, subject_id: 'ENGL', form_classes: ['5A', '5B'] };
      expect((await admin.call(saveAdminLesson, several)).body.lesson.lesson).toBe('English Language Form 5');
      expect(await rowsOf('T3')).toEqual(['2025-ENGL-2B: 2B', '2025-ENGL-L5: 5A 5B']);
    });

    it.each([
      { what: 'no class', row: { form_classes: [] }, field: 'form_classes' },
      { what: 'a class twice', row: { form_classes: ['5A', '5A'] }, field: 'form_classes' },
      { what: 'two classes below form 4', row: { form_classes: ['1A', '1B'] }, field: 'form_classes' },
      { what: 'classes of two forms', row: { form_classes: ['4A', '5A'] }, field: 'form_classes' },
      { what: 'a class that there is not', row: { form_classes: ['9Z'] }, field: 'form_classes' },
      { what: 'a subject that there is not', row: { subject_id: 'NOPE' }, field: 'subject_id' },
      { what: 'a year that is over', row: { academic_year_id: '20242025' }, field: 'academic_year_id' },
      { what: 'a teacher who was deleted', row: { employee_id: 'T8' }, field: 'employee_id' },
      { what: 'a teacher with an archived number', row: { employee_id: 'T9' }, field: 'employee_id' },
      {
        what: 'a subject and form that the teacher has in another row',
        row: { ...mona, id: null, form_classes: ['4B'] },
        field: 'subject_id',
      },
    ])('is refused with a message beside the field for $what', async ({ row, field }) => {
      const before = await readTableContent();
      const wanted = { ...dina, id: null, subject_id: 'MATH', form_classes: ['5A'], ...row };
      const { status, error } = await admin.call(saveAdminLesson, wanted);
      expect(status).toBe(422);
      expect(Object.keys(error?.fields ?? {})).toEqual([field]);
      expect(await listChangesSince(before)).toEqual([]);
    });

    it('is refused for somebody who is no teacher', async () => {
      const wanted = { ...dina, employee_id: 'nobody', id: null, subject_id: 'MATH', form_classes: ['5A'] };
      expect((await admin.call(saveAdminLesson, wanted)).status).toBe(404);
    });

    it('says which classes another teacher has in the subject, before and after, and is saved', async () => {
      const shared = [{ class_id: '4B', employee_id: 'T1', name: 'Mona Núñez' }];
      const facts = { ...eric, subject_id: 'MATH', classes: '4B,4C' };
      expect((await admin.call(readLessonFacts, facts)).body.shared).toEqual(shared);
      const row = { ...eric, id: null, subject_id: 'MATH', form_classes: ['4B', '4C'] };
      const { body } = await admin.call(saveAdminLesson, row);
      expect(body.shared).toEqual(shared);
      expect(await rowsOf('T2')).toContain('2025-MATH-L4: 4B 4C');
      expect(
        (await admin.call(readLessonFacts, { ...mona, subject_id: 'MATH', classes: '4A,4B' })).body.shared,
      ).toEqual([{ class_id: '4B', employee_id: 'T2', name: 'Eric Ali' }]);
    });

    it('changes classes and subject of a stored one, and what it took can be undone', async () => {
      const before = await readTableContent();
      const fewer = { ...mona, id: '2025-MATH-L4', subject_id: 'MATH', form_classes: ['4B', '4C'], was: ['4A', '4B'] };
      const changed = await admin.call(saveAdminLesson, fewer);
      expect(changed.body).toMatchObject({ lesson: { id: '2025-MATH-L4', form_classes: ['4B', '4C'] } });
      const moved = { ...mona, id: '2025-MATH-1A', subject_id: 'ENGL', form_classes: ['1B'], was: ['1A'] };
      const second = await admin.call(saveAdminLesson, moved);
      expect(second.body).toMatchObject({ lesson: { id: '2025-ENGL-1B' } });
      expect(await rowsOf('T1')).toEqual(['2025-ENGL-1B: 1B', '2025-MATH-L4: 4B 4C']);

      const acts = (await admin.call(listLessonActs, { of: 'lessons', ...mona })).body;
      expect(acts.map(({ what, name }) => `${what} by ${name}`)).toEqual([
        'Mathematics 1A changed by Ada Office',
        'Mathematics Form 4 changed by Ada Office',
      ]);
      expect((await admin.call(listLessonActs, { of: 'lessons', ...eric })).body).toEqual([]);
      for (const { undo } of [second.body, changed.body]) {
        expect((await admin.call(undoLessonAct, { undo: undo ?? '' })).status).toBe(200);
      }
      expect((await listChangesSince(before)).filter(isRecord)).toEqual([]);
    });

    it('leaves classes as another has made them since it was opened, and is refused where the row is gone', async () => {
      // The user saw 4B and 4C, and adds 4D; somebody else had put 4A in and taken 4C out.
      const row = {
        ...mona,
        id: '2025-MATH-L4',
        subject_id: 'MATH',
        form_classes: ['4B', '4C', '4D'],
        was: ['4B', '4C'],
      };
      expect((await admin.call(saveAdminLesson, row)).body.lesson.form_classes).toEqual(['4A', '4B', '4D']);
      const gone = { ...mona, id: '2025-ENGL-1A', subject_id: 'ENGL', form_classes: ['1A'], was: ['1A'] };
      const { status, error } = await admin.call(saveAdminLesson, gone);
      expect([status, error?.conflict]).toEqual([
        409,
        { field: 'form_classes', yours: '1A', theirs: null, by: null, at: null },
      ]);
    });

    it('by two at once has what each of the two added and took', async () => {
      const row = (form_classes: string[]) => ({
        ...mona,
        id: '2025-MATH-L4',
        subject_id: 'MATH',
        form_classes,
        was: ['4A', '4B'],
      });
      const both = await Promise.all([
        admin.call(saveAdminLesson, row(['4A', '4B', '4C'])),
        admin.call(saveAdminLesson, row(['4A'])),
      ]);
      expect(both.map(({ status }) => status)).toEqual([200, 200]);
      expect(await rowsOf('T1')).toContain('2025-MATH-L4: 4A 4C');
    });

    it('as a new one by two at once is one row; the other is refused, because it is there', async () => {
      const row = (form_classes: string[]) => ({ ...dina, id: null, subject_id: 'MATH', form_classes });
      const both = await Promise.all([['5A'], ['5A', '5B']].map((names) => admin.call(saveAdminLesson, row(names))));
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    });

    it('is refused for a teacher who is archived, or with a subject that is deleted, at that very moment', async () => {
      const write = (teacherNum: number, subjectId: string) =>
        writeLessons({
          teacher: { employeeId: 'T3', teacherNum },
          year,
          removed: [],
          added: [{ subjectId, classId: '5A' }],
          by: {
            caller: { accountId: 'A1', name: 'Ada Office' },
            request: { now: new Date(), idempotencyKey: `A1/${crypto.randomUUID()}` },
          },
        });
      expect(await write(4, 'MATH')).toMatchObject({ refused: 'teacher' });
      expect(await write(3, 'NOPE')).toMatchObject({ refused: 'subject' });
      expect(await rowsOf('T3')).toEqual([]);
    });
  });

  it('saves several rows, each by itself', async () => {
    const lessons = [
      { id: null, subject_id: 'ENGL', form_classes: ['2A'] },
      { id: null, subject_id: 'NOPE', form_classes: ['2B'] },
      { id: null, subject_id: 'MATH', form_classes: ['5A', '5B'] },
    ];
    const key = { 'Idempotency-Key': crypto.randomUUID() };
    const first = await admin.call(saveAdminLessons, { ...dina, lessons }, key);
    expect(first.body.map(({ lesson, refused }) => lesson?.id ?? refused)).toEqual([
      '2025-ENGL-2A',
      noSuchSubject,
      '2025-MATH-L5',
    ]);
    const stored = await readTableContent();
    expect((await admin.call(saveAdminLessons, { ...dina, lessons }, key)).body).toEqual(first.body);
    expect(await listChangesSince(stored)).toEqual([]);
    const deleted = await admin.call(deleteAdminLessons, { ...dina, ids: ['2025-ENGL-2A', '2025-ENGL-2B'] });
    expect(deleted.body.map(({ refused }) => refused)).toEqual([null, lessonRefusals.deletedAlready]);
    expect(await rowsOf('T3')).toEqual(['2025-MATH-L5: 5A 5B']);
  });

  describe('a row that is deleted', () => {
    const ofMath = { ...mona, id: '2025-MATH-L4', was: ['4A', '4B'] };

    beforeEach(async () => {
      const teacher = await clientOfAccount(school.url, 'T1');
      for (const [student_id, exam_mark] of [
        ['S41', 60],
        ['S45', 70],
      ] as const) {
        const record = { student_id, subject_id: 'MATH', year, term, exam_mark };
        expect((await teacher.call(markSheetContract.saveSubjectRecord, record)).status).toBe(200);
      }
    });

    it('says how many students have marks, keeps them, and takes the lesson from its teacher at once', async () => {
      const facts = { ...mona, subject_id: 'MATH', classes: '4A,4B' };
      expect((await admin.call(readLessonFacts, facts)).body.students_with_marks).toBe(2);
      const before = await readTableContent();
      const { body } = await admin.call(deleteAdminLesson, ofMath);
      expect(body).toMatchObject({ id: '2025-MATH-L4', students_with_marks: 2 });
      const changed = (await listChangesSince(before)).filter(isRecord);
      expect(changed.toSorted()).toEqual(['employee#T1 lesson#2025#MATH#4A', 'employee#T1 lesson#2025#MATH#4B']);
      const teacher = await clientOfAccount(school.url, 'T1');
      const record = { student_id: 'S42', subject_id: 'MATH', year, term, exam_mark: 50 };
      expect((await teacher.call(markSheetContract.saveSubjectRecord, record)).status).toBe(403);

      expect((await admin.call(undoLessonAct, { undo: body.undo ?? '' })).status).toBe(200);
      expect((await listChangesSince(before)).filter(isRecord)).toEqual([]);
      expect((await admin.call(listLessonActs, { of: 'lessons', ...mona })).body.at(0)).toMatchObject({
        what: 'Mathematics Form 4 deleted',
        undone_at: expect.any(String),
      });
    });

    it('with classes that the user did not see is refused', async () => {
      const { status, error } = await admin.call(deleteAdminLesson, { ...ofMath, was: ['4A'] });
      expect([status, error?.conflict?.theirs]).toEqual([409, '4A, 4B']);
    });

    it('can no longer be undone where the lesson was given again', async () => {
      const { body } = await admin.call(deleteAdminLesson, ofMath);
      await admin.call(saveAdminLesson, { ...mona, id: null, subject_id: 'MATH', form_classes: ['4A'] });
      const before = await readTableContent();
      expect((await admin.call(undoLessonAct, { undo: body.undo ?? '' })).status).toBe(409);
      expect(await listChangesSince(before)).toEqual([]);
    });
  });
});
