import { writeFileSync } from 'node:fs';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentsBucket, openFile } from '#functions/platform/files/file-storage.ts';
import { keyOfSchoolFile, planSchoolExport, readSchoolFileMade } from '#functions/school/whole-school/export-plan.ts';
import { finishSchoolExport, workExportStep } from '#functions/school/whole-school/export-steps.ts';
import { createS3Client } from '../../../local/bucket.ts';
import { localNames } from '../../../local/environment.ts';
import { startSteppedRegistration } from '../../integration/school/stepped-registration.ts';
import { isWholeRun } from '../../support/samples/whole-run.ts';
import { killAtEachWrite } from '../../support/step-by-step/kill-at-write.ts';
import { importInto, makeEmptySchool, newPath, readBucket } from './school-of-copy.ts';
import { differencesBetween, recordsOfTable } from './two-tables.ts';

/** What kills leave behind: registrations that were cut off at each of their writes, and begun again. */
let school: Awaited<ReturnType<typeof startSteppedRegistration>>;
beforeAll(async () => {
  school = await startSteppedRegistration(24);
  await school.killAtEach(false, null);
  await school.killAtEach(true, '1A');
  const s3 = createS3Client();
  for (const student of ['S01', 'S02', 'S03']) {
    const Key = `pictures/${student}-0123456789abcdef.jpg`;
    // Two of them are a part of the file each.
    const Body = Buffer.alloc(5 * 1024 * 1024, student);
    await s3.send(new PutObjectCommand({ Bucket: localNames.files, Key, ContentType: 'image/jpeg', Body }));
  }
}, 300_000);
afterAll(() => school?.stop());

/** Takes the steps of a run from where it is, as the state machine does. */
class Run {
  readonly run = crypto.randomUUID();
  readonly startedAt = new Date().toISOString();
  readonly #steps = planSchoolExport();
  #next = 0;

  async go(): Promise<void> {
    for (; this.#next < this.#steps.length; this.#next += 1) {
      await workExportStep(this, this.#next, this.#steps[this.#next] ?? []);
    }
    await finishSchoolExport(this, this.#steps.length);
  }

  async fetch(): Promise<string> {
    const path = newPath();
    const bytes = await (await openFile(documentsBucket(), keyOfSchoolFile(this)))?.Body?.transformToByteArray();
    writeFileSync(path, bytes ?? '');
    expect((await readSchoolFileMade(this))?.bytes).toBe(bytes?.length);
    return path;
  }
}

async function expectEqual(path: string): Promise<void> {
  const empty = await makeEmptySchool();
  await importInto(empty, path);
  for (const [before, after] of [
    [localNames.table, empty.tables.records],
    [localNames.trail, empty.tables.trail],
  ] as const) {
    expect(differencesBetween(await recordsOfTable(before), await recordsOfTable(after))).toEqual([]);
  }
  expect(await readBucket(empty.buckets.files)).toEqual(await readBucket(localNames.files));
  await empty.drop();
}

describe('the school that kills have left behind', () => {
  it('is the same again out of its file', async () => {
    const run = new Run();
    await run.go();
    await expectEqual(await run.fetch());
  }, 120_000);

  it.each([
    false,
    true,
  ])('is whole in a file whose making was killed at a write, its answer lost: %s', async (isWritten) => {
    let run = new Run();
    let kills = 0;
    const writes = await killAtEachWrite({
      isWritten,
      withFiles: true,
      first: isWritten ? 3 : 1,
      every: isWholeRun ? 17 : 29,
      begin: async () => {
        run = new Run();
        return () => run.go();
      },
      after: async () => {
        kills += 1;
        // The step that was cut off is done again.
        await run.go();
        await expectEqual(await run.fetch());
      },
    });
    expect(writes).toBeGreaterThan(60);
    expect(kills).toBeGreaterThan(1);
  }, 600_000);
});
