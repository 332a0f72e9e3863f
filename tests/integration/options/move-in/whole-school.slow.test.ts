import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { handler } from '#functions/options/move-in/jobs/lambda.ts';
import { readJob, readJobRows } from '#functions/platform/jobs/store.ts';
import { school as schoolFile } from '#functions/school/records/school.ts';
import type { JobStep } from '#shared/jobs.ts';
import { type MoveInPreview, moveInContract } from '#shared/options/move-in/contract.ts';
import { type MoveInKind, moveInKinds } from '#shared/options/move-in/kinds.ts';
import { type Shown, showAsDeployed } from '../../../../tools/bench/move-in/as-deployed.ts';
import { fileOf, workbookOf } from '../../../support/options/move-in/files-of-school.ts';
import { sheetsOfSchool, tenthOfSchool, wholeSchool } from '../../../support/options/move-in/ordinary-school.ts';
import { rosterOfSchool } from '../../../support/options/oneroster/roster-of-school.ts';
import { isWholeRun } from '../../../support/samples/whole-run.ts';
import { recordTraffic } from '../../../support/school/table-traffic.ts';
import { steppedSchoolForTests } from '../../../support/step-by-step/stepped-school.ts';

const { previewMoveIn, startMoveIn, readMoveIn } = moveInContract;
const size = isWholeRun ? wholeSchool : tenthOfSchool;

/**
 * Requests that the batches of a kind cannot do without: where the run is, what is there, one transaction, one note. A
 * teacher and a subject are each an act of its own, with what is there and a transaction. Of each new student the
 * namesakes are asked for.
 */
function floorOf(kind: MoveInKind, { batches, rows }: { batches: number; rows: number }): number {
  if (kind === 'teachers' || kind === 'subjects' || kind === 'classes') return 2 * batches + 2 * rows;
  return 4 * batches + (kind === 'students' ? rows : 0);
}

describe('a whole school in one workbook', () => {
  const school = steppedSchoolForTests(handler);

  const classes = () => schoolFile().formClasses.map(({ id }) => id);
  it.each<[string, () => Promise<Uint8Array>, Record<string, number>]>([
    [
      'a workbook',
      async () => workbookOf(...sheetsOfSchool(wholeSchool, classes())),
      { teachers: 62, subjects: 10, lessons: 400, students: 1000, takers: 12_000, marks: 60_000 },
    ],
    ['a zip of OneRoster', async () => rosterOfSchool(wholeSchool, classes()), { teachers: 62, students: 1000 }],
  ])(
    'of %s stays below 300 MB in the function as it is deployed, and far from the 29 seconds of a call',
    async (_, file, counts) => {
      const folder = await mkdtemp(join(tmpdir(), 'whole-school-'));
      try {
        await writeFile(join(folder, 'file'), await file());
        const { cookies } = school.admin;
        const shown = await showAsDeployed(join(folder, 'built'), {
          cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
          csrf: cookies.get('XSRF-TOKEN') ?? '',
          file: join(folder, 'file'),
          said: { alike: { 'other school': 'yes', 'absent teachers': 'no', 'absent students': 'no' } },
        });
        expect(Object.fromEntries(shown.counts.map((one) => [one.kind, one.new]))).toMatchObject(counts);
        expect(shown).toSatisfy(isWithinLimits);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    300_000,
  );

  it('asks of the table at most 1.3 times what its batches need', async () => {
    const classIds = schoolFile().formClasses.map(({ id }) => id);
    const file = fileOf(await workbookOf(...sheetsOfSchool(size, classIds)));
    const shown = (await school.admin.call(previewMoveIn, { file })).body as MoveInPreview;
    const begun = await school.admin.call(
      startMoveIn,
      { file, plan: shown.plan ?? '' },
      { 'Idempotency-Key': 'move-in-whole' },
    );
    expect(begun.status, JSON.stringify(begun.error)).toBe(200);
    const job = await readJob('move-in', begun.body.run);
    const batches = job ? await readJobRows(job) : [];
    const kindOf = (batch: number) => JSON.parse(batches[batch]?.[0] ?? '{}').move.kind as MoveInKind;
    const asked = new Map<MoveInKind, number>();
    await school.workBy(async (step: JobStep) => {
      let next = step;
      const traffic = await recordTraffic(async () => {
        next = await handler(step);
      });
      asked.set(kindOf(step.batch), (asked.get(kindOf(step.batch)) ?? 0) + traffic.length);
      return next;
    });
    const { done, left } = (await school.admin.call(readMoveIn, { run: begun.body.run })).body;
    expect(left).toEqual([]);
    const assignments = 12 * size.students;
    const marks = 10 * size.students * size.terms;
    expect(Object.fromEntries(done.map(({ kind, rows }) => [kind, rows]))).toEqual({
      teachers: size.teachers,
      // Two of the twelve are there.
      subjects: 10,
      lessons: isWholeRun ? 400 : 39,
      students: size.students,
      takers: assignments,
      marks,
    });
    const floors = new Map(
      moveInKinds.map((kind) => {
        const own = batches.filter((_, batch) => kindOf(batch) === kind);
        return [kind, floorOf(kind, { batches: own.length, rows: own.flat().length })];
      }),
    );
    // As many students as a transaction takes, three actions each beside those of the batch.
    expect(batches.filter((_, batch) => kindOf(batch) === 'takers')).toHaveLength(12 * Math.ceil(size.students / 31));
    expect(batches.filter((_, batch) => kindOf(batch) === 'marks').length).toBeLessThanOrEqual(
      Math.ceil(size.students / 20),
    );
    const sum = (values: Iterable<number>) => [...values].reduce((all, one) => all + one, 0);
    for (const kind of ['students', 'takers', 'marks'] as const)
      expect([kind, (asked.get(kind) ?? 0) / (floors.get(kind) ?? 0)]).toEqual([kind, expect.toSatisfy(isNear)]);
    expect(sum(asked.values()) / sum(floors.values())).toSatisfy(isNear);
  }, 900_000);
});

/** Not above, and not so far below that the floor would be none. */
const isNear = (ratio: number): boolean => ratio >= 1 && ratio <= 1.3;

/** Megabytes, and milliseconds of the processor: a third of what a call has. */
const isWithinLimits = ({ megabytes, preview, start }: Shown): boolean =>
  megabytes <= 300 && Math.max(preview, start) <= 10_000;
