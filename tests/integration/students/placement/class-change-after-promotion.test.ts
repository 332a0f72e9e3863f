import { expect, it } from 'vitest';
import { listLinesOfStudent } from '#functions/marks/records/course-work.ts';
import { listSubjectRecordsOfStudent } from '#functions/marks/records/subject-record.ts';
import { TermReportEntity } from '#functions/marks/records/term-report.ts';
import { unarchiveStudent } from '#functions/students/records/placement/move-from-archive.ts';
import { moveStudentToArchive } from '#functions/students/records/placement/move-to-archive.ts';
import { undoableRegisterActs } from '#functions/students/register/record/student-acts.ts';
import { listAssignmentsOfStudent } from '#functions/subjects/records/store.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { term, year } from '../../../support/school/small-school.ts';
import { placementActs } from './placement-acts.ts';

schoolForTests();

/**
 * The classes that report, marks and mark book lines of the term are in, and the class of every subject that is taken.
 */
async function classesOf(studentId: string) {
  const of = { studentId, year, term };
  const classIds = (list: readonly { classId: string }[]) => list.map(({ classId }) => classId);
  return {
    report: (await TermReportEntity.get(of))?.classId,
    marks: classIds(await listSubjectRecordsOfStudent(of)),
    lines: classIds(await listLinesOfStudent(of)),
    subjects: [...new Set(classIds(await listAssignmentsOfStudent(studentId)))],
  };
}

/** Entered in 1A: a mark sheet's row in three subjects, one of them with a line of the mark book. */
const ofTheOldTerm = { report: '1A', marks: ['1A', '1A', '1A'], lines: ['1A'] };

it.each([
  ['a class change', ['change class to 4A'], '4A'],
  ['two class changes', ['change class to 1B', 'change class to 4A'], '4A'],
] as const)('leaves the marks of the old term in their class on %s after the promotion', async (_what, changes, now) => {
  const { newStudent, actsOf } = await placementActs();
  const studentId = `P${changes.length}`;
  await newStudent(studentId, { isRegistered: true });
  const { before, placers } = actsOf(studentId);
  await before['with marks']();
  await before.promoted();
  expect(await classesOf(studentId)).toEqual({ ...ofTheOldTerm, subjects: ['2A'] });
  for (const change of changes) await placers[change]();
  expect(await classesOf(studentId)).toEqual({ ...ofTheOldTerm, subjects: [now] });
});

it('leaves them where a promoted student leaves and comes back into another class', async () => {
  const { newStudent, actsOf } = await placementActs();
  const studentId = 'P3';
  await newStudent(studentId, { isRegistered: true });
  const { before } = actsOf(studentId);
  await before['with marks']();
  await before.promoted();
  const caller = { accountId: 'A1', name: 'Ada Office' };
  const requestOf = (key: string) => ({ now: new Date(), idempotencyKey: `A1/${key}` });
  const action = (key: string) => () =>
    undoableRegisterActs.create({
      change: { kind: 'student archived', details: { studentId, left: { classId: '2A', formLevel: 2, subjects: [] } } },
      what: 'Archived',
      by: { caller, request: requestOf(key) },
    });
  await moveStudentToArchive(
    {
      studentId,
      date: '2025-12-01',
      reason: null,
      action: action('leaves'),
    },
    { caller, request: requestOf('leaves') },
  );
  await unarchiveStudent(
    {
      studentId,
      place: { classId: '1B', formLevel: 1 },
      isSelected: () => true,
      subjects: [],
      action: action('returns'),
    },
    { caller, request: requestOf('returns') },
  );
  expect(await classesOf(studentId)).toEqual({ ...ofTheOldTerm, subjects: [] });
});
