import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { listStoredClassDays } from '#functions/attendance/records/class-day.ts';
import { readAttendanceOfDay } from '#functions/attendance/records/read-records.ts';
import { school as file } from '#functions/school/records/school.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { scanStationsContract } from '#shared/options/scan-stations/contract.ts';
import { maxScansPerRequest } from '#shared/options/scan-stations/station-calls.ts';
import { clientOfAccount, clientOfStation } from '../../../support/callers/callers.ts';
import { putRecords } from '../../../support/school/records.ts';
import { startSmallSchool } from '../../../support/school/small-school.ts';
import { recordTraffic } from '../../../support/school/table-traffic.ts';

/**
 * A morning: a thousand students of thirty classes come through twelve gates in twenty minutes, which is replayed as
 * fast as it goes.
 */
const students = Array.from({ length: 1000 }, (_, index) => ({
  studentId: `P${String(index).padStart(4, '0')}`,
  classId: `${1 + (index % 5)}${'ABCDEF'[Math.floor(index / 5) % 6]}`,
}));
const gates = 12;
const date = '2025-10-01';
const first = Date.parse(`${date}T11:30:00Z`);
const timeOf = (index: number) => new Date(first + index * 1_200).toISOString();
const now = `${date}T12:30:00.000Z`;

let school: Awaited<ReturnType<typeof startSmallSchool>>;
let keys: string[];
beforeAll(async () => {
  school = await startSmallSchool();
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
  file().timeZone = 'America/Port_of_Spain';
  await putRecords(
    StudentEntity,
    students.map(({ studentId, classId }) => ({
      studentId,
      classId,
      formLevel: Number(classId[0]),
      firstName: 'Pupil',
      lastName: studentId,
      status: 'current' as const,
    })),
  );
  const office = await clientOfAccount(school.url, 'A1');
  const made = [];
  for (let gate = 1; gate <= gates; gate += 1)
    made.push(await office.call(scanStationsContract.addAttendanceStation, { name: `Gate ${gate}` }));
  keys = made.map(({ body }) => body.key);
}, 120_000);
afterAll(async () => {
  vi.useRealTimers();
  await school?.stop();
});

const send = (key: string, indexes: readonly number[]) =>
  clientOfStation(school.url, key).call(scanStationsContract.receiveStationScans, {
    sent_at: now,
    scans: indexes.map((index) => ({ student_id: students[index]?.studentId ?? '', at: timeOf(index) })),
  });

/** Sends as a station does: one request after the other. */
async function sendAll(key: string, indexes: readonly number[], atOnce: number): Promise<number> {
  let requests = 0;
  for (let at = 0; at < indexes.length; at += atOnce) {
    const { status, body } = await send(key, indexes.slice(at, at + atOnce));
    expect(status).toBe(200);
    expect(body.scans.every(({ outcome }) => outcome === 'present' || outcome === 'late')).toBe(true);
    requests += 1;
  }
  return requests;
}

it('a thousand scans at twelve gates are a thousand records, none lost and none twice, counted by class', async () => {
  const ofGate = (gate: number) => students.flatMap((_, index) => (index % gates === gate ? [index] : []));
  const traffic = await recordTraffic(async () => {
    // One gate had no network for the hour, and sends what it has in batches while the others go on.
    await Promise.all(keys.map((key, gate) => sendAll(key, ofGate(gate), gate === 0 ? maxScansPerRequest : 1)));
  });
  const records = await readAttendanceOfDay(
    students.map(({ studentId }) => studentId),
    date,
  );
  expect(records).toHaveLength(1000);
  expect(records.filter(({ scans = {} }) => Object.keys(scans).length !== 1)).toEqual([]);
  // 08:00 is the limit, and its minute counts: the first 31 minutes are in time.
  const isLate = (index: number) => timeOf(index) >= `${date}T12:01:00.000Z`;
  expect(records.filter(({ late }) => late).length).toBe(students.filter((_, index) => isLate(index)).length);
  const days = await listStoredClassDays({ from: date, to: date });
  expect(days).toHaveLength(30);
  for (const { classId, am, late = 0 } of days) {
    const ofClass = students.flatMap((one, index) => (one.classId === classId ? [index] : []));
    expect([classId, am, late]).toEqual([classId, ofClass.length, ofClass.filter(isLate).length]);
  }
  // One read for each request, and one write but where two of a class came in the same moment.
  const requests = 1000 - ofGate(0).length + Math.ceil(ofGate(0).length / maxScansPerRequest);
  const reads = traffic.filter(({ operation }) => operation === 'BatchGetItem');
  expect(reads.length).toBeLessThanOrEqual(requests * 1.1);
});
