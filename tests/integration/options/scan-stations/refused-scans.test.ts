import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readAttendanceOfDay } from '#functions/attendance/records/read-records.ts';
import { RefusedScanEntity } from '#functions/options/scan-stations/refused-scan.ts';
import { listAuditTrail } from '#functions/platform/table/audit.ts';
import { school as file } from '#functions/school/records/school.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { scanStationsContract } from '#shared/options/scan-stations/contract.ts';
import { scanStationWordings } from '#shared/options/scan-stations/wordings.ts';
import { termsContract } from '#shared/school/contract.ts';
import { clientOfAccount, clientOfStation, startSchoolOfCallers } from '../../../support/callers/callers.ts';
import type { TestClient } from '../../../support/callers/client.ts';
import { changeRecordOfTest, executeActionOfTest } from '../../../support/school/records.ts';
import { term, yearId } from '../../../support/school/small-school.ts';
import { listChangesSince, readTableContent, saveTableForRestore } from '../../../support/school/table-content.ts';

/*
 * Rule 49. Pairs of acts on a scan that could not be taken: refused and sent again, refused and attendance opened,
 * dismissed and sent again, dismissed and taken, taken and sent again, dismissed by two, student added after the scan,
 * day closed and held again.
 */
const { receiveStationScans, listRefusedScans, acceptRefusedScans, dismissRefusedScans } = scanStationsContract;
const { setSchoolDays } = attendanceContract;
const { closeAttendance, openAttendance } = termsContract;
const thisTerm = { academic_year_id: yearId, term };
const day = '2025-12-10';
const at = `${day}T11:50:00.000Z`;
const scanned = { station_id: 'GATE1', student_id: 'S41', at };

let school: Awaited<ReturnType<typeof startSchoolOfCallers>>;
let office: TestClient;
let gate: TestClient;
let asFirst: () => Promise<void>;
beforeAll(async () => {
  school = await startSchoolOfCallers();
  file().attendance.openDaysAfterTerm = 14;
  file().timeZone = 'America/Port_of_Spain';
  gate = clientOfStation(school.url);
  await executeActionOfTest(
    RefusedScanEntity.delete({ stationId: 'GATE1', told: 'NOBODY', at: '2025-10-01T11:40:00.000Z' }),
  );
  asFirst = await saveTableForRestore();
});
afterAll(() => school.stop());
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(at) });
  office = await clientOfAccount(school.url, 'A1');
});
afterEach(async () => {
  vi.useRealTimers();
  await asFirst();
});

const send = async (student_id: string, again?: true, moment = at) => {
  const { body } = await gate.call(receiveStationScans, {
    sent_at: new Date().toISOString(),
    scans: [{ student_id, at: moment, off: 0, ...(again ? { again } : {}) }],
  });
  return body.scans[0]?.outcome;
};
const refused = async () => (await office.call(listRefusedScans, {})).body.scans;
const listed = async () => (await refused()).filter(({ dismissed_by }) => dismissed_by === null);
const ids = async () => (await listed()).map(({ student_id }) => student_id);
const take = async (...scans: (typeof scanned)[]) => (await office.call(acceptRefusedScans, { scans })).body;
const dismiss = async (dismissed: boolean, ...scans: (typeof scanned)[]) =>
  (await office.call(dismissRefusedScans, { scans, dismissed })).body.changed;
const timeIn = async (student: string, date = day) => {
  return (await readAttendanceOfDay([student], date)).map((record) => record.timeIn);
};
const trail = async () => {
  return (await listAuditTrail('refused-scans')).flatMap(({ name, changes }) =>
    changes.map((one) => ({ name, ...one })),
  );
};

describe('a refused scan', () => {
  it('is listed for the office with its time at the school and the reason, once however often it is sent', async () => {
    await office.call(closeAttendance, thisTerm);
    expect(await send('S41')).toBe('refused');
    expect(await send('S41')).toBe('refused');
    expect(await send('S41', true)).toBe('refused');
    expect((await office.call(listRefusedScans, {})).body).toEqual({
      count: 1,
      scans: [
        {
          station_id: 'GATE1',
          station: 'Main gate',
          student_id: 'S41',
          at,
          name: 'Pupil S41 Lastname S41',
          class_id: '4A',
          date: day,
          time: '07:50:00',
          outcome: 'refused',
          dismissed_by: null,
          reason:
            'Attendance of Term 1, 2025-2026 was closed by Ada Office on 10-Dec-2025 at 07:50. An administrator can open it again in Current Term.',
        },
      ],
    });
  });

  it('has an unknown id, or is an archived student’s, of a closed day, or of an impossible time', async () => {
    await changeRecordOfTest(StudentEntity, { studentId: 'S42' }, { status: 'archived', classId: '4A' });
    await send('NOBODY');
    await send('S42');
    await send('S43', undefined, '2025-12-07T11:50:00.000Z');
    await send('S44', undefined, '2025-10-01T11:50:00.000Z');
    await send('S45');
    expect((await listed()).map(({ student_id, outcome, reason }) => [student_id, outcome, reason])).toEqual([
      ['S44', 'refused', scanStationWordings.invalidTime],
      ['S43', 'no school', 'weekend'],
      ['NOBODY', 'unknown', null],
      ['S42', 'archived', null],
    ]);
  });

  it('is accepted when the station sends it again after attendance was opened', async () => {
    await office.call(closeAttendance, thisTerm);
    await send('S41');
    await office.call(openAttendance, thisTerm);
    // It was sent in time, and stays so however often the station is in touch after it.
    vi.setSystemTime('2025-12-11T12:00:00Z');
    await gate.call(receiveStationScans, { sent_at: '2025-12-11T12:00:00.000Z', scans: [], nothing_waits: true });
    expect(await send('S41', true)).toBe('present');
    expect(await timeIn('S41')).toEqual(['07:50:00']);
    office = await clientOfAccount(school.url, 'A1');
    expect(await listed()).toEqual([]);
  });

  it('stays listed until its day is a school day or its student on record, and is accepted then', async () => {
    const flood = { from: day, to: day, title: 'Flood', limits: null };
    await office.call(setSchoolDays, { ...flood, held: 'none' });
    await send('S41');
    await send('S99');
    const both = [scanned, { ...scanned, student_id: 'S99' }];
    expect(await take(...both)).toEqual({
      taken: 0,
      left: [
        { student_id: 'S41', at, outcome: 'no school', reason: 'Flood' },
        { student_id: 'S99', at, outcome: 'unknown', reason: null },
      ],
    });
    expect(await ids()).toEqual(['S41', 'S99']);
    await office.call(setSchoolDays, { ...flood, held: 'both', title: null });
    const facts = { classId: '4A', formLevel: 4, status: 'current' as const, firstName: 'Nia', lastName: 'New' };
    await executeActionOfTest(StudentEntity.put({ ...facts, studentId: 'S99' }));
    expect(await take(...both)).toEqual({ taken: 2, left: [] });
    expect([await timeIn('S41'), await timeIn('S99')]).toEqual([['07:50:00'], ['07:50:00']]);
    expect(await listed()).toEqual([]);
    expect(await trail()).toEqual([
      { name: 'Ada Office', field: 'S41 10-Dec-2025 07:50', before: 'refused', after: 'taken' },
      { name: 'Ada Office', field: 'S99 10-Dec-2025 07:50', before: 'refused', after: 'taken' },
    ]);
    // The station hears of it, and forgets the scan.
    expect(await send('S41', true)).toBe('present');
    const before = await readTableContent();
    expect(await take(...both)).toEqual({ taken: 0, left: [] });
    expect(await listChangesSince(before)).toEqual([]);
  });

  it('that was sent too late is accepted by an administrator, but not one with a future time', async () => {
    const late = '2025-10-01T11:50:00.000Z';
    const early = '2025-12-10T12:30:00.000Z';
    await send('S41', undefined, late);
    await send('S42', undefined, early);
    const both = [
      { ...scanned, at: late },
      { ...scanned, student_id: 'S42', at: early },
    ];
    expect(await take(...both)).toMatchObject({ taken: 1, left: [{ student_id: 'S42', outcome: 'refused' }] });
    expect(await timeIn('S41', '2025-10-01')).toEqual(['07:50:00']);
  });

  it('is dismissed, reported to the station, in the trail, and listed again by the undo', async () => {
    await send('NOBODY');
    const nobody = { ...scanned, student_id: 'NOBODY' };
    expect(await dismiss(true, nobody)).toBe(1);
    expect(await dismiss(true, nobody)).toBe(0);
    expect(await listed()).toEqual([]);
    expect((await office.call(listRefusedScans, {})).body.count).toBe(0);
    expect((await refused()).map(({ student_id, dismissed_by }) => [student_id, dismissed_by])).toEqual([
      ['NOBODY', 'Ada Office'],
    ]);
    // An answer may have been lost: the station does not know yet that it was refused.
    expect(await send('NOBODY')).toBe('unknown');
    expect(await listed()).toEqual([]);
    expect(await send('NOBODY', true)).toBe('dismissed');
    expect(await take(nobody)).toEqual({ taken: 0, left: [] });
    expect(await dismiss(false, nobody)).toBe(1);
    expect(await ids()).toEqual(['NOBODY']);
    expect((await trail()).map(({ before, after }) => [before, after]).toSorted()).toEqual([
      ['dismissed', 'refused'],
      ['refused', 'dismissed'],
    ]);
  });

  it('is not dismissed after it was accepted', async () => {
    await office.call(closeAttendance, thisTerm);
    await send('S41');
    await office.call(openAttendance, thisTerm);
    expect(await take(scanned)).toEqual({ taken: 1, left: [] });
    expect([await dismiss(true, scanned), await dismiss(false, scanned)]).toEqual([0, 0]);
    expect(await timeIn('S41')).toEqual(['07:50:00']);
  });
});
