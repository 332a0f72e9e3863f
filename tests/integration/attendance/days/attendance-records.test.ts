import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listLateRecords, readAttendanceOfStudents } from '#functions/attendance/records/read-records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { recordTraffic } from '../../../support/school/table-traffic.ts';
import { interleave } from '../../../support/step-by-step/stepped-requests.ts';
import { holdTimeForEachTest, readCountsOn, readRecordsOn, scanAtGate, writeDecisions } from '../attendance-days.ts';

schoolForTests();
// Days over a year old are looked for in the archive too.
holdTimeForEachTest('2026-07-01T16:00:00Z');

/** The counts of 1A, counted from its records one by one; excuses count for each missed session. */
async function recount(date: string) {
  const records = await readRecordsOn(date, 'S01', 'S02', 'S03');
  const count = (holds: (record: (typeof records)[number]) => boolean) => records.filter(holds).length;
  const counted = {
    am: count(({ am }) => am === 'P'),
    amAbsent: count(({ am }) => am === 'A'),
    pm: count(({ pm }) => pm === 'P'),
    pmAbsent: count(({ pm }) => pm === 'A'),
    late: count(({ late }) => late === true),
    excused: count(({ excused, am }) => !!excused && am !== 'P') + count(({ excused, pm }) => !!excused && pm !== 'P'),
    unmarked: count(({ am, pm }) => am === undefined && pm === undefined),
  };
  return Object.fromEntries(Object.entries(counted).filter(([, number]) => number !== 0));
}

describe('the records of a school day', () => {
  it('have a scan once, however often it is sent, and count it', async () => {
    await scanAtGate('2025-10-01', 'S01', '08:10:00');
    const [again] = await scanAtGate('2025-10-01', 'S01', '08:10:00');
    expect(again).toMatchObject({ am: 'P', pm: 'P', late: true, timeIn: '08:10:00', version: 1 });
    expect(await readCountsOn('2025-10-01')).toEqual({ '1A': { am: 1, pm: 1, late: 1 } });
  });

  it('match the counts of their classes after any interleaving of scans and decisions, and lose no scan', async () => {
    let day = 0;
    const student = fc.constantFrom('S01', 'S02', 'S03');
    const change = fc.oneof(
      fc.record({ student, time: fc.constantFrom('07:30:00', '08:30:00', '11:00:00', '15:00:00') }),
      fc.record({
        student,
        am: fc.constantFrom('P' as const, 'A' as const, null, 'by scans' as const),
        excused: fc.boolean(),
      }),
    );
    const changes = fc.array(change, { minLength: 2, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(changes, fc.infiniteStream(fc.nat()), async (all, dice) => {
        day += 1;
        const date = new Date(Date.UTC(2025, 8, day)).toISOString().slice(0, 10);
        const carryOut = async (one: (typeof all)[number]): Promise<unknown> => {
          if ('time' in one) return scanAtGate(date, one.student, one.time);
          const { student: studentId, ...decisions } = one;
          // Another change may come between reading and writing.
          return writeDecisions(date, { [studentId]: decisions }).catch(() => carryOut(one));
        };
        const results = await interleave(
          all.map((one) => () => carryOut(one)),
          (waiting) => waiting[(dice.next().value ?? 0) % waiting.length] ?? 0,
        );
        expect(results.filter(({ status }) => status === 'rejected')).toEqual([]);
        expect((await readCountsOn(date))['1A'] ?? {}).toEqual(await recount(date));
        const records = await readRecordsOn(date, 'S01', 'S02', 'S03');
        for (const one of all) {
          if (!('time' in one)) continue;
          const { scans = {} } = records.find(({ studentId }) => studentId === one.student) ?? {};
          expect(Object.values(scans)).toContain(one.time);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('are read for a range across new year in one request for fifty students and half years', async () => {
    for (const date of ['2025-12-11', '2026-01-06', '2026-07-01']) await scanAtGate(date, 'S41', '07:00:00');
    const traffic = await recordTraffic(async () => {
      const found = await readAttendanceOfStudents(['S41', 'S42'], { from: '2025-12-11', to: '2026-06-30' });
      expect(found.map(({ date }) => date).toSorted()).toEqual(['2025-12-11', '2026-01-06']);
    });
    expect(traffic.map(({ operation }) => operation)).toEqual(['ExecuteStatement']);
  });

  it('list late arrivals in a range of days, without those that were corrected since', async () => {
    for (const date of ['2026-02-27', '2026-03-02', '2026-03-03']) await scanAtGate(date, 'S11', '08:20:00');
    await writeDecisions('2026-03-02', { S11: { late: false } });
    const late = await listLateRecords({ from: '2026-02-27', to: '2026-03-03' });
    expect(late.map(({ date, studentId }) => `${date} ${studentId}`)).toEqual(['2026-02-27 S11', '2026-03-03 S11']);
  });
});
