import { afterEach, expect, it } from 'vitest';
import { findRosterFaults } from '../../../support/school/roster-faults.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { runBetweenReadAndWrite } from '../../../support/step-by-step/run-between-read-and-write.ts';
import { placementActs } from './placement-acts.ts';

schoolForTests();
afterEach(async () => expect(await findRosterFaults()).toEqual([]));

/** Before the rename: `first`. Then `act`, with the rename between what it reads and what it writes. */
const acts = [
  ['a change of class', [], 'change class to 1B'],
  ['a change to another form', [], 'change class to 4A'],
  ['the undo of a change of class', ['came from 1B'], 'undo a change of class'],
  ['a promotion', [], 'promote'],
  ['the undo of a promotion', ['promoted'], 'undo the promotion'],
] as const;

it.each(
  acts,
)('keeps a rename that is acknowledged during %s, in the record and in every subject', async (_what, first, act) => {
  const { newStudent, actsOf } = await placementActs();
  const { changeStudent } = await import('#functions/students/records/change-student.ts');
  const { StudentEntity } = await import('#functions/students/records/store.ts');
  const { listAssignmentsOfStudent } = await import('#functions/subjects/records/store.ts');
  const studentId = `N${acts.findIndex(([, , of]) => of === act)}`;
  await newStudent(studentId, { isRegistered: true });
  const { before, placers } = actsOf(studentId);
  for (const name of first) await before[name]();

  const rename = async () => {
    const student = await StudentEntity.get({ studentId });
    if (!student) throw new Error('there is no student');
    return changeStudent({
      student,
      changes: [{ field: 'lastName', before: student.lastName, after: 'Married' }],
      ...{ caller: { accountId: 'A1', name: 'Ada Office' } },
      request: { now: new Date(), idempotencyKey: `A1/rename-${studentId}` },
    });
  };
  const [, renamed] = await runBetweenReadAndWrite(placers[act], rename);

  expect(renamed).toBe('written');
  expect((await StudentEntity.get({ studentId }))?.lastName).toBe('Married');
  const subjects = await listAssignmentsOfStudent(studentId);
  expect(subjects.map(({ lastName }) => lastName)).toEqual(Array(5).fill('Married'));
});
