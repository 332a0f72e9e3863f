import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportToFile } from '../../../infra/whole-school/export-to-file.ts';
import { openSchoolFile } from '../../../infra/whole-school/school-in-file.ts';
import { localNames } from '../../../local/environment.ts';
import type { RunningSchool } from '../../../local/school.ts';
import { startServer } from '../../support/school/server.ts';
import { importInto, makeEmptySchool, newPath, readBucket } from './school-of-copy.ts';
import { differencesBetween, recordsOfTable } from './two-tables.ts';

let school: RunningSchool;
const path = newPath();
beforeAll(async () => {
  school = await startServer({ site: 'none' });
  await exportToFile(path, { say: () => undefined });
}, 900_000);
afterAll(() => school?.stop());

describe('the demo school in a file', () => {
  it('is the same school again, record by record and file by file', async () => {
    const empty = await makeEmptySchool();
    await importInto(empty, path);
    const before = await recordsOfTable(localNames.table);
    expect(before.size).toBeGreaterThan(30_000);
    expect(differencesBetween(before, await recordsOfTable(empty.tables.records))).toEqual([]);
    expect(
      differencesBetween(await recordsOfTable(localNames.trail), await recordsOfTable(empty.tables.trail)),
    ).toEqual([]);
    const files = await readBucket(localNames.files);
    expect(files.size).toBeGreaterThan(100);
    expect(await readBucket(empty.buckets.files)).toEqual(files);
    await empty.drop();
  }, 900_000);

  it('opens in other programs, and names no key that does not follow from the attributes', async () => {
    expect(execFileSync('python3', ['-m', 'zipfile', '-t', path]).toString()).toContain('Done testing');
    expect(statSync(path).size).toBeGreaterThan(1_000_000);
    const file = await openSchoolFile(path, { schoolId: 'demo' });
    const odd: string[] = [];
    for await (const { pk, sk, __edb_e__: kind } of file.records('records'))
      if (kind === undefined) odd.push(`${pk} ${sk}`);
    file.close();
    expect([...new Set(odd.map((key) => key.split(' ')[0]))]).toEqual(['term-register']);
  }, 60_000);
});
