import { afterEach, expect, it } from 'vitest';
import { changeStudent } from '#functions/students/records/change-student.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { listAssignmentsOfStudent } from '#functions/subjects/records/store.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { undoContract } from '#shared/undo/contract.ts';
import { findRosterFaults } from '../../../support/school/roster-faults.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { runBetweenReadAndWrite } from '../../../support/step-by-step/run-between-read-and-write.ts';
import { placementActs } from './placement-acts.ts';

const office = schoolForTests().as('A1');
afterEach(async () => expect(await findRosterFaults()).toEqual([]));

/** Before the rename: `first`. Then `act`, with the rename between what it reads and what it writes. */
const acts = [
  ['a change of class', [], 'change class to 1B'],
  ['a change to another form', [], 'change class to 4A'],
  ['the undo of a change of class', ['came from 1B'], 'undo a change of class'],
  ['a promotion', [], 'promote'],
  ['the undo of a promotion', ['promoted'], 'undo the promotion'],
] as const;

async function rename(studentId: string, lastName: string) {
  const student = await StudentEntity.get({ studentId });
  if (!student) throw new Error('there is no student');
  return changeStudent({
    student,
    changes: [{ field: 'lastName', before: student.lastName, after: lastName }],
    by: {
      caller: { accountId: 'A1', name: 'Ada Office' },
      request: { now: new Date(), idempotencyKey: `A1/rename-${studentId}-${lastName}` },
    },
  });
}

it.each(
  acts,
)('keeps a rename that is acknowledged during %s, in the record and in every subject', async (_what, first, act) => {
  const { newStudent, actsOf } = await placementActs();
  const studentId = `N${acts.findIndex(([, , of]) => of === act)}`;
  await newStudent(studentId, { isRegistered: true });
  const { before, placers } = actsOf(studentId);
  for (const name of first) await before[name]();

  const [, renamed] = await runBetweenReadAndWrite(placers[act], () => rename(studentId, 'Married'));

  expect(renamed).toBe('written');
  expect((await StudentEntity.get({ studentId }))?.lastName).toBe('Married');
  const subjects = await listAssignmentsOfStudent(studentId);
  expect(subjects.map(({ lastName }) => lastName)).toEqual(Array(5).fill('Married'));
});

it('keeps a rename that is acknowledged while the student is archived and restored, in the record, the lists and every subject', async () => {
  const names = async (status: 'archived' | 'current') =>
    (await StudentEntity.queryBy('all', { status }))
      .filter(({ studentId }) => studentId === 'S01')
      .map(({ lastName }) => lastName);
  const leaving = { student_id: 'S01', date_of_leaving: '2025-11-12', reason: null };
  const [archived, first] = await runBetweenReadAndWrite(
    () => office.call(studentRegisterContract.archiveStudent, leaving),
    () => rename('S01', 'Married'),
  );
  expect([archived.status, first, await names('archived')]).toEqual([200, 'written', ['Married']]);

  const [restored, second] = await runBetweenReadAndWrite(
    () => office.call(undoContract.undoAct, { undo: archived.body.undo ?? '' }),
    () => rename('S01', 'Ash'),
  );
  expect([restored.status, second, await names('current')]).toEqual([200, 'written', ['Ash']]);
  expect((await listAssignmentsOfStudent('S01')).map(({ lastName }) => lastName)).toEqual(['Ash', 'Ash']);

  const again = await office.call(studentRegisterContract.archiveStudent, leaving);
  expect(again.status).toBe(200);
  const [back, third] = await runBetweenReadAndWrite(
    () => office.call(studentRegisterContract.restoreStudent, { student_id: 'S01', class_id: '1B' }),
    () => rename('S01', 'Bell'),
  );
  expect([back.status, third, await names('current')]).toEqual([200, 'written', ['Bell']]);
  const listed = (await StudentEntity.queryBy('classList', { roster: '1B' })).map(({ lastName }) => lastName);
  expect(listed).toContain('Bell');
});
