import { describe, expect, it } from 'vitest';
import { handler } from '#functions/options/move-in/jobs/lambda.ts';
import { earlierMarksKey } from '#functions/options/transcripts/records/earlier-marks.ts';
import { readMany } from '#functions/platform/table/table.ts';
import { school as schoolFile } from '#functions/school/records/school.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { listAssignmentsOfClass } from '#functions/subjects/records/store.ts';
import { readSubjectList } from '#functions/subjects/records/subject-list.ts';
import { type MoveInPreview, moveInContract } from '#shared/options/move-in/contract.ts';
import { fileOf, type SheetOfFile, workbookOf } from '../../../support/options/move-in/files-of-school.ts';
import {
  sheetsOfSchool,
  tenthOfSchool,
  wholeSchool as wholeSize,
} from '../../../support/options/move-in/ordinary-school.ts';
import { listSchoolContents } from '../../../support/options/move-in/school-contents.ts';
import { silenceMoves } from '../../../support/options/move-in/silent-moves.ts';
import { isWholeRun } from '../../../support/samples/whole-run.ts';
import { findRosterFaults } from '../../../support/school/roster-faults.ts';
import { killAtEachWrite, killOnTheWay } from '../../../support/step-by-step/kill-at-write.ts';
import { steppedSchoolForTests } from '../../../support/step-by-step/stepped-school.ts';

const { previewMoveIn, startMoveIn, readMoveIn, undoAct } = moveInContract;

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
const letters = ['A', 'B', 'C', 'D'];

/** A school of one workbook: teachers, a subject each, their lessons, students, and all of them in all subjects. */
const wholeSchool = ({ teachers, students }: { teachers: number; students: number }): readonly SheetOfFile[] => {
  const classOf = (number: number) => `1${letters[number % 2]}`;
  const name = (number: number) => `Kim${number} Lee${number}`;
  return [
    {
      name: 'Teachers',
      rows: [
        ['Teacher No.', 'Last Name', 'First Name', 'Date of Birth'],
        ...numbers(teachers).map((n) => [100 + n, `Lee${n}`, `Kim${n}`, '31-Jan-1980']),
      ],
    },
    {
      name: 'Subjects',
      rows: [['Subject', 'Abbreviation'], ...numbers(teachers).map((n) => [`Study ${n}`, `ST${n}`])],
    },
    {
      name: 'Classes',
      rows: [
        ['Class', 'Form Teacher'],
        ['1A', name(1)],
        ['1B', name(2)],
      ],
    },
    {
      name: 'Lessons',
      rows: [['Teacher', 'Subject', 'Class'], ...numbers(teachers).map((n) => [name(n), `ST${n}`, '1A, 1B'])],
    },
    {
      name: 'Students',
      rows: [
        ['Student ID', 'Last Name', 'First Name', 'Class'],
        ...numbers(students).map((n) => [`N${n}`, `New${n}`, `One${n}`, classOf(n)]),
      ],
    },
    {
      name: 'Who takes what',
      rows: [
        ['Student ID', ...numbers(teachers).map((n) => `Study ${n}`)],
        ...numbers(students).map((n) => [`N${n}`, ...numbers(teachers).map(() => 'x')]),
      ],
    },
    {
      name: 'Past marks',
      rows: [
        ['Student ID', 'Year', 'Term', 'Study 1', 'Study 2', 'Times Absent'],
        ...numbers(students).map((n) => [`N${n}`, '2023-2024', 1, 40 + n, 'B+', n % 9]),
      ],
    },
  ];
};

describe('the run of a file', () => {
  const school = steppedSchoolForTests(handler);

  let plan: string | null = null;
  async function run(file: File, name: string) {
    // A page that repeats its request sends what it sent.
    plan ??= ((await school.admin.call(previewMoveIn, { file })).body as MoveInPreview).plan;
    const key = { 'Idempotency-Key': `move-in-${name}` };
    const begin = () => school.admin.call(startMoveIn, { file, plan: plan ?? '0'.repeat(64) }, key);
    let begun = await begin();
    // On a busy machine the call of a whole school may last longer than its page waits, which then repeats it.
    for (let tries = 1; begun.status === 504 && tries < 5; tries += 1) begun = await begin();
    if (begun.status !== 200) throw new Error(JSON.stringify(begun.error));
    await school.work();
    return (await school.admin.call(readMoveIn, { run: begun.body.run })).body;
  }
  const undo = async (name: string) => {
    const key = { 'Idempotency-Key': `undo-of-${name}` };
    const begun = await school.admin.call(undoAct, { undo: `A1/move-in-${name}` }, key);
    if (begun.status !== 200) return begun;
    await school.work();
    return school.admin.call(undoAct, { undo: `A1/move-in-${name}` }, key);
  };
  const pastRecords = async () => {
    const students = await StudentEntity.queryBy('all', { status: 'current' });
    const records = await readMany(students.map(({ studentId }) => earlierMarksKey(studentId)));
    return records
      .flatMap(({ studentId, marks, attendance }) => [
        ...marks.map(({ subject, mark, year: of, term }) => `${studentId} ${of} ${term} ${subject} ${mark}`),
        ...attendance.map(({ absent, year: of, term }) => `${studentId} ${of} ${term} absent ${absent}`),
      ])
      .sort();
  };
  const contents = async () => ({ ...(await listSchoolContents()), past: await pastRecords() });

  it.each([
    ['run', false],
    ['run', true],
    ['undo', false],
    ['undo', true],
  ] as const)(
    '%s, killed at its writes, one after the other (%s: the write was carried out), ends the same',
    async (what, isWritten) => {
      const file = fileOf(await workbookOf(...wholeSchool({ teachers: 3, students: 40 })));
      const before = await contents();
      const name = 'killed';
      const end = await run(file, name);
      expect(end.left).toEqual([]);
      const stored = await contents();
      expect([stored.teachers.length, stored.students.length, stored.takers.length, stored.past.length]).toEqual([
        before.teachers.length + 3,
        before.students.length + 40,
        before.takers.length + 120,
        120,
      ]);
      const writes = await killAtEachWrite({
        isWritten,
        every: isWholeRun ? 7 : 31,
        begin: async () => {
          school.endAll();
          await school.bringBack();
          if (what === 'run') return () => run(file, name);
          await run(file, name);
          school.endAll();
          return () => undo(name);
        },
        after: async (index) => {
          school.endAll();
          await silenceMoves();
          if (what === 'run') expect([index, (await run(file, name)).left]).toEqual([index, []]);
          else expect([index, (await undo(name)).body]).toMatchObject([index, { state: 'finished', left: [] }]);
          expect([index, await contents()]).toEqual([index, what === 'run' ? stored : before]);
          expect([index, await findRosterFaults()]).toEqual([index, []]);
        },
      });
      expect(writes).toBeGreaterThan(20);
    },
    900_000,
  );

  it('of a whole school, killed again and again after 25 writes, ends the same', async () => {
    const size = isWholeRun ? wholeSize : tenthOfSchool;
    const classIds = schoolFile().formClasses.map(({ id }) => id);
    const file = fileOf(await workbookOf(...sheetsOfSchool(size, classIds)));
    plan = null;
    const all = async () => {
      const takers = await Promise.all(classIds.map(listAssignmentsOfClass));
      const { subjects } = await readSubjectList();
      return {
        ...(await contents()),
        subjects: subjects.map(({ title }) => title).sort(),
        takers: takers
          .flat()
          .map(({ studentId, subjectId }) => `${studentId} ${subjectId}`)
          .sort(),
      };
    };
    const name = 'killed-whole';
    expect((await run(file, name)).left).toEqual([]);
    const stored = await all();
    expect(stored.past).toHaveLength(10 * size.students * size.terms);
    expect(stored.takers.length).toBeGreaterThanOrEqual(12 * size.students);
    school.endAll();
    await school.bringBack();
    const kills = await killOnTheWay({
      every: 25,
      most: 200,
      act: () => run(file, name),
      after: async () => {
        school.endAll();
        await silenceMoves();
      },
    });
    expect(await all()).toEqual(stored);
    expect(await findRosterFaults()).toEqual([]);
    expect(kills).toBeGreaterThan(isWholeRun ? 30 : 5);
  }, 5_400_000);
});
