import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { RefusedScanEntity } from '#functions/options/scan-stations/refused-scan.ts';
import { school as file } from '#functions/school/records/school.ts';
import { tableParts } from '#functions/students/register/erasure/erasure-steps.ts';
import { eraseRows } from '#functions/students/register/jobs/rows-to-erase.ts';
import { scanStationsContract } from '#shared/options/scan-stations/contract.ts';
import { readLocalSchoolFile } from '../../../../local/school-file.ts';
import { clientOfAccount, clientOfStation } from '../../../support/callers/callers.ts';
import { schoolWithoutOptions } from '../../../support/options/without-options.ts';
import { demoSchoolFile } from '../../../support/samples/demo-school.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';

describe('a school without scan stations', () => {
  const school = schoolWithoutOptions();

  it('answers no call of theirs, neither to the office nor to a station that it once had', async () => {
    const office = await clientOfAccount(school.url, 'A1');
    expect((await office.call(scanStationsContract.listAttendanceStations, {})).status).toBe(404);
    expect((await office.call(scanStationsContract.printAttendanceCards, { class_id: '4A' })).status).toBe(404);
    expect((await clientOfStation(school.url).call(scanStationsContract.readStationStart, {})).status).toBe(404);
    expect((await clientOfStation(school.urlWithOptions).call(scanStationsContract.readStationStart, {})).status).toBe(
      200,
    );
  });

  it('erases the scans of an erased student all the same', async () => {
    await import('#functions/students/register/jobs/lambda.ts');
    file().options = [];
    const scan = { stationId: 'GATE1', at: '2025-10-01T11:50:00.000Z', outcome: 'archived' as const };
    for (const studentId of ['S41', 'S42'])
      await executeActionOfTest(
        RefusedScanEntity.put({ ...scan, told: studentId, studentId, refusedAt: '2025-10-01T11:50:01.000Z' }),
      );
    const unknown = await Promise.all(Array.from({ length: tableParts }, (_, part) => eraseRows(['S41'], part)));
    expect(unknown.flat().join(' ')).not.toContain('refused-scan');
    const left = (await RefusedScanEntity.query({})).map(({ studentId }) => studentId);
    expect(left).toContain('S42');
    expect(left).not.toContain('S41');
  });
});

describe('a school file on this machine', () => {
  it('is refused at the start with the line of an option that does not exist', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'formroom-options-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'school.json');
    writeFileSync(path, JSON.stringify({ ...demoSchoolFile, options: ['families', 'scan-stations', 'chess'] }));
    await expect(readLocalSchoolFile(path)).rejects.toThrow(`${path}: options.2: There is no option "chess".`);
  });
});
