import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DaySettingEntity } from '#functions/attendance/records/day-setting.ts';
import { makeStation } from '#functions/options/scan-stations/stations.ts';
import { PeriodEntity } from '#functions/school/records/periods.ts';
import { school as file } from '#functions/school/records/school.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { authRefusals } from '#shared/accounts/wordings.ts';
import { scanStationsContract } from '#shared/options/scan-stations/contract.ts';
import { scanStationWordings } from '#shared/options/scan-stations/wordings.ts';
import { clientOfAccount, clientOfStation, startSchoolOfCallers } from '../../../support/callers/callers.ts';
import type { TestClient } from '../../../support/callers/client.ts';
import { givePicture } from '../../../support/pictures.ts';
import { changeRecordOfTest, executeActionOfTest, putRecords } from '../../../support/school/records.ts';
import { listChangesSince, readTableContent, saveTableForRestore } from '../../../support/school/table-content.ts';
import { readRecordsOn, writeDecisions } from '../../attendance/attendance-days.ts';

const { receiveStationScans, readStationStart, readStationPicture } = scanStationsContract;

let school: Awaited<ReturnType<typeof startSchoolOfCallers>>;
let gate: TestClient;
let putBack: () => Promise<void>;
beforeAll(async () => {
  school = await startSchoolOfCallers();
  gate = clientOfStation(school.url);
  await setZone('America/Port_of_Spain');
  putBack = await saveTableForRestore();
});
afterAll(() => school.stop());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await setZone('America/Port_of_Spain');
  await putBack();
});

async function setZone(timeZone: string): Promise<void> {
  file().timeZone = timeZone;
}

const moment = (text: string) => new Date(text).toISOString();

/** Scans as a station with a right clock sends them at that moment; `at` of each is a UTC time. */
async function send(now: string, scans: [string, string, number?][], { clock = now, client = gate } = {}) {
  vi.setSystemTime(now);
  return client.call(receiveStationScans, {
    sent_at: moment(clock),
    scans: scans.map(([student_id, at, off]) => ({ student_id, at: moment(at), off })),
  });
}
const outcomes = async (...sent: Parameters<typeof send>) =>
  (await send(...sent)).body.scans.map(({ outcome }) => outcome);

// Port of Spain is four hours behind UTC: 12:00Z is 08:00.
const wednesday = '2025-10-01';
const utc = (time: string): string => `${wednesday}T${time}Z`;

describe('a scan at the gate', () => {
  it('is on time, late, the same arrival again, or leaving', async () => {
    expect(await outcomes(utc('11:50:00'), [['S41', utc('11:50:00')]])).toEqual(['present']);
    expect(await outcomes(utc('12:01:00'), [['S42', utc('12:01:00')]])).toEqual(['late']);
    expect(await outcomes(utc('11:50:40'), [['S41', utc('11:50:40')]])).toEqual(['again']);
    expect(await outcomes(utc('19:00:00'), [['S41', utc('19:00:00')]])).toEqual(['leaving']);
    expect(await outcomes(utc('19:30:00'), [['S43', utc('19:30:00')]])).toEqual(['too late']);
    expect(await readRecordsOn(wednesday, 'S41', 'S42')).toMatchObject([
      { am: 'P', pm: 'P', timeIn: '07:50:00', timeOut: '15:00:00' },
      { am: 'P', pm: 'P', timeIn: '08:01:00', late: true },
    ]);
  });

  it('with missing or extra zeros belongs to the only student with such an id', async () => {
    const facts = { classId: '4A', formLevel: 4, status: 'current' as const, firstName: 'Anna', lastName: 'Bell' };
    await putRecords(
      StudentEntity,
      ['00042', '00777', '777'].map((studentId) => ({ ...facts, studentId })),
    );
    const at = `${wednesday}T11:50:00.000Z`;
    const { body } = await send(at, [
      ['42', at],
      ['000042', utc('11:51:00')],
      ['777', at],
      ['0777', at],
    ]);
    expect(body.scans.map(({ student_id, outcome, name }) => [student_id, outcome, name])).toEqual([
      ['42', 'present', 'Anna Bell'],
      ['000042', 'again', 'Anna Bell'],
      ['777', 'present', 'Anna Bell'],
      ['0777', 'unknown', null],
    ]);
    expect(await readRecordsOn(wednesday, '42')).toEqual([]);
    expect(await readRecordsOn(wednesday, '00042')).toMatchObject([{ am: 'P', timeIn: '07:50:00' }]);
  });

  it('is answered with its student’s name and what the station sent', async () => {
    const at = `${wednesday}T11:50:00.250Z`;
    const { status, body } = await send(utc('11:50:01'), [['S41', at]]);
    expect(status).toBe(200);
    expect(body).toEqual({
      now: `${wednesday}T11:50:01.000Z`,
      scans: [
        {
          student_id: 'S41',
          at,
          outcome: 'present',
          reason: null,
          name: 'Pupil S41 Lastname S41',
          class_id: '4A',
          picture: 'S41',
        },
      ],
    });
  });

  it('changes nothing when it is sent again, with the same answers, also after later scans', async () => {
    const scans: [string, string][] = [
      ['S41', utc('11:50:00')],
      ['S42', utc('12:01:00')],
      ['S41', utc('19:00:00')],
    ];
    const first = await outcomes(utc('19:00:01'), scans);
    expect(first).toEqual(['present', 'late', 'leaving']);
    const before = await readTableContent();
    expect(await outcomes(utc('19:05:00'), [...scans].reverse())).toEqual([...first].reverse());
    expect(await outcomes(utc('19:05:00'), scans.slice(0, 1))).toEqual(['present']);
    expect(await listChangesSince(before)).toEqual([]);
  });

  it('is stored once when it is twice in a request, and has no time out within a minute', async () => {
    const at = utc('11:50:00');
    expect(
      await outcomes(at, [
        ['S41', at],
        ['S41', at],
        ['S41', utc('11:50:30')],
      ]),
    ).toEqual(['present', 'present', 'again']);
    const [record] = await readRecordsOn(wednesday, 'S41');
    expect(Object.keys(record?.scans ?? {}).toSorted()).toEqual([
      'GATE1@2025-10-01T11:50:00',
      'GATE1@2025-10-01T11:50:30',
    ]);
    expect(record).toMatchObject({ timeIn: '07:50:00', version: 1 });
    expect(record?.timeOut).toBeUndefined();
  });

  it('that was made offline is accepted with others, of several days', async () => {
    const sent: [string, string][] = [
      ['S41', '2025-09-30T11:50:00Z'],
      ['S41', utc('11:50:00')],
      ['S42', '2025-09-29T12:30:00Z'],
    ];
    expect(await outcomes(utc('11:55:00'), sent)).toEqual(['present', 'present', 'late']);
    expect(await readRecordsOn('2025-09-30', 'S41')).toHaveLength(1);
    expect(await readRecordsOn('2025-09-29', 'S42')).toMatchObject([{ late: true }]);
  });
});

describe('a scan that does not count', () => {
  const at = utc('11:50:00');

  it('is answered why there is no school that day', async () => {
    await executeActionOfTest(
      DaySettingEntity.put({ version: 1, date: wednesday, half: '2025H2', sessions: [], title: 'Sports day' }),
    );
    const { body } = await send(at, [
      ['S41', at],
      ['S41', '2025-09-28T11:50:00Z'],
    ]);
    expect(body.scans.map(({ outcome, reason }) => `${outcome}: ${reason}`)).toEqual([
      'no school: Sports day',
      'no school: weekend',
    ]);
    const outside = await send('2025-12-20T11:50:00Z', [['S41', '2025-12-20T11:50:00Z']]);
    expect(outside.body.scans).toMatchObject([{ outcome: 'no school', reason: 'not in a term' }]);
    expect(await readRecordsOn(wednesday, 'S41')).toEqual([]);
  });
});

describe('the time of a scan', () => {
  it('is corrected where the station’s clock is off by more than a minute', async () => {
    const late = { clock: utc('12:20:00') };
    expect(await outcomes(utc('11:50:00'), [['S41', utc('12:19:00')]], late)).toEqual(['present']);
    expect(await readRecordsOn(wednesday, 'S41')).toMatchObject([{ timeIn: '07:49:00' }]);
    const behind = { clock: '2024-02-01T00:00:00Z' };
    expect(await outcomes(utc('12:30:00'), [['S42', '2024-01-31T23:59:00Z']], behind)).toEqual(['late']);
  });

  it('does not make it another scan when the clock is corrected before it is sent again', async () => {
    const scan: [string, string][] = [['S41', utc('12:19:00')]];
    await send(utc('11:50:00'), scan, { clock: utc('12:20:00') });
    await send(utc('12:30:00'), scan);
    const [record] = await readRecordsOn(wednesday, 'S41');
    expect(record?.scans).toEqual({ 'GATE1@2025-10-01T12:19:00': '07:49:00' });
  });

  it('stays on one day when the clock is corrected between two attempts', async () => {
    const made: [string, string, number] = ['S41', '2025-09-30T11:50:00Z', 86_400_000];
    const yesterday = { clock: '2025-09-30T11:50:01Z' };
    expect(await outcomes(utc('11:50:01'), [made], yesterday)).toEqual(['present']);
    expect(await outcomes(utc('11:55:00'), [made])).toEqual(['present']);
    expect(await readRecordsOn('2025-09-30', 'S41')).toEqual([]);
    expect((await readRecordsOn(wednesday, 'S41'))[0]?.scans).toEqual({ 'GATE1@2025-09-30T11:50:00': '07:50:00' });
    // By what it says itself it can still have been at no such time.
    expect(await outcomes(utc('11:55:00'), [['S42', utc('11:50:00'), 86_400_000]])).toEqual(['refused']);
  });

  it('says what the register says of somebody who comes when the morning is over', async () => {
    // Mornings end at 10:00.
    expect(await outcomes(utc('14:00:59'), [['S44', utc('14:00:59')]])).toEqual(['late']);
    expect(await outcomes(utc('14:10:00'), [['S45', utc('14:10:00')]])).toEqual(['afternoon only']);
    // The afternoon is late after 13:00, and over at 14:00.
    expect(await outcomes(utc('17:01:00'), [['S43', utc('17:01:00')]])).toEqual(['afternoon late']);
    expect(await readRecordsOn(wednesday, 'S43', 'S44', 'S45')).toMatchObject([
      { am: 'A', pm: 'P', late: true },
      { am: 'P', pm: 'P', late: true },
      { am: 'A', pm: 'P' },
    ]);
  });

  it('says what a person has entered of the session, which the register keeps', async () => {
    await writeDecisions(wednesday, {
      S41: { am: 'A', pm: 'A' },
      S42: { pm: 'A' },
      S43: { late: false },
      S44: { am: 'A' },
    });
    const at = utc('12:20:00');
    const sent = ['S41', 'S42', 'S43', 'S44'].map((studentId): [string, string] => [studentId, at]);
    expect(await outcomes(at, sent)).toEqual(['entered absent', 'late', 'present', 'entered absent']);
    expect(await readRecordsOn(wednesday, 'S41', 'S42', 'S43', 'S44')).toMatchObject([
      { am: 'A', pm: 'A', timeIn: '08:20:00' },
      { am: 'P', pm: 'A', late: true },
      { am: 'P', pm: 'P' },
      { am: 'A', pm: 'P' },
    ]);
  });

  it('is of the day at the school, before and after midnight', async () => {
    // Thursday 23:59:59 and Friday 00:00:00 in Port of Spain.
    const sent: [string, string][] = [
      ['S41', '2025-10-03T03:59:59Z'],
      ['S42', '2025-10-03T04:00:00Z'],
    ];
    expect(await outcomes('2025-10-03T04:00:00Z', sent)).toEqual(['too late', 'present']);
    expect(await readRecordsOn('2025-10-02', 'S41', 'S42')).toMatchObject([{ studentId: 'S41', timeIn: '23:59:59' }]);
    expect(await readRecordsOn('2025-10-03', 'S41', 'S42')).toMatchObject([{ studentId: 'S42', timeIn: '00:00:00' }]);
  });

  it('follows daylight saving where the school has it', async () => {
    await setZone('America/New_York');
    // The clocks went back on Sunday, 2 November 2025: 08:00 is 12:00Z before it and 13:00Z after it.
    expect(await outcomes('2025-10-31T12:30:00Z', [['S41', '2025-10-31T12:30:00Z']])).toEqual(['late']);
    expect(await outcomes('2025-11-03T12:30:00Z', [['S41', '2025-11-03T12:30:00Z']])).toEqual(['present']);
    expect(await readRecordsOn('2025-11-03', 'S41')).toMatchObject([{ timeIn: '07:30:00' }]);
  });

  it('follows the present term dates, although others were cached', async () => {
    const at = utc('11:50:00');
    expect(await outcomes(at, [['S41', at]])).toEqual(['present']);
    await executeActionOfTest(
      PeriodEntity.put({ year: 2025, term: 1, dateStart: '2025-10-06', dateEnd: '2025-12-12' }),
    );
    expect(await outcomes(at, [['S42', at]])).toEqual(['no school']);
    await executeActionOfTest(
      PeriodEntity.put({ year: 2025, term: 1, dateStart: '2025-09-01', dateEnd: '2025-12-12' }),
    );
    expect(await outcomes(at, [['S42', at]])).toEqual(['present']);
  });
});

describe('a request of scans', () => {
  it('has up to thirty, each with an id and a time', async () => {
    const scan = { student_id: 'S41', at: `${wednesday}T11:50:00.000Z` };
    const wrong = [
      { sent_at: scan.at, scans: Array.from({ length: 31 }, () => scan) },
      { sent_at: scan.at, scans: [{ ...scan, at: 'now' }] },
      { sent_at: scan.at, scans: [{ ...scan, student_id: 'a#b' }] },
      { sent_at: 'today', scans: [scan] },
      { scans: [scan] },
    ];
    for (const body of wrong) {
      const answer = await gate.send({ method: 'POST', path: '/api/station-scans', body: JSON.stringify(body) });
      expect(answer.status, JSON.stringify(body)).toBe(422);
    }
  });

  it('is refused as soon as the office ends the station', async () => {
    const at = utc('11:50:00');
    vi.setSystemTime(at);
    const office = await clientOfAccount(school.url, 'A1');
    await office.call(scanStationsContract.endAttendanceStation, { id: 'GATE1' });
    const answer = await send(at, [['S41', at]]);
    expect(answer.status).toBe(401);
    expect(answer.error?.message).toEqual([authRefusals.stationEnded]);
    expect(await readRecordsOn(wednesday, 'S41')).toEqual([]);
  });
});

describe('what a station starts with', () => {
  it('is every current student, and the rules of today and six days more', async () => {
    vi.setSystemTime('2025-10-03T12:00:00Z');
    const { status, body } = await gate.call(readStationStart, {});
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'Main gate',
      now: '2025-10-03T12:00:00.000Z',
      time_zone: 'America/Port_of_Spain',
    });
    expect(body.days.map(({ date, closed }) => `${date} ${closed}`)).toEqual([
      '2025-10-03 null',
      '2025-10-04 weekend',
      '2025-10-05 weekend',
      '2025-10-06 null',
      '2025-10-07 null',
      '2025-10-08 null',
      '2025-10-09 null',
    ]);
    expect(body.known).toHaveLength(15);
    // By hand: printf 'GATE1:S41' | sha256sum | cut -c1-16
    expect(body.known).toContain('5fd729415188bc10');
    expect(JSON.stringify(body)).not.toMatch(/Pupil|S41|4A/);
  });
});

describe('a stolen key', () => {
  const at = utc('11:50:00');
  const picture = async (student_id: string, client = gate) =>
    (await client.call(readStationPicture, { student_id })).status;

  it('shows the picture only of a student whom this station scanned in the last two minutes', async () => {
    await givePicture('S43');
    vi.setSystemTime(at);
    expect([await picture('S41'), await picture('NOBODY')]).toEqual([404, 404]);
    await send(at, [['S41', at]]);
    const shown = await gate.call(readStationPicture, { student_id: 'S41' });
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^image\//)]);
    expect(await picture('S43')).toBe(404);
    const caller = { accountId: 'A1', name: 'Ada Office' };
    const request = { now: new Date(at), idempotencyKey: 'A1/side-gate' };
    const side = await makeStation({ stationId: 'SIDE', name: 'Side gate' }, { caller, request });
    if (typeof side === 'string') throw new Error(side);
    expect(await picture('S41', clientOfStation(school.url, side.key))).toBe(404);
    vi.setSystemTime(utc('11:52:01'));
    expect(await picture('S41')).toBe(404);
  });

  it('shows no picture of an archived student', async () => {
    await send(at, [['S41', at]]);
    await changeRecordOfTest(StudentEntity, { studentId: 'S41' }, { status: 'archived', classId: '4A' });
    expect(await picture('S41')).toBe(404);
  });

  it('shows a name only for a scan of now that was stored', async () => {
    const early = utc('11:40:00');
    const { body } = await send(at, [
      ['S41', at],
      ['S42', early],
      ['S43', '2025-09-28T11:50:00Z'],
    ]);
    expect(body.scans.map(({ outcome, name, class_id, picture: id }) => [outcome, name, class_id, id])).toEqual([
      ['present', 'Pupil S41 Lastname S41', '4A', 'S41'],
      ['present', null, null, null],
      ['no school', null, null, null],
    ]);
  });

  /** The station is in touch at 09:00, with nothing waiting, and again at 11:00 of the school's clock. */
  const inTouch = async (now: string) => {
    vi.setSystemTime(now);
    return gate.call(receiveStationScans, { sent_at: moment(now), scans: [], nothing_waits: true });
  };

  it('cannot add scans to a past morning, only from five minutes before the station’s last contact on', async () => {
    expect((await inTouch(utc('13:00:00'))).body).toEqual({ now: `${wednesday}T13:00:00.000Z`, scans: [] });
    const sent: [string, string, number][] = [
      ['S41', utc('11:50:00'), 0],
      ['S42', utc('12:54:59'), 0],
      ['S43', utc('12:55:00'), 0],
      ['S44', '2025-09-30T11:50:00Z', 0],
      // By a clock that it calls wrong.
      ['S45', utc('13:01:00'), -4_200_000],
    ];
    const { body } = await send(utc('13:01:00'), sent);
    const late = scanStationWordings.sentTooLate;
    expect(body.scans.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['refused', late],
      ['refused', late],
      ['late', null],
      ['refused', late],
      ['refused', late],
    ]);
    expect(await readRecordsOn(wednesday, 'S41', 'S42', 'S45')).toEqual([]);
  });

  it('cannot add an old scan by claiming that nothing waits, or that it was refused before', async () => {
    await inTouch(utc('13:00:00'));
    const scan = { student_id: 'S41', at: moment(at), off: 0, again: true };
    const { body } = await gate.call(receiveStationScans, {
      sent_at: moment(utc('13:00:00')),
      scans: [scan],
      nothing_waits: true,
    });
    expect(body.scans.map(({ outcome }) => outcome)).toEqual(['refused']);
    const again = await gate.call(receiveStationScans, { sent_at: moment(utc('13:00:00')), scans: [scan] });
    expect(again.body.scans.map(({ outcome }) => outcome)).toEqual(['refused']);
  });

  it('does not affect scans that the station made offline', async () => {
    await inTouch(utc('11:00:00'));
    const offline: [string, string, number][] = [
      ['S41', utc('11:50:00'), 0],
      ['S42', '2025-10-02T11:50:00Z', 0],
    ];
    expect(await outcomes('2025-10-02T14:00:00Z', offline)).toEqual(['present', 'present']);
  });

  it('does not make a stored scan refused when it is sent again after a lost answer, also without its zeros', async () => {
    const facts = { classId: '4A', formLevel: 4, status: 'current' as const, firstName: 'Anna', lastName: 'Bell' };
    await executeActionOfTest(StudentEntity.put({ ...facts, studentId: '00042' }));
    const lost = {
      sent_at: moment(at),
      scans: ['S41', '42'].map((student_id) => ({ student_id, at: moment(at), off: 0 })),
    };
    vi.setSystemTime(at);
    await gate.call(receiveStationScans, { ...lost, nothing_waits: true });
    vi.setSystemTime(utc('13:00:00'));
    const { body } = await gate.call(receiveStationScans, {
      ...lost,
      sent_at: moment(utc('13:00:00')),
      nothing_waits: true,
    });
    expect(body.scans.map(({ outcome }) => outcome)).toEqual(['present', 'present']);
    vi.setSystemTime(utc('15:00:00'));
    const again = await gate.call(receiveStationScans, { ...lost, sent_at: moment(utc('15:00:00')) });
    expect(again.body.scans.map(({ outcome }) => outcome)).toEqual(['present', 'present']);
  });
});
