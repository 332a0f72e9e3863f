import { describe, expect, it } from 'vitest';
import { handler } from '#functions/options/move-in/jobs/lambda.ts';
import { listAssignmentsOfStudent } from '#functions/subjects/records/store.ts';
import { type SheetOfFile, workbookOf } from '../../../support/options/move-in/files-of-school.ts';
import { countsOf, movesOf } from '../../../support/options/move-in/moves.ts';
import { steppedSchoolForTests } from '../../../support/step-by-step/stepped-school.ts';

/** English has two teachers in the class: who takes it with whom is chosen. */
const lessons: SheetOfFile = {
  name: 'Lessons',
  rows: [
    ['Teacher', 'Subject', 'Class'],
    ['Mona Núñez', 'Mathematics', '1C'],
    ['Eric Ali', 'English Language', '1C'],
    ["Dina O'Brien", 'English Language', '1C'],
  ],
};
const students: SheetOfFile = {
  name: '1C',
  rows: [
    ['Student ID', 'Last Name', 'First Name'],
    ['70001', 'Bell', 'Anna'],
    ['70002', 'Ali', 'Sam'],
  ],
};

describe('who takes what, where no file says it', () => {
  const school = steppedSchoolForTests(handler);
  const { preview, store, undo } = movesOf(school);
  const subjectsOf = async (studentId: string) =>
    (await listAssignmentsOfStudent(studentId)).map(({ subjectId, employeeId }) => [subjectId, employeeId ?? null]);

  it('is asked once: all of a class take each subject that one teacher has there', async () => {
    const bytes = await workbookOf(lessons, students);
    const shown = await preview(bytes);
    expect(shown.alike.map(({ kind, question, rows }) => [kind, question, rows])).toEqual([
      [
        'everybody',
        '2 students take no subject yet, as Anna Bell, 1C. Do all students of a class take each subject that is taught there?',
        2,
      ],
    ]);
    // Without an answer the file is stored without it.
    expect(countsOf(shown)).toEqual({ lessons: [3, 0, 0, 0], students: [2, 0, 0, 0] });
    expect(shown.plan).not.toBeNull();
    expect(countsOf(await preview(bytes, { alike: { everybody: 'no' } }))).toEqual(countsOf(shown));

    const said = { alike: { everybody: 'yes' } } as const;
    expect(countsOf(await preview(bytes, said)).takers).toEqual([2, 0, 0, 0]);
    const { run, left } = await store(bytes, said);
    expect(left).toEqual([]);
    expect([await subjectsOf('70001'), await subjectsOf('70002')]).toEqual([[['MATH', null]], [['MATH', null]]]);
    // Somebody of the class takes something now: the rest is for Batch Assignment.
    expect((await preview(bytes)).alike).toEqual([]);
    expect(await undo(run)).toMatchObject({ state: 'finished', left: [] });
    expect(await subjectsOf('70001')).toEqual([]);
  }, 30_000);

  it('is not asked where the file has it of somebody in the class, nor for marks of earlier terms', async () => {
    const takers = {
      name: 'Options',
      rows: [
        ['Student ID', 'Subject'],
        ['70001', 'Mathematics'],
      ],
    };
    expect((await preview(await workbookOf(lessons, students, takers))).alike).toEqual([]);
    await store(await workbookOf(lessons, students));
    const marks = {
      name: 'Term 1 2024-2025',
      rows: [
        ['Student ID', 'Name', 'Mathematics'],
        ['70001', 'Bell, Anna', 61],
      ],
    };
    expect((await preview(await workbookOf(marks))).alike).toEqual([]);
  }, 30_000);
});
