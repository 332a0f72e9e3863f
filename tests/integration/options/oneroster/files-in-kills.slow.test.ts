import { describe, expect, it } from 'vitest';
import { handler } from '#functions/options/move-in/jobs/lambda.ts';
import { SourcedIdEntity } from '#functions/options/oneroster/sourced-ids.ts';
import { listAllEmployees, listLessonsOfClass, listPostHoldersOfClass } from '#functions/people/records/store.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { listAssignmentsOfClass } from '#functions/subjects/records/store.ts';
import { readSubjectList } from '#functions/subjects/records/subject-list.ts';
import { type MoveInPreview, moveInContract } from '#shared/options/move-in/contract.ts';
import { fileOf } from '../../../support/options/move-in/files-of-school.ts';
import { silenceMoves } from '../../../support/options/move-in/silent-moves.ts';
import { otherProgramsZip } from '../../../support/options/oneroster/zip-of-files.ts';
import { isWholeRun } from '../../../support/samples/whole-run.ts';
import { findRosterFaults } from '../../../support/school/roster-faults.ts';
import { year } from '../../../support/school/small-school.ts';
import { killAtEachWrite } from '../../../support/step-by-step/kill-at-write.ts';
import { steppedSchoolForTests } from '../../../support/step-by-step/stepped-school.ts';

const { previewMoveIn, startMoveIn, readMoveIn, undoAct } = moveInContract;

/** The other program's school takes the place of the school's own people. */
const said = JSON.stringify({
  alike: { 'other school': 'yes', 'absent teachers': 'yes', 'absent students': 'yes' },
});

describe('the run of a zip of OneRoster', () => {
  const school = steppedSchoolForTests(handler);

  let plan: string | null = null;
  async function run(file: File) {
    // A page that repeats its request sends what it sent.
    plan ??= ((await school.admin.call(previewMoveIn, { file, said })).body as MoveInPreview).plan;
    const input = { file, said, plan: plan ?? '0'.repeat(64) };
    const begun = await school.admin.call(startMoveIn, input, { 'Idempotency-Key': 'roster-killed' });
    if (begun.status !== 200) throw new Error(JSON.stringify(begun.error));
    await school.work();
    return (await school.admin.call(readMoveIn, { run: begun.body.run })).body;
  }
  const undo = async () => {
    const key = { 'Idempotency-Key': 'undo-of-roster-killed' };
    const begun = await school.admin.call(undoAct, { undo: 'A1/roster-killed' }, key);
    if (begun.status !== 200) return begun;
    await school.work();
    return school.admin.call(undoAct, { undo: 'A1/roster-killed' }, key);
  };
  const contents = async () => {
    const { subjects } = await readSubjectList();
    const classes = ['1A', '1B', '4A', '4B'];
    const lessons = await Promise.all(classes.map((classId) => listLessonsOfClass(classId, year)));
    const takers = await Promise.all(classes.map(listAssignmentsOfClass));
    const posts = await Promise.all(classes.map((classId) => listPostHoldersOfClass(classId, year)));
    const students = await Promise.all(
      (['current', 'archived'] as const).map((status) => StudentEntity.queryBy('all', { status })),
    );
    return {
      teachers: (await listAllEmployees())
        .map(({ teacherNum, userName, deletedAt }) => `${teacherNum} ${userName} ${deletedAt !== undefined}`)
        .sort(),
      subjects: subjects
        .filter(({ deletedAt }) => deletedAt === undefined)
        .map(({ abbr }) => abbr)
        .sort(),
      lessons: lessons
        .flat()
        .map(({ classId, subjectId, employeeId }) => `${classId} ${subjectId} ${employeeId}`)
        .sort(),
      posts: posts
        .flat()
        .map(({ as, classId, name }) => `${as} ${classId} ${name}`)
        .sort(),
      students: students
        .flat()
        .map(({ studentId, classId, status }) => `${studentId} ${classId} ${status}`)
        .sort(),
      takers: takers
        .flat()
        .map(({ studentId, subjectId, employeeId }) => `${studentId} ${subjectId} ${employeeId}`)
        .sort(),
    };
  };
  const ids = async () => (await SourcedIdEntity.query({})).map(({ kind, key }) => `${kind} ${key}`).sort();

  it.each([
    ['run', false],
    ['run', true],
    ['undo', false],
    ['undo', true],
  ] as const)(
    '%s, killed at its writes, one after the other (%s: the write was carried out), ends the same',
    async (what, isWritten) => {
      const file = fileOf(await otherProgramsZip(), 'roster.zip');
      const before = await contents();
      const end = await run(file);
      expect(end.left).toEqual([]);
      const [stored, remembered] = [await contents(), await ids()];
      expect(stored.students.filter((one) => one.endsWith('current'))).toHaveLength(3);
      expect(stored.teachers.filter((one) => one.endsWith('true'))).toHaveLength(3);
      expect(remembered).toHaveLength(27);
      const writes = await killAtEachWrite({
        isWritten,
        every: isWholeRun ? 7 : 41,
        begin: async () => {
          school.endAll();
          await school.bringBack();
          if (what === 'run') return () => run(file);
          await run(file);
          school.endAll();
          return () => undo();
        },
        after: async (index) => {
          school.endAll();
          await silenceMoves();
          if (what === 'run') expect([index, (await run(file)).left]).toEqual([index, []]);
          else expect([index, (await undo()).body]).toMatchObject([index, { state: 'finished', left: [] }]);
          expect([index, await contents()]).toEqual([index, what === 'run' ? stored : before]);
          expect([index, await ids()]).toEqual([index, what === 'run' ? remembered : []]);
          expect([index, await findRosterFaults()]).toEqual([index, []]);
        },
      });
      expect(writes).toBeGreaterThan(20);
    },
    900_000,
  );
});
