import { beforeAll, describe, expect, it } from 'vitest';
import { ClassDayCountsEntity } from '#functions/attendance/records/class-day.ts';
import { PeriodEntity } from '#functions/school/records/periods.ts';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { executeActionOfTest, putRecords } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { term, year } from '../../../support/school/small-school.ts';

const { listTermDates, saveTermDates } = attendanceContract;
const ofTerm = { year, term };

describe('Attendance - Set Term', () => {
  const school = schoolForTests();
  const admin = school.as('A1');
  beforeAll(async () => {
    await executeActionOfTest(PeriodEntity.put({ year, term: 2, dateStart: '2026-01-05', dateEnd: '2026-03-27' }));
  });

  it('lists every term, the latest first, with the days on which school is held', async () => {
    const { body } = await admin.call(listTermDates, {});
    expect(body.map((row) => [row.year, row.term, row.term_start, row.term_end])).toEqual([
      [year, 2, '2026-01-05', '2026-03-27'],
      [year, 1, '2025-09-01', '2025-12-12'],
    ]);
    const first = body[1]?.school_days ?? 0;
    // Fifteen weeks of five days, less what the demo school is closed.
    expect(first).toBeLessThanOrEqual(75);
    expect(first).toBeGreaterThan(60);
  });

  it('saves only the dates, and returns how many days with attendance are in no term any more', async () => {
    const day = { classId: '1A', formLevel: 1, half: '2025H2', am: 3 };
    await putRecords(ClassDayCountsEntity, [
      { ...day, date: '2025-12-11' },
      { ...day, date: '2025-12-12' },
      { ...day, date: '2025-12-12', classId: '1B' },
    ]);
    const { status, body } = await admin.call(saveTermDates, { ...ofTerm, term_end: '2025-12-11' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ term_start: '2025-09-01', term_end: '2025-12-11', days_outside: 1 });
    const data = await PeriodEntity.get(ofTerm);
    expect(data).toMatchObject({ possibleAttendance: 120, dateStart: '2025-09-01', dateEnd: '2025-12-11' });
    const back = await admin.call(saveTermDates, {
      ...ofTerm,
      term_end: '2025-12-12',
      was: { term_end: '2025-12-11' },
    });
    expect(back.body).toMatchObject({ term_end: '2025-12-12', days_outside: 0 });
  });

  it('refuses a date that somebody else changed since, with both values, and accepts the other', async () => {
    const was = { term_start: '2025-09-03', term_end: '2025-12-12' };
    const refused = await admin.call(saveTermDates, {
      ...ofTerm,
      term_start: '2025-09-02',
      term_end: '2025-12-12',
      was,
    });
    expect(refused.status).toBe(409);
    expect(refused.error?.conflict).toMatchObject({ field: 'term_start', yours: '2025-09-02', theirs: '2025-09-01' });
    const other = { ...ofTerm, term_start: '2025-09-03', term_end: '2025-12-10', was };
    expect((await admin.call(saveTermDates, other)).body).toMatchObject({
      term_start: '2025-09-01',
      term_end: '2025-12-10',
    });
  });

  it('refuses an end before the start, days of another term, and a term that is not on record', async () => {
    const statuses = await Promise.all(
      [
        { ...ofTerm, term_start: '2025-12-20', term_end: '2025-12-19' },
        { ...ofTerm, term_end: '2026-01-05' },
        { ...ofTerm, term_end: '2026-02-29' },
        { year: 2019, term, term_start: '2019-09-01', term_end: '2019-12-12' },
      ].map(async (input) => (await admin.call(saveTermDates, input)).status),
    );
    expect(statuses).toEqual([422, 422, 422, 404]);
  });
});
