import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LessonEntity } from '#functions/people/records/store.ts';
import { JobEntity } from '#functions/platform/jobs/store.ts';
import { handler as work } from '#functions/subjects/assignment/jobs/lambda.ts';
import { SubjectEntity } from '#functions/subjects/records/store.ts';
import type { Input } from '#shared/http/contract.ts';
import { studentSubjectsContract } from '#shared/subjects/assignment/contract.ts';
import { assignmentWordings, noSuchSubject } from '#shared/subjects/wordings.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { undoContract } from '#shared/undo/contract.ts';
import { clientOfAccount } from '../../support/callers/callers.ts';
import type { TestClient } from '../../support/callers/client.ts';
import { addManyStudents } from '../../support/school/many-students.ts';
import { executeActionOfTest, putRecords } from '../../support/school/records.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { year } from '../../support/school/small-school.ts';
import {
  listChangesSince,
  readTableContent,
  restoreAfterEach,
  saveTableForRestore,
} from '../../support/school/table-content.ts';
import { recordTraffic } from '../../support/school/table-traffic.ts';
import { killAtEachWrite, killAtWrite } from '../../support/step-by-step/kill-at-write.ts';
import { startSteppedExecutions } from '../../support/step-by-step/stepped-executions.ts';
import { undone } from '../../support/undone.ts';

const { assignBatch, assignStudents, listStudentsOfSubject } = studentSubjectsContract;
const { listActs: listUndoableSubjectChanges, undoAct: undoSubjectChange } = undoContract;
type Batch = Input<typeof assignBatch>;

describe('batch assignment', () => {
  const school = schoolForTests();
  let executions: Awaited<ReturnType<typeof startSteppedExecutions>>;
  let admin: TestClient;
  let many: string[];

  beforeAll(async () => {
    executions = await startSteppedExecutions();
    admin = await clientOfAccount(school.url, 'A1');
    const art = { subjectId: 'ART', year, formLevel: 4 };
    await Promise.all([
      executeActionOfTest(SubjectEntity.put({ subjectId: 'ART', title: 'Art', abbr: 'ART' })),
      putRecords(LessonEntity, [
        { ...art, employeeId: 'T1', classId: '4A' },
        { ...art, employeeId: 'T1', classId: '4B' },
        { ...art, employeeId: 'T2', classId: '4A' },
      ]),
    ]);
    const classes = ['4A', '4B'].map((classId) => ({ classId, formLevel: 4 }));
    many = await addManyStudents({ count: 200, classes, subjectIds: [] });
  });
  const bringBack = restoreAfterEach();
  afterAll(() => executions.stop());
  beforeEach(async () => {
    executions.endAll();
  });

  const batchOf = (students: string[], more: Partial<Batch> = {}): Batch => ({
    form_level: 4,
    class_id: null,
    students,
    employee_id: 'T1',
    subject_id: 'ART',
    ...more,
  });
  const keyOf = (name: string) => ({ 'Idempotency-Key': `batch-${name}` });
  const begin = (input: Batch, name: string) => admin.call(assignBatch, input, keyOf(name));
  /** Begins the batch, takes its steps, and asks for the end of it. */
  async function run(input: Batch, name: string) {
    await begin(input, name);
    await executions.run(work);
    return (await begin(input, name)).body;
  }
  const undo = (name: string) => admin.call(undoSubjectChange, { undo: `A1/batch-${name}` });
  const taking = async () =>
    (await admin.call(listStudentsOfSubject, { subject_id: 'ART' })).body.map(({ student_id, employee_id }) =>
      [student_id, employee_id].join(' '),
    );
  const whole = () => many.map((id) => `${id} T1`).sort();

  it('gives everyone the subject and the teacher, says how far it is, and is one act to undo', async () => {
    const before = await readTableContent();
    const input = batchOf(many);
    const first = await begin(input, 'whole-level');
    expect(first.body).toEqual({
      rows_processed: 0,
      total_rows: 200,
      state: 'running',
      assigned: 0,
      undo: 'A1/batch-whole-level',
      left: [],
    });
    expect((await undo('whole-level')).error?.message).toEqual([assignmentWordings.stillAssigning]);
    await executions.run(work);
    expect((await begin(input, 'whole-level')).body).toMatchObject({
      rows_processed: 200,
      total_rows: 200,
      state: 'finished',
      assigned: 200,
      left: [],
    });
    expect((await taking()).sort()).toEqual(whole());
    expect(
      (await admin.call(listUndoableSubjectChanges, { of: 'student-subjects', place: 'students' })).body.map(
        ({ what }) => what,
      ),
    ).toEqual(['Art: 200 students assigned as a batch']);
    expect((await undo('whole-level')).body).toEqual(undone());
    expect((await listChangesSince(before)).filter((key) => !/^(audit|act|job)#/.test(key))).toEqual([]);
  });

  it('asks at most a tenth more of the table than its batches need', async () => {
    await begin(batchOf(many), 'counted');
    let steps = 0;
    const traffic = await recordTraffic(async () => {
      steps = await executions.run(work);
    });
    // A transaction takes 100 actions. Three are the subject's two and the audit row; a student has three, the
    // assignment, the check of the class and the term's report; and each class has the lesson's. 600 actions and 2
    // classes make seven batches of 97.
    const batches = Math.ceil((3 * 200 + 3) / 97);
    // For each batch: where the run is, the students with what they have, one transaction, one note.
    const floor = 4 * batches;
    expect([steps, batches]).toEqual([7, 7]);
    expect(traffic.length).toBeLessThanOrEqual(1.1 * floor);
    expect(traffic.length).toBeGreaterThanOrEqual(floor);
  });

  it.each([
    false,
    true,
  ])('killed at each of its writes in turn (%s: the write was carried out), ends the same', async (isWritten) => {
    const some = many.slice(0, 60);
    const input = batchOf(some);
    const all = () => run(input, 'to-be-killed');
    const end = some.map((id) => `${id} T1`).sort();
    const writes = await killAtEachWrite({
      isWritten,
      begin: async () => {
        executions.endAll();
        await bringBack();
        return all;
      },
      after: async (index) => {
        executions.endAll();
        // The page asks again under its key. A run that gave no sign for a while is begun again.
        const jobs = await JobEntity.query({ name: 'assign-students' });
        for (const { name, key } of jobs)
          await executeActionOfTest(JobEntity.update({ name, key }, { set: { notedAt: '2020-01-01T00:00:00.000Z' } }));
        const survived = await run(input, 'to-be-killed');
        expect([index, survived.state, survived.assigned]).toEqual([index, 'finished', 60]);
        expect([index, (await taking()).sort()]).toEqual([index, end]);
        expect((await undo('to-be-killed')).body).toEqual(undone());
        expect([index, await taking()]).toEqual([index, []]);
      },
    });
    // The act, the plan, the job, and for each of two batches a transaction and a note.
    expect(writes).toBe(3 + 2 * 2);
  });

  it.each([
    false,
    true,
  ])('undone and killed at each write of the undo (%s: it was carried out), ends the same', async (isWritten) => {
    const some = many.slice(0, 100);
    const before = await readTableContent();
    await run(batchOf(some), 'to-be-undone');
    const done = await saveTableForRestore();
    // Three pieces of at most 48 students.
    for (let index = 1; index <= 3; index += 1) {
      expect(await killAtWrite({ index, isWritten }, () => undo('to-be-undone'))).toBe(index);
      await undo('to-be-undone');
      expect((await listChangesSince(before)).filter((key) => !/^(audit|act|job)#/.test(key))).toEqual([]);
      const [act] = (await admin.call(listUndoableSubjectChanges, { of: 'student-subjects', place: 'students' })).body;
      expect(act?.undone_at).not.toBeNull();
      await done();
    }
  });

  it('leaves whom somebody else moved meanwhile, says so, and its undo leaves what was changed since', async () => {
    const move = (student_id: string, class_id: string) =>
      admin.call(termReportsContract.changeClass, { student_id, class_id });
    const input = batchOf(['S41', 'S42', 'S43', 'S44']);
    await begin(input, 'left-alone');
    await move('S41', '1A');
    await executions.run(work);
    expect((await begin(input, 'left-alone')).body).toMatchObject({
      assigned: 3,
      rows_processed: 4,
      total_rows: 4,
      left: [{ student_id: 'S41', name: 'Lastname S41, Pupil S41', reason: 'Is in class 1A now.' }],
    });
    await move('S42', '4B');
    await admin.call(assignStudents, {
      subject_id: 'ART',
      students: ['S43'],
      employee_id: 'T2',
      was: { employee_id: 'T1' },
    });
    expect((await undo('left-alone')).body.left).toEqual([
      `Lastname S42, Pupil S42 (S42): ${assignmentWordings.classChangedSince('4B')}`,
      `Lastname S43, Pupil S43 (S43): ${assignmentWordings.otherTeacherSince}`,
    ]);
    expect(await taking()).toEqual(['S43 T2', 'S42 T1']);
  });

  it('leaves everyone where the lesson or the subject went meanwhile', async () => {
    await begin(batchOf(['S41', 'S45']), 'no-lesson-now');
    await executeActionOfTest(LessonEntity.delete({ employeeId: 'T1', year, subjectId: 'ART', classId: '4B' }));
    await executions.run(work);
    expect((await begin(batchOf(['S41', 'S45']), 'no-lesson-now')).body.left).toEqual([
      { student_id: 'S45', name: 'Lastname S45, Pupil S45', reason: 'The teacher does not teach the subject in 4B.' },
    ]);
    expect(await taking()).toEqual(['S41 T1']);
    await begin(batchOf(['S42']), 'no-subject-now');
    await executeActionOfTest(
      SubjectEntity.update({ subjectId: 'ART' }, { set: { deletedAt: '2025-10-01T00:00:00.000Z' } }),
    );
    await executions.run(work);
    expect((await begin(batchOf(['S42']), 'no-subject-now')).body.left.map(({ reason }) => reason)).toEqual([
      noSuchSubject,
    ]);
  });

  it('changes a teacher and gives the one before back, and does nothing for those who have both', async () => {
    await admin.call(assignStudents, { subject_id: 'ART', students: ['S41', 'S42'], employee_id: 'T2' });
    await admin.call(assignStudents, { subject_id: 'ART', students: ['S43'], employee_id: 'T1' });
    expect(await run(batchOf(['S41', 'S42', 'S43', 'S44']), 'other-teacher')).toMatchObject({
      total_rows: 3,
      assigned: 3,
    });
    expect(await taking()).toEqual(['S41 T1', 'S42 T1', 'S43 T1', 'S44 T1']);
    expect((await undo('other-teacher')).body.left).toEqual([]);
    expect(await taking()).toEqual(['S41 T2', 'S42 T2', 'S43 T1']);
    expect(await run(batchOf(['S43']), 'nothing-to-do')).toEqual({
      rows_processed: 0,
      total_rows: 0,
      state: 'finished',
      assigned: 0,
      undo: null,
      left: [],
    });
  });

  it.each([
    ['no student', { students: [] }, 'students', 'No students selected for assignment'],
    ['an unknown student', { students: ['S41', 'S77'] }, 'students', 'There is no student S77.'],
    ['a student of another level', { students: ['S01'] }, 'students', 'Pupil S01 Lastname S01: Is in class 1A now.'],
    [
      'a student of another class',
      { students: ['S45'], class_id: '4A' },
      'students',
      'Pupil S45 Lastname S45: Is in class 4B now.',
    ],
    ['a class of another level', { class_id: '1A' }, 'class_id', '1A is not a class of this form level.'],
    ['an unknown class', { class_id: '9Z' }, 'class_id', '9Z is not a class of this form level.'],
    [
      'a subject of another level',
      { form_level: 1, students: ['S01'], employee_id: null },
      'subject_id',
      'Art is not taught in Form 1 in 2025-2026. Add a lesson of it first.',
    ],
    [
      'a teacher of other subjects',
      { employee_id: 'T3' },
      'employee_id',
      "Dina O'Brien does not teach this subject in 2025-2026.",
    ],
    ['an unknown subject', { subject_id: 'NONE' }, 'subject_id', noSuchSubject],
  ] as const)('refuses %s, and begins nothing', async (what, more, field, said) => {
    const before = await readTableContent();
    const answer = await begin(batchOf(['S41'], more as Partial<Batch>), what.replaceAll(' ', '-'));
    expect([answer.status, answer.error?.fields?.[field]?.[0]]).toEqual([422, said]);
    expect(await listChangesSince(before)).toEqual([]);
  });

  it('refuses a class that is left out: only null means all of them', async () => {
    const { class_id: _left, ...rest } = batchOf(['S41']);
    expect((await admin.call(assignBatch, rest as Batch)).status).toBe(422);
  });
});
