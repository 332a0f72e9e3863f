import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { CourseWorkEntity, listLinesOfStudent } from '#functions/marks/records/course-work.ts';
import { SubjectRecordEntity } from '#functions/marks/records/subject-record.ts';
import { readItems } from '#functions/platform/table/table.ts';
import { studentKey } from '#functions/students/records/store.ts';
import { StudentSubjectAssignmentEntity } from '#functions/subjects/records/store.ts';
import { changeClass as handler } from '#functions/term-reports/more-options/change-class.ts';
import type { CallRow } from '#shared/http/contract.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { undoContract } from '#shared/undo/contract.ts';
import { changeRecordOfTest, putRecords } from '../../support/school/records.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { addStudents, term, year } from '../../support/school/small-school.ts';
import { killAtWrite } from '../../support/step-by-step/kill-at-write.ts';
import { placementFaults, type SavedValue } from './placement/placement-faults.ts';

const { changeClass, deleteTermReport } = termReportsContract;
const { undoAct: undoReportChange } = undoContract;
const { archiveStudent, restoreStudent, saveStudent } = studentRegisterContract;
const { undoAct: undoStudentAct } = undoContract;

/**
 * Each is taken, has a record and a line of the mark book, and turns in the books of two forms: 5 × 30 is far above
 * 100.
 */
const subjectIds = Array.from({ length: 30 }, (_, index) => `SUB${String(index).padStart(2, '0')}`);

const school = schoolForTests();
const admin = school.as('A1');

/** A student of 1A with marks in thirty subjects. */
async function withMarks(studentId: string): Promise<SavedValue[]> {
  await addStudents('1A', [studentId]);
  return giveMarks(studentId);
}

async function giveMarks(studentId: string): Promise<SavedValue[]> {
  const inClass = { studentId, classId: '1A', formLevel: 1 };
  const marks = { 1: { mark: 7, outOf: 10, by: 'Mona Núñez', at: '2025-10-01T12:00:00.000Z' } };
  const names = { firstName: 'Pat', lastName: 'Many' };
  const page = (subjectId: string) => `${year}#${term}#${subjectId}#1A`;
  await putRecords(
    StudentSubjectAssignmentEntity,
    subjectIds.map((subjectId) => ({ ...inClass, ...names, subjectId })),
  );
  await putRecords(
    SubjectRecordEntity,
    subjectIds.map((subjectId) => ({ ...inClass, year, term, subjectId, exam: 40, workSum: 7, workOutOf: 10 })),
  );
  await putRecords(
    CourseWorkEntity,
    subjectIds.map((subjectId) => ({
      studentId,
      classId: '1A',
      year,
      term,
      subjectId,
      page: page(subjectId),
      marks,
      version: 1,
    })),
  );
  return subjectIds.flatMap((subjectId) => [
    { subjectId, field: 'exam', value: 40 },
    { subjectId, field: 'assessment 1', page: page(subjectId), value: 7 },
  ]);
}

it('moves a student with more subjects than a transaction takes to another form, and back', async () => {
  const studentId = 'MANY';
  const saved = await withMarks(studentId);
  const moved = await admin.call(changeClass, { student_id: studentId, class_id: '2A' });
  expect(moved.status).toBe(200);
  expect(await placementFaults({ studentId, year, term, saved })).toEqual([]);
  expect((await admin.call(undoReportChange, { undo: moved.body.undo ?? '' })).status).toBe(200);
  expect(await placementFaults({ studentId, year, term, saved })).toEqual([]);
  const lines = await listLinesOfStudent({ studentId, year, term });
  expect(new Set(lines.map(({ classId }) => classId))).toEqual(new Set(['1A']));
  expect(lines.filter(({ page, subjectId }) => page === `${year}#${term}#${subjectId}#1A`)).toHaveLength(30);
});

it('resumes a change of class that stopped halfway when the request is repeated', async () => {
  const studentId = 'STOPPED';
  const saved = await withMarks(studentId);
  const request = { now: new Date(), idempotencyKey: `A1/${randomUUID()}` };
  const caller = { accountId: 'A1', name: 'Ada Office', role: 'Admin' };
  const change = async () => {
    const found = await readItems({ student: studentKey(studentId) });
    return handler.handle({ input: { student_id: studentId, class_id: '2A' }, caller, found, request } as never);
  };
  // The first write decides; the fourth is that of the third subject after it.
  expect(await killAtWrite({ index: 4, isWritten: false }, change)).toBe(4);
  expect(await placementFaults({ studentId, year, term, saved })).not.toEqual([]);
  expect(await change()).toMatchObject({ class_id: '2A', undo: request.idempotencyKey });
  expect(await placementFaults({ studentId, year, term, saved })).toEqual([]);
});

/** Marks of the term that the student has no report for. */
async function withoutReport(studentId: string): Promise<SavedValue[]> {
  await addStudents('1A', [studentId]);
  const deleted = await admin.call(deleteTermReport, { student_id: studentId, year, term });
  keys.undo = deleted.body.undo;
  return giveMarks(studentId);
}

/** The same, entered in a class of before. */
async function withMarksElsewhere(studentId: string): Promise<SavedValue[]> {
  const saved = await withoutReport(studentId);
  for (const subjectId of subjectIds) {
    await changeRecordOfTest(
      SubjectRecordEntity,
      { studentId, year, term, subjectId },
      { classId: '1B', formLevel: 1 },
    );
  }
  return saved;
}
const keys = { undo: '' };

/** Each has thirty subjects or marks to move after the write that decides it. */
const acts: {
  what: string;
  /** {@link withMarks} where it is not said. */
  marks?: (studentId: string) => Promise<SavedValue[]>;
  prepare?: (studentId: string) => Promise<unknown>;
  act: (studentId: string) => Act;
}[] = [
  {
    what: 'the undo of a change of class',
    prepare: async (student_id) => {
      keys.undo = (await admin.call(changeClass, { student_id, class_id: '2A' })).body.undo ?? '';
    },
    act: () => [undoReportChange, { undo: keys.undo }],
  },
  {
    what: 'a change of class in the register',
    act: (id) => [saveStudent, { id, class_id: '2A', was: { class_id: '1A' } }],
  },
  {
    what: 'the undo of a change of class in the register',
    prepare: async (id) => {
      keys.undo = (await admin.call(saveStudent, { id, class_id: '2A' })).body.undo ?? '';
    },
    act: () => [undoStudentAct, { undo: keys.undo }],
  },
  {
    what: 'a student’s return from the archive, to another class',
    marks: withoutReport,
    prepare: async (student_id) => {
      const left = { student_id, date_of_leaving: '2025-11-20', reason: 'Moved away.' };
      expect((await admin.call(archiveStudent, left)).status).toBe(200);
    },
    act: (student_id) => [restoreStudent, { student_id, class_id: '2A' }],
  },
  {
    what: 'the return of a report that was deleted',
    marks: withMarksElsewhere,
    act: () => [undoReportChange, { undo: keys.undo }],
  },
];
type Act = readonly [CallRow, object];

it.each(acts)('goes on with $what that stopped after its first write, when the request is repeated', async (one) => {
  const studentId = `DEAD${acts.indexOf(one)}`;
  const saved = await (one.marks ?? withMarks)(studentId);
  await one.prepare?.(studentId);
  const [row, input] = one.act(studentId);
  const key = { 'Idempotency-Key': randomUUID() };
  const ask = () => admin.call(row as typeof undoReportChange, input as { undo: string }, key);
  expect(await killAtWrite({ index: 1, isWritten: true }, async () => expect((await ask()).status).toBe(500))).toBe(1);
  expect(await placementFaults({ studentId, year, term, saved })).not.toEqual([]);
  expect((await ask()).status).toBe(200);
  expect(await placementFaults({ studentId, year, term, saved })).toEqual([]);
});
