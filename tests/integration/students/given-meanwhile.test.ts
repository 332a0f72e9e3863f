import { beforeAll, describe, expect, it } from 'vitest';
import { carryOutAct } from '#functions/platform/table/acts/carry-out-act.ts';
import { readItems } from '#functions/platform/table/table.ts';
import { assignmentGuardAction, factsCopiedToAssignment } from '#functions/students/records/assignment-guard.ts';
import { changeStudent } from '#functions/students/records/change-student.ts';
import { moveStudentToArchive } from '#functions/students/records/placement/move-to-archive.ts';
import { studentKey } from '#functions/students/records/store.ts';
import { undoableRegisterActs } from '#functions/students/register/record/student-acts.ts';
import { createAssignmentAction } from '#functions/subjects/records/assignments.ts';
import { listAssignmentsOfStudent, SubjectEntity } from '#functions/subjects/records/store.ts';
import { executeActionOfTest } from '../../support/school/records.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { saveTableForRestore } from '../../support/school/table-content.ts';
import { interleave, startSecondActAfter } from '../../support/step-by-step/stepped-requests.ts';

const studentId = 'S41';
const author = { accountId: 'A1', name: 'Ada Office' };
const attempt = (key: string) => ({ now: new Date('2025-11-20T12:00:00Z'), idempotencyKey: key });

/** So many requests of an act go before the other act begins: more than an act has. */
const steps = [0, 1, 2, 3, 4, 5];

describe('a student who is given a subject concurrently', () => {
  schoolForTests();
  let bringBack: () => Promise<void>;

  beforeAll(async () => {
    await executeActionOfTest(SubjectEntity.put({ subjectId: 'ART', title: 'Art', abbr: 'ART' }));
    bringBack = await saveTableForRestore();
  });

  /** Gives Art as the screen of subjects does: on the condition that the student is as read. */
  async function give(): Promise<unknown> {
    const { student } = await readItems({ student: studentKey(studentId) });
    if (student?.status !== 'current') return 'archived';
    const assignment = createAssignmentAction({ ...factsCopiedToAssignment(student), subjectId: 'ART' });
    const asRead = assignmentGuardAction(student, attempt('A1/given-in-the-moment'));
    return carryOutAct({ changes: [asRead], stamp: assignment });
  }

  /** Runs the act and the giving, which begins after so many requests of the act and goes on to its end. */
  async function beside(act: () => Promise<unknown>, before: number) {
    await bringBack();
    const results = await interleave([act, give], startSecondActAfter(before));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    const { student } = await readItems({ student: studentKey(studentId) });
    return { student, subjects: await listAssignmentsOfStudent(studentId) };
  }

  it.each(steps)('takes none once archived, given after %i requests', async (before) => {
    const { student, subjects } = await beside(
      () =>
        moveStudentToArchive(
          {
            studentId,
            date: '2025-11-20',
            reason: null,
            action: (left) =>
              undoableRegisterActs.create({
                change: { kind: 'student archived', details: { studentId, left } },
                what: 'Archived',
                by: { caller: author, request: attempt('A1/archived-now') },
              }),
          },
          { caller: author, request: attempt('A1/archived-now') },
        ),
      before,
    );
    expect(student?.status).toBe('archived');
    expect(subjects).toEqual([]);
  });

  it.each(steps)('has the new name in every subject, given after %i requests', async (before) => {
    const { student, subjects } = await beside(async () => {
      for (;;) {
        const { student } = await readItems({ student: studentKey(studentId) });
        if (!student) throw new Error('there is no student');
        const changes = [{ field: 'lastName', before: student.lastName, after: 'Renamed' }];
        const request = attempt('A1/renamed-just-now');
        const outcome = await changeStudent({ student, changes, by: { caller: author, request } });
        if (typeof outcome === 'string') return outcome;
      }
    }, before);
    expect(student?.lastName).toBe('Renamed');
    expect(subjects.filter(({ lastName }) => lastName !== 'Renamed')).toEqual([]);
  });
});
