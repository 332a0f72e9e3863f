import { beforeAll, describe, expect, it } from 'vitest';
import { subjectRecordKey } from '#functions/marks/records/subject-record.ts';
import { TermReportEntity } from '#functions/marks/records/term-report.ts';
import { EmployeeEntity, LessonEntity } from '#functions/people/records/store.ts';
import { listAuditTrail } from '#functions/platform/table/audit.ts';
import { readItems } from '#functions/platform/table/table.ts';
import { registerStudentsWorker } from '#functions/school/jobs/registration-worker.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { assignStudents as assigning } from '#functions/subjects/assignment/assigning/assign-students.ts';
import { StudentSubjectAssignmentEntity, SubjectEntity } from '#functions/subjects/records/store.ts';
import { changeClass } from '#functions/term-reports/more-options/change-class.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { placementWordings } from '#shared/students/wordings.ts';
import { studentSubjectsContract } from '#shared/subjects/assignment/contract.ts';
import { assignmentWordings, noSuchSubject } from '#shared/subjects/wordings.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { undoContract } from '#shared/undo/contract.ts';
import { clientOfAccount } from '../../support/callers/callers.ts';
import { addManyStudents } from '../../support/school/many-students.ts';
import { changeRecordOfTest, executeActionOfTest, putRecords } from '../../support/school/records.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { term, year } from '../../support/school/small-school.ts';
import { listChangesSince, readTableContent, restoreAfterEach } from '../../support/school/table-content.ts';
import { runBetweenReadAndWrite } from '../../support/step-by-step/run-between-read-and-write.ts';
import { interleave } from '../../support/step-by-step/stepped-requests.ts';
import { undone } from '../../support/undone.ts';

const {
  assignStudents,
  removeStudentsFromSubject,
  countStudentsOfSubjects,
  readSubjectChoices,
  listStudentsOfSubject,
} = studentSubjectsContract;
const { listActs: listUndoableSubjectChanges, undoAct: undoSubjectChange } = undoContract;

describe('who takes a subject', () => {
  const school = schoolForTests();
  const admin = school.as('A1');

  beforeAll(async () => {
    const art = { subjectId: 'ART', year };
    await Promise.all([
      putRecords(SubjectEntity, [
        { subjectId: 'ART', title: 'Art', abbr: 'ART' },
        { subjectId: 'NEW', title: 'New Subject', abbr: 'NEW' },
      ]),
      // Art is taught to 1A by Mona, to 4A by both, to 4B by Eric.
      putRecords(LessonEntity, [
        { ...art, employeeId: 'T1', classId: '1A', formLevel: 1 },
        { ...art, employeeId: 'T1', classId: '4A', formLevel: 4 },
        { ...art, employeeId: 'T2', classId: '4A', formLevel: 4 },
        { ...art, employeeId: 'T2', classId: '4B', formLevel: 4 },
        // The id of another subject begins with this one's.
        { year, subjectId: 'NEW-2', employeeId: 'T2', classId: '4B', formLevel: 4 },
      ]),
      executeActionOfTest(
        EmployeeEntity.put({
          employeeId: 'T8',
          teacherNum: 1001,
          firstName: 'Gone',
          lastName: 'Teacher',
          userName: 'gone',
          deletedAt: '2025-08-01T00:00:00.000Z',
        }),
      ),
      executeActionOfTest(
        StudentEntity.put({
          studentId: 'S99',
          firstName: 'Left',
          lastName: 'Leaver',
          classId: '4A',
          formLevel: 4,
          status: 'archived',
        }),
      ),
    ]);
  });
  const bringBack = restoreAfterEach();

  const assign = (students: string[], employee_id: string | null, more: object = {}) =>
    admin.call(assignStudents, { subject_id: 'ART', students, employee_id, ...more });
  const remove = (students: string[]) => admin.call(removeStudentsFromSubject, { subject_id: 'ART', students });
  const undo = (key: string | null) => admin.call(undoSubjectChange, { undo: key ?? '' });
  const taking = async (subject_id = 'ART') =>
    (await admin.call(listStudentsOfSubject, { subject_id })).body.map(({ student_id, class_id, employee_id }) =>
      [student_id, class_id, employee_id].join(' '),
    );

  describe('assigning', () => {
    it('gives the subject and the teacher, and the students are on that teacher’s sheet alone', async () => {
      expect((await assign(['S41', 'S42'], 'T2')).body).toMatchObject({ assigned: 2 });
      expect((await assign(['S43'], 'T1')).body).toMatchObject({ assigned: 1 });
      expect(await taking()).toEqual(['S41 4A T2', 'S42 4A T2', 'S43 4A T1']);
      const sheetOf = async (employee_id: string) =>
        (
          await (
            await clientOfAccount(school.url, employee_id)
          ).call(markSheetContract.readMarkSheetOfLesson, {
            employee_id,
            subject_id: 'ART',
            form_classes: '4A',
            form_level: '4',
            year: String(year),
            term: String(term),
          })
        ).body.data.map(({ student_id }) => student_id);
      expect([await sheetOf('T1'), await sheetOf('T2')]).toEqual([['S43'], ['S41', 'S42']]);
    });

    it('counts the students of each subject', async () => {
      await assign(['S41', 'S42'], 'T2');
      const { body } = await admin.call(countStudentsOfSubjects, {});
      const counts = new Map(body.map(({ subject_id, students }) => [subject_id, students]));
      expect([counts.get('ART'), counts.has('NEW')]).toEqual([2, false]);
      await remove(['S42']);
      const after = (await admin.call(countStudentsOfSubjects, {})).body;
      expect(after.find(({ subject_id }) => subject_id === 'ART')?.students).toBe(1);
    });

    it('counts the subjects of each student of a level', async () => {
      await assign(['S41'], 'T2');
      const countsOf = async (form_level: string) =>
        (await admin.call(readSubjectChoices, { subject_id: 'ART', form_level })).body.students.map(
          ({ student_id, subjects }) => `${student_id} ${subjects}`,
        );
      // Everybody takes Mathematics and English; S41 takes Art now.
      expect(await countsOf('4')).toEqual(['S41 3', 'S42 2', 'S43 2', 'S44 2', 'S45 2', 'S46 2']);
      const { body } = await admin.call(readSubjectChoices, { subject_id: 'ART' });
      expect(body.students.filter(({ subjects }) => subjects !== undefined)).toEqual([]);
    });

    it('copies names and class of the student, and keeps who gave what to whom', async () => {
      await executeActionOfTest(
        StudentEntity.update({ studentId: 'S41' }, { set: { picture: 'S41-0123456789abcdef.png' } }),
      );
      await assign(['S41'], 'T1');
      const data = await StudentSubjectAssignmentEntity.get({ studentId: 'S41', subjectId: 'ART' });
      expect(data).toMatchObject({
        firstName: 'Pupil S41',
        lastName: 'Lastname S41',
        classId: '4A',
        formLevel: 4,
        employeeId: 'T1',
        picture: 'S41-0123456789abcdef.png',
      });
      await assign(['S41'], 'T2', { was: { employee_id: 'T1' } });
      expect((await listAuditTrail('assignments#ART')).map(({ name, changes }) => [name, changes])).toEqual([
        ['Ada Office', [{ field: 'S41', before: null, after: { teacher: 'T1' } }]],
        ['Ada Office', [{ field: 'S41', before: { teacher: 'T1' }, after: { teacher: 'T2' } }]],
      ]);
    });

    it('is undone with what it found, as long as nothing was done to it since', async () => {
      const before = await readTableContent();
      const first = await assign(['S41', 'S42'], 'T1');
      const second = await assign(['S41'], 'T2', { was: { employee_id: 'T1' } });
      expect(
        (await admin.call(listUndoableSubjectChanges, { of: 'student-subjects', place: 'students' })).body.map(
          ({ what }) => what,
        ),
      ).toEqual(['Art: Pupil S41 Lastname S41 given another teacher', 'Art: 2 students assigned']);
      const early = await undo(first.body.undo);
      expect(early.body.left).toEqual([`Lastname S41, Pupil S41 (S41): ${assignmentWordings.otherTeacherSince}`]);
      expect(await taking()).toEqual(['S41 4A T2']);
      expect((await undo(second.body.undo)).body).toEqual(undone());
      expect(await taking()).toEqual(['S41 4A T1']);
      await bringBack();
      const again = await assign(['S41', 'S42'], 'T1');
      const other = await assign(['S41'], 'T2', { was: { employee_id: 'T1' } });
      await undo(other.body.undo);
      expect((await undo(again.body.undo)).body.left).toEqual([]);
      expect((await listChangesSince(before)).filter((key) => !/^(audit|act)#/.test(key))).toEqual([]);
    });

    it('is on the report of a student who is registered for the term, at once, and off it again by undo', async () => {
      const register = (studentId: string, subjectIds: string[]) =>
        executeActionOfTest(TermReportEntity.put({ studentId, year, term, classId: '4A', formLevel: 4, subjectIds }));
      await register('S41', ['MATH']);
      await register('S42', ['MATH', 'ART']);
      await executeActionOfTest(TermReportEntity.delete({ studentId: 'S43', year, term }));
      const listed = async () => {
        const reports = await Promise.all(
          ['S41', 'S42', 'S43'].map((studentId) => TermReportEntity.get({ studentId, year, term })),
        );
        return reports.map((report) => report?.subjectIds?.toSorted().join(' '));
      };
      // The third one is registered in the moment of the assigning.
      const [{ body }] = await runBetweenReadAndWrite(
        () => assign(['S41', 'S42', 'S43'], null),
        () => register('S43', ['MATH']),
      );
      expect(await listed()).toEqual(['ART MATH', 'ART MATH', 'ART MATH']);
      const shown = await admin.call(termReportsContract.listStudentSubjectRecords, {
        student_id: 'S43',
        year: String(year),
        term: String(term),
      });
      expect(shown.body.student_subjects.map(({ subject_id }) => subject_id).toSorted()).toEqual(['ART', 'MATH']);
      expect((await undo(body.undo)).body.left).toEqual([]);
      expect(await listed()).toEqual(['MATH', 'ART MATH', 'MATH']);
    });

    it('is on the report of a student who is registered in the moment of the assigning', async () => {
      await executeActionOfTest(TermReportEntity.delete({ studentId: 'S43', year, term }));
      const job = { run: 'run-1', startedBy: 'A1', startedByName: 'Ada Office', input: { year, term } };
      const [, given] = await runBetweenReadAndWrite(
        () => registerStudentsWorker.workBatch({ job: job as never, batch: 0, rows: ['S43'] }),
        () => assign(['S43'], null),
      );
      expect(given.status).toBe(200);
      const data = await TermReportEntity.get({ studentId: 'S43', year, term });
      expect(data?.subjectIds).toContain('ART');
    });

    it('is not undone for those whose teacher was changed past the screen since', async () => {
      const { body } = await assign(['S41', 'S42'], 'T1');
      const handedOver = { employeeId: 'T2' };
      await executeActionOfTest(
        StudentSubjectAssignmentEntity.update({ studentId: 'S41', subjectId: 'ART' }, { set: handedOver }),
      );
      expect((await undo(body.undo)).body.left).toEqual([
        `Lastname S41, Pupil S41 (S41): ${assignmentWordings.otherTeacherSince}`,
      ]);
      expect(await taking()).toEqual(['S41 4A T2']);
    });

    it('is not undone for those who have marks since, or another class', async () => {
      const { body } = await assign(['S41', 'S42', 'S43'], null);
      const record = { student_id: 'S41', subject_id: 'ART', year, term, exam_mark: 55 };
      expect(
        (await (await clientOfAccount(school.url, 'T1')).call(markSheetContract.saveSubjectRecord, record)).status,
      ).toBe(200);
      await admin.call(termReportsContract.changeClass, { student_id: 'S42', class_id: '4B' });
      expect((await undo(body.undo)).body.left).toEqual([
        `Lastname S41, Pupil S41 (S41): ${assignmentWordings.marksSince}`,
        `Lastname S42, Pupil S42 (S42): ${assignmentWordings.classChangedSince('4B')}`,
      ]);
      expect(await taking()).toEqual(['S41 4A ', 'S42 4B ']);
      expect((await undo(body.undo)).status).toBe(409);
    });

    it('counts those who have it already for nothing, and a repeated request once', async () => {
      const key = { 'Idempotency-Key': 'cd5b7d8e-6b2c-4b7e-9c55-0a1b2c3d4e5f' };
      const input = { subject_id: 'ART', students: ['S41', 'S42'], employee_id: 'T1' };
      await assign(['S41'], 'T1');
      const first = await admin.call(assignStudents, input, key);
      expect(first.body).toEqual({ assigned: 1, undo: 'A1/cd5b7d8e-6b2c-4b7e-9c55-0a1b2c3d4e5f' });
      await remove(['S41']);
      await assign(['S41'], 'T2');
      expect((await admin.call(assignStudents, input, key)).body).toEqual(first.body);
      expect((await assign(['S42'], 'T1')).body).toEqual({ assigned: 0, undo: null });
    });

    it('tells who changes a teacher that somebody else has changed meanwhile, and leaves it', async () => {
      await assign(['S41'], 'T2');
      const late = await assign(['S41'], null, { was: { employee_id: 'T1' } });
      expect([late.status, late.error?.conflict]).toEqual([
        409,
        { field: 'employee_id', yours: null, theirs: 'T2', by: null, at: null },
      ]);
      // Who adds the student did not know of the other.
      expect((await assign(['S41'], 'T1')).status).toBe(409);
      expect(await taking()).toEqual(['S41 4A T2']);
    });

    it.each([
      ['no student', { students: [] }, 'students', 'No students selected for assignment'],
      ['a student twice', { students: ['S41', 'S41'] }, 'students', 'A student is named twice.'],
      ['an unknown student', { students: ['S41', 'S77'] }, 'students', 'There is no student S77.'],
      ['an archived student', { students: ['S41', 'S99'] }, 'students', 'Left Leaver: Is archived.'],
      [
        'a teacher of another class',
        { students: ['S45'], employee_id: 'T1' },
        'students',
        'Pupil S45 Lastname S45: The teacher does not teach the subject in 4B.',
      ],
      [
        'a teacher of other subjects',
        { employee_id: 'T3' },
        'employee_id',
        "Dina O'Brien does not teach this subject in 2025-2026.",
      ],
      ['an archived teacher', { employee_id: 'T8' }, 'employee_id', assignmentWordings.noSuchTeacherHere],
      ['an unknown teacher', { employee_id: 'T77' }, 'employee_id', assignmentWordings.noSuchTeacherHere],
      ['an unknown subject', { subject_id: 'NONE' }, 'subject_id', noSuchSubject],
    ] as const)('refuses %s, and writes nothing', async (_what, input, field, said) => {
      const before = await readTableContent();
      const answer = await admin.call(assignStudents, {
        subject_id: 'ART',
        students: ['S41'],
        employee_id: null,
        ...(input as object),
      });
      expect([answer.status, answer.error?.fields?.[field]?.[0]]).toEqual([422, said]);
      expect(await listChangesSince(before)).toEqual([]);
    });

    it('refuses a subject of another level, and knows none before the subject has lessons', async () => {
      const isNew = { subject_id: 'NEW', students: ['S11'], employee_id: null };
      expect((await admin.call(assignStudents, isNew)).body.assigned).toBe(1);
      await executeActionOfTest(
        LessonEntity.put({ year, subjectId: 'NEW', employeeId: 'T1', classId: '4A', formLevel: 4 }),
      );
      const refused = await admin.call(assignStudents, { ...isNew, students: ['S12'] });
      expect([refused.status, refused.error?.fields]).toEqual([
        422,
        { subject_id: [assignmentWordings.notTaught('New Subject', 'Form 1', '2025-2026')] },
      ]);
    });

    it('never leaves a student in two classes who changes class at that moment, however the two fall together', async () => {
      const caller = { accountId: 'A1', name: 'Ada Office', permissions: [] };
      const call = async (handler: { prefetch?: unknown; handle: unknown }, input: object, key: string) => {
        const { prefetch, handle } = handler as { prefetch: (i: object) => never; handle: (c: object) => unknown };
        const found = await readItems(prefetch(input));
        return handle({ input, caller, found, request: { now: new Date(), idempotencyKey: `A1/${key}` } });
      };
      const ends = new Set<string>();
      for (let at = 0; at < 14; at += 1) {
        await bringBack();
        const add = () => call(assigning, { subject_id: 'ART', students: ['S44'], employee_id: 'T1' }, `add-${at}-key`);
        const move = () => call(changeClass, { student_id: 'S44', class_id: '4B' }, `move-${at}-key`);
        let turn = 0;
        const [added, moved] = await interleave<unknown>([add, move], (waiting) => {
          turn += 1;
          return turn <= at && waiting.includes(0) ? 0 : (waiting.at(-1) ?? 0);
        });
        expect([at, moved?.status]).toEqual([at, 'fulfilled']);
        const student = await StudentEntity.get({ studentId: 'S44' });
        const assignments = await StudentSubjectAssignmentEntity.query({ studentId: 'S44' });
        expect([at, student?.classId, new Set(assignments.map(({ classId }) => classId))]).toEqual([
          at,
          '4B',
          new Set(['4B']),
        ]);
        const art = assignments.find(({ subjectId }) => subjectId === 'ART');
        // Mona does not teach 4B: a student who moves there has no teacher of their own.
        expect(art?.employeeId).toBeUndefined();
        expect([at, art !== undefined]).toEqual([at, added?.status === 'fulfilled']);
        ends.add(added?.status ?? '');
      }
      expect(ends).toEqual(new Set(['fulfilled', 'rejected']));
    });
  });

  describe('deleting', () => {
    it('counts who has marks this term, keeps the marks, and is undone', async () => {
      await assign(['S41', 'S42', 'S43'], 'T1');
      const mona = await clientOfAccount(school.url, 'T1');
      const record = { student_id: 'S41', subject_id: 'ART', year, term, exam_mark: 55 };
      await mona.call(markSheetContract.saveSubjectRecord, record);
      const listed = (await admin.call(listStudentsOfSubject, { subject_id: 'ART', form_level: '4' })).body;
      expect(listed.map(({ student_id, has_marks }) => [student_id, has_marks])).toEqual([
        ['S41', true],
        ['S42', false],
        ['S43', false],
      ]);
      const before = await readTableContent();
      const deleted = await remove(['S41', 'S43']);
      expect(deleted.body).toMatchObject({ deleted: 2, with_marks: 1 });
      expect(await taking()).toEqual(['S42 4A T1']);
      const key = subjectRecordKey({ studentId: 'S41', subjectId: 'ART', year, term });
      expect((await readItems({ record: key })).record?.exam).toBe(55);
      const [act] = (await admin.call(listUndoableSubjectChanges, { of: 'student-subjects', place: 'students' })).body;
      expect(act).toMatchObject({ what: 'Art: 2 students deleted', undo: deleted.body.undo });
      expect((await undo(deleted.body.undo)).body).toEqual(undone());
      expect(await taking()).toEqual(['S41 4A T1', 'S42 4A T1', 'S43 4A T1']);
      // What is left of both is the trail, and by which act an assignment came.
      expect((await listChangesSince(before)).filter((item) => !/^(audit|act)#/.test(item))).toEqual([
        'student#S41 subject#ART',
        'student#S43 subject#ART',
      ]);
    });

    it('brings back into the class of today, without a teacher who does not teach there, and leaves the archived', async () => {
      await assign(['S41', 'S42'], 'T1');
      const { body } = await remove(['S41', 'S42']);
      await admin.call(termReportsContract.changeClass, { student_id: 'S41', class_id: '4B' });
      const name = { firstName: 'Pupil S42', lastName: 'Lastname S42', classId: '4A' };
      await changeRecordOfTest(StudentEntity, { studentId: 'S42' }, { ...name, status: 'archived' });
      expect((await undo(body.undo)).body.left).toEqual([
        `Lastname S42, Pupil S42 (S42): ${placementWordings.archivedSince}`,
      ]);
      expect(await taking()).toEqual(['S41 4B ']);
    });

    it('of nobody who takes it deletes nothing, and none at all is refused', async () => {
      expect((await remove(['S41', 'S77'])).body).toEqual({ deleted: 0, with_marks: 0, undo: null });
      const none = await remove([]);
      expect([none.status, none.error?.message]).toEqual([422, ['No Students selected to delete']]);
    });

    it('of a whole level is one act, answered again under its key, and undone at once', async () => {
      const ids = await addManyStudents({
        count: 230,
        classes: [{ classId: '4A', formLevel: 4 }],
        subjectIds: ['ART'],
      });
      const before = await readTableContent();
      const key = { 'Idempotency-Key': 'dd5b7d8e-6b2c-4b7e-9c55-0a1b2c3d4e5f' };
      const input = { subject_id: 'ART', students: ids };
      const first = await admin.call(removeStudentsFromSubject, input, key);
      const again = await admin.call(removeStudentsFromSubject, input, key);
      expect([first.body.deleted, again.body]).toEqual([230, first.body]);
      expect(await taking()).toEqual([]);
      expect((await undo(first.body.undo)).body).toEqual(undone());
      expect((await listChangesSince(before)).filter((item) => !/^(audit|act)#/.test(item))).toEqual([]);
    });
  });

  it('could be the students of the level, given it by those who teach it there', async () => {
    await assign(['S41'], 'T2');
    const { body } = await admin.call(readSubjectChoices, { subject_id: 'ART', form_level: '4' });
    expect(body.teachers).toEqual([
      { employee_id: 'T2', name: 'Ali, Eric', class_ids: ['4A', '4B'] },
      { employee_id: 'T1', name: 'Núñez, Mona', class_ids: ['4A'] },
    ]);
    expect(
      body.students.map(({ student_id, is_assigned, employee_id }) => [student_id, is_assigned, employee_id]),
    ).toEqual([
      ['S41', true, 'T2'],
      ...['S42', 'S43', 'S44', 'S45', 'S46'].map((student_id) => [student_id, false, null]),
    ]);
  });

  it('are said to be of another level before anybody is chosen, and in none where it has no lesson at all', async () => {
    const refusedOf = async (subject_id: string, form_level: '1' | '4') =>
      (await admin.call(readSubjectChoices, { subject_id, form_level })).body.refused;
    await executeActionOfTest(LessonEntity.delete({ employeeId: 'T1', year, subjectId: 'ART', classId: '1A' }));
    expect(await refusedOf('ART', '1')).toBe(assignmentWordings.notTaught('Art', 'Form 1', '2025-2026'));
    expect(await refusedOf('ART', '4')).toBeNull();
    expect((await admin.call(readSubjectChoices, { subject_id: 'ART' })).body.refused).toBeNull();
  });

  it.each([
    ['archived by hand', { deletedAt: '2025-11-01T00:00:00.000Z' }],
    ['archived by a number above 999', { teacherNum: 1002 }],
  ])('cannot be given it with a teacher who was %s and still has the lesson', async (_how, set) => {
    await changeRecordOfTest(EmployeeEntity, { employeeId: 'T2' }, set);
    const { body } = await admin.call(readSubjectChoices, { subject_id: 'ART', form_level: '4' });
    expect(body.teachers).toContainEqual({ employee_id: 'T2', name: 'Ali, Eric', class_ids: [] });
    const given = { subject_id: 'ART', students: ['S41'], employee_id: 'T2' };
    expect((await admin.call(assignStudents, given)).error?.fields).toEqual({
      employee_id: [assignmentWordings.noSuchTeacherHere],
    });
  });
});
