import { describe, expect, it } from 'vitest';
import { handler } from '#functions/options/move-in/jobs/lambda.ts';
import { type MoveInPreview, moveInContract } from '#shared/options/move-in/contract.ts';
import { fileOf } from '../../../support/options/move-in/files-of-school.ts';
import { listSchoolContents } from '../../../support/options/move-in/school-contents.ts';
import { silenceMoves } from '../../../support/options/move-in/silent-moves.ts';
import { tablesOf, zipOfSchool } from '../../../support/options/oneroster/school-as-zip.ts';
import { csvOf, manifestOf, zipOf } from '../../../support/options/oneroster/zip-of-files.ts';
import { isWholeRun } from '../../../support/samples/whole-run.ts';
import { findRosterFaults } from '../../../support/school/roster-faults.ts';
import { killAtEachWrite } from '../../../support/step-by-step/kill-at-write.ts';
import { steppedSchoolForTests } from '../../../support/step-by-step/stepped-school.ts';

const { previewMoveIn, startMoveIn, readMoveIn, undoAct } = moveInContract;

/** Every subject of a student is deleted, and every lesson, of a class alone. */
async function changesOf1A(): Promise<Uint8Array> {
  const tables = await tablesOf(await zipOfSchool());
  const [headings = [], ...rows] = tables['enrollments.csv'] ?? [];
  const [at, status] = [headings.indexOf('classSourcedId'), headings.indexOf('status')];
  const taught = new Set(
    tables['classes.csv']?.filter((row) => row[3]?.includes(' 1A')).map(([sourcedId]) => sourcedId),
  );
  const ended = rows
    .filter((row) => taught.has(row[at]))
    .map((row) =>
      row.map((cell, index) => (index === status ? 'tobedeleted' : index === 2 ? '2025-10-01T08:00:00.000Z' : cell)),
    );
  return zipOf({ 'manifest.csv': manifestOf({ enrollments: 'delta' }), 'enrollments.csv': csvOf(headings, ...ended) });
}

describe('the run of enrollments that are deleted', () => {
  const school = steppedSchoolForTests(handler);
  let plan: string | null = null;
  let file: File;
  async function run() {
    // A page that repeats its request sends what it sent.
    plan ??= ((await school.admin.call(previewMoveIn, { file })).body as MoveInPreview).plan;
    const input = { file, plan: plan ?? '0'.repeat(64) };
    const begun = await school.admin.call(startMoveIn, input, { 'Idempotency-Key': 'ended-killed' });
    if (begun.status !== 200) throw new Error(JSON.stringify(begun.error));
    await school.work();
    return (await school.admin.call(readMoveIn, { run: begun.body.run })).body;
  }
  const undo = async () => {
    const key = { 'Idempotency-Key': 'undo-of-ended-killed' };
    const begun = await school.admin.call(undoAct, { undo: 'A1/ended-killed' }, key);
    if (begun.status !== 200) return begun;
    await school.work();
    return school.admin.call(undoAct, { undo: 'A1/ended-killed' }, key);
  };

  it.each([
    ['run', false],
    ['run', true],
    ['undo', false],
    ['undo', true],
  ] as const)(
    '%s, killed at its writes, one after the other (%s: it was carried out), ends the same',
    async (what, isWritten) => {
      plan = null;
      file = fileOf(await changesOf1A(), 'ended.zip');
      const before = await listSchoolContents(['1A']);
      expect([before.lessons.length, before.takers.length]).toEqual([2, 12]);
      expect((await run()).left).toEqual([]);
      const stored = await listSchoolContents(['1A']);
      expect([stored.lessons, stored.takers]).toEqual([[], []]);
      const writes = await killAtEachWrite({
        isWritten,
        every: isWholeRun ? 1 : 5,
        begin: async () => {
          school.endAll();
          await school.bringBack();
          if (what === 'run') return () => run();
          await run();
          school.endAll();
          return () => undo();
        },
        after: async (index) => {
          school.endAll();
          await silenceMoves();
          if (what === 'run') expect([index, (await run()).left]).toEqual([index, []]);
          else expect([index, (await undo()).body]).toMatchObject([index, { state: 'finished', left: [] }]);
          expect([index, await listSchoolContents(['1A'])]).toEqual([index, what === 'run' ? stored : before]);
          expect([index, await findRosterFaults()]).toEqual([index, []]);
        },
      });
      expect(writes).toBeGreaterThan(5);
    },
    900_000,
  );
});
