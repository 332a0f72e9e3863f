import { describe, expect, it } from 'vitest';
import { handler } from '#functions/options/move-in/jobs/lambda.ts';
import { SourcedIdEntity } from '#functions/options/oneroster/sourced-ids.ts';
import { type MoveInPreview, moveInContract } from '#shared/options/move-in/contract.ts';
import { fileOf } from '../../../support/options/move-in/files-of-school.ts';
import { listSchoolContents } from '../../../support/options/move-in/school-contents.ts';
import { silenceMoves } from '../../../support/options/move-in/silent-moves.ts';
import { otherProgramsZip } from '../../../support/options/oneroster/zip-of-files.ts';
import { isWholeRun } from '../../../support/samples/whole-run.ts';
import { findRosterFaults } from '../../../support/school/roster-faults.ts';
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
      const before = await listSchoolContents();
      const end = await run(file);
      expect(end.left).toEqual([]);
      const [stored, remembered] = [await listSchoolContents(), await ids()];
      expect(stored.students.filter((one) => one.endsWith('current'))).toHaveLength(3);
      expect(stored.teachers.filter((one) => one.endsWith('left'))).toHaveLength(3);
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
          expect([index, await listSchoolContents()]).toEqual([index, what === 'run' ? stored : before]);
          expect([index, await ids()]).toEqual([index, what === 'run' ? remembered : []]);
          expect([index, await findRosterFaults()]).toEqual([index, []]);
        },
      });
      expect(writes).toBeGreaterThan(20);
    },
    900_000,
  );
});
