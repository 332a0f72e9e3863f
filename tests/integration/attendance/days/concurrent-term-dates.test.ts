import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { classDayCountNames, listStoredClassDays } from '#functions/attendance/records/class-day.ts';
import { readAttendanceOfDay } from '#functions/attendance/records/read-records.ts';
import { PeriodEntity } from '#functions/school/records/periods.ts';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import type { TestClient } from '../../../support/callers/client.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { studentIdsOfClasses, term, year } from '../../../support/school/small-school.ts';
import { saveTableForRestore } from '../../../support/school/table-content.ts';
import { runBetweenReadAndWrite } from '../../../support/step-by-step/run-between-read-and-write.ts';
import { scanAtGate } from '../attendance-days.ts';

const {
  saveTermDates,
  saveAttendanceRegister,
  correctAttendance,
  addAbsenceNotice,
  setSchoolDays,
  readAttendanceOfStudent,
} = attendanceContract;

// The last day of the term, half past four in the afternoon in Port of Spain.
const date = '2025-12-12';
const server = schoolForTests();
let office: TestClient;
let other: TestClient;
let putBack: () => Promise<void>;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${date}T20:30:00Z`) });
  office = await clientOfAccount(server.url, 'A1');
  other = await clientOfAccount(server.url, 'A1');
  putBack = await saveTableForRestore();
});
afterEach(() => putBack());
afterAll(async () => {
  vi.useRealTimers();
});

/** The term ends the day before. */
const endEarlier = () => other.call(saveTermDates, { year, term, term_end: '2025-12-11' });
const endLater = () => other.call(saveTermDates, { year, term, term_end: date });

/** How many records the day has, and how many marks its classes' counts have. */
async function ofDay() {
  const days = await listStoredClassDays({ from: date, to: date });
  return {
    records: (await readAttendanceOfDay(Object.values(studentIdsOfClasses).flat(), date)).length,
    counted: days.reduce((sum, day) => sum + classDayCountNames.reduce((of, name) => of + (day[name] ?? 0), 0), 0),
  };
}

const persons = [
  [
    'registers',
    () =>
      office.call(saveAttendanceRegister, {
        class_id: '1A',
        date,
        students: [{ student_id: 'S01', am: 'A' as const }],
      }),
  ],
  ['corrects', () => office.call(correctAttendance, { student_id: 'S01', date, am: 'P' as const, why: 'Was here.' })],
  [
    'adds an absence notice',
    () =>
      office.call(addAbsenceNotice, {
        student_id: 'S01',
        from: date,
        to: date,
        reason: 'Ill',
        excused: 'excused' as const,
      }),
  ],
  [
    'closes a day',
    () => office.call(setSchoolDays, { from: date, to: date, held: 'none', title: 'Flood', limits: null }),
  ],
] as const;

describe('term dates that change meanwhile', () => {
  it.each(
    persons,
  )('when somebody %s: the entry is refused, because the day is in no term, and nothing is written', async (_what, say) => {
    const [said] = await runBetweenReadAndWrite<{ status: number; error?: { message: string[] } | undefined }, unknown>(
      say,
      endEarlier,
    );
    expect(said.status).toBe(422);
    expect(said.error?.message.join()).toMatch(/no school on|not in a term/);
    expect(await ofDay()).toEqual({ records: 0, counted: 0 });
  });

  it.each(persons)('when somebody %s, and the day stays in the term: the entry is written', async (_what, say) => {
    await endEarlier();
    await endLater();
    const [said] = await runBetweenReadAndWrite<{ status: number }, unknown>(say, () =>
      other.call(saveTermDates, { year, term, term_start: '2025-09-02' }),
    );
    expect(said.status).toBe(200);
  });

  it('when somebody registers a class, and the day is in another term then: refused, because the class list may differ', async () => {
    await executeActionOfTest(PeriodEntity.put({ year, term: 2, dateStart: '2025-12-15', dateEnd: '2026-03-27' }));
    const move = async () => {
      await endEarlier();
      return other.call(saveTermDates, { year, term: 2, term_start: date });
    };
    const [said] = await runBetweenReadAndWrite<{ status: number; error?: { message: string[] } | undefined }, unknown>(
      persons[0][1],
      move,
    );
    expect([said.status, said.error?.message]).toEqual([409, [attendanceWordings.termDatesChanged]]);
    expect(await ofDay()).toEqual({ records: 0, counted: 0 });
  });

  it('when a student is scanned: the scan is stored, and counts once the day is in the term again', async () => {
    await runBetweenReadAndWrite(() => scanAtGate(date, 'S01', '07:40:00'), endEarlier);
    expect(await ofDay()).toEqual({ records: 1, counted: 2 });
    const attended = async () => (await office.call(readAttendanceOfStudent, { id: 'S01' })).body.terms[0]?.attendance;
    expect(await attended()).toBe(0);
    await endLater();
    expect(await attended()).toBe(2);
  });
});
