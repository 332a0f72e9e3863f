import { beforeAll, describe, expect, it } from 'vitest';
import { readStudentsWithSubjects } from '#functions/students/records/placement/promoted-student.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { StudentSubjectAssignmentEntity, SubjectEntity } from '#functions/subjects/records/store.ts';
import { termsContract } from '#shared/school/contract.ts';
import { executeActionOfTest, putRecords } from '../../../support/school/records.ts';
import { findRosterFaults } from '../../../support/school/roster-faults.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { addStudents } from '../../../support/school/small-school.ts';
import { listChangesSince, readTableContent } from '../../../support/school/table-content.ts';

const { startPromotion, undoPromotion } = termsContract;

const moreSubjects = ['ARTS', 'BIOL', 'CHEM', 'GEOG', 'HIST', 'PHYS', 'SPAN', 'TECH'];

/** None is a student's record: who did what, what can be undone, and how far the runs were. */
const isRecord = (item: string): boolean => !/^(audit#|act#|job#)/.test(item);

describe('a promotion that is undone', () => {
  const admin = schoolForTests().as('A1');

  beforeAll(async () => {
    await addStudents('2A', ['S21', 'S22']);
    await addStudents('5A', ['S51']);
    // Who taught them is kept when they leave, in a map: the table answers that in another order each time.
    await putRecords(
      SubjectEntity,
      moreSubjects.map((subjectId) => ({ subjectId, title: subjectId, abbr: subjectId })),
    );
    const { lastName = '', firstName = '' } = (await StudentEntity.get({ studentId: 'S51' })) ?? {};
    const leaver = { studentId: 'S51', lastName, firstName, classId: '5A', formLevel: 5 };
    await putRecords(
      StudentSubjectAssignmentEntity,
      moreSubjects.map((subjectId) => ({ ...leaver, subjectId, employeeId: 'T1' })),
    );
  });

  /** Repeats the call under one key until the run has ended, as the window does. */
  async function follow(
    call: typeof startPromotion | typeof undoPromotion,
    input: object,
    key: string = crypto.randomUUID(),
  ) {
    for (;;) {
      const { status, body, error } = await admin.call(call, input, { 'Idempotency-Key': key });
      if (status !== 200) return { status, error };
      if (body.state !== 'running') return { status, ...body };
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  const placeOf = async (studentId: string) => {
    const { student, assignments } = (await readStudentsWithSubjects([studentId])).get(studentId) ?? {};
    return [student?.classId, student?.status, assignments?.map((one) => `${one.subjectId} ${one.classId}`).sort()];
  };

  it('leaves every student as before, once, and names those who were changed since', async () => {
    const subjects = (classId: string) => [`ENGL ${classId}`, `MATH ${classId}`];
    const started = Date.now();
    const before = await readTableContent();
    const { error } = await follow(startPromotion, {});
    const confirm = Number(error?.conflict?.theirs);
    expect(await follow(startPromotion, { confirm })).toMatchObject({ state: 'finished', rows_processed: confirm });
    expect(await placeOf('S21')).toEqual(['3A', 'current', subjects('3A')]);
    expect((await placeOf('S51'))[1]).toBe('archived');
    await executeActionOfTest(StudentEntity.update({ studentId: 'S22' }, { set: { phone_cell: '868-555-0199' } }));

    const key = crypto.randomUUID();
    const undone = await follow(undoPromotion, {}, key);
    expect(undone).toMatchObject({ state: 'finished', left: [{ student_id: 'S22' }] });
    expect(await placeOf('S21')).toEqual(['2A', 'current', subjects('2A')]);
    expect(await placeOf('S51')).toEqual([
      '5A',
      'current',
      [...subjects('5A'), ...moreSubjects.map((subjectId) => `${subjectId} 5A`)].sort(),
    ]);
    expect((await placeOf('S22'))[0]).toBe('3A');
    // Links to reports that ended with the leaving stay ended.
    const returned = await StudentEntity.get({ studentId: 'S51' });
    expect(Date.parse(returned?.returnedAt ?? '')).toBeGreaterThan(started);
    const changed = (await listChangesSince(before)).filter(isRecord);
    expect(changed.filter((item) => !/S22|^class-rosters /.test(item))).toEqual(['student#S51 student']);
    expect(await findRosterFaults()).toEqual([]);

    const after = await readTableContent();
    expect((await follow(undoPromotion, {}, key)).status).toBe(200);
    const again = await follow(undoPromotion, {});
    expect([again.status, (await listChangesSince(after)).filter(isRecord)]).toEqual([409, []]);
  });
});
