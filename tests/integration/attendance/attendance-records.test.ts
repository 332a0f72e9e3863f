import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DayRules } from '#shared/attendance/day-state.ts';
import { classes, startSmallSchool } from '../../support/school/small-school.ts';
import { trafficOf } from '../../support/school/table-traffic.ts';
import { interleave } from '../../support/step-by-step/stepped-requests.ts';

let school: Awaited<ReturnType<typeof startSmallSchool>>;
beforeAll(async () => {
  school = await startSmallSchool();
});
// What is over a year old is looked for in the archive too.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-07-01T16:00:00Z') }));
afterEach(() => void vi.useRealTimers());
afterAll(() => school.stop());

const aggregate = async () => ({
  ...(await import('#functions/attendance/records/record-scans.ts')),
  ...(await import('#functions/attendance/records/change-record.ts')),
  ...(await import('#functions/attendance/records/write-records.ts')),
  ...(await import('#functions/attendance/records/read-records.ts')),
  ...(await import('#functions/attendance/records/class-day.ts')),
  ...(await import('#functions/attendance/records/school-calendar.ts')),
});

const pupil = (studentId: string, classId = '1A') => ({ studentId, classId, formLevel: Number(classId[0]) });
const rules: DayRules = {
  sessions: ['am', 'pm'],
  limits: {
    lateAfter: '08:00',
    amUntil: '10:00',
    pmFrom: '12:00',
    pmLateAfter: '13:00',
    pmUntil: '14:00',
    afternoonBy: 'arrival',
    leavesAfterMinutes: 30,
  },
};

/** What every class's counts of a day should be, counted from the records one by one. */
async function recount(date: string) {
  const { recordsOfDay } = await aggregate();
  const everybody = Object.values(classes).flat();
  const counted: Record<string, Record<string, number>> = {};
  for (const record of await recordsOfDay(everybody, date)) {
    counted[record.classId] ??= { am: 0, amAbsent: 0, pm: 0, pmAbsent: 0, late: 0, excused: 0, unmarked: 0 };
    const day = counted[record.classId] ?? {};
    const add = (name: string) => {
      day[name] = (day[name] ?? 0) + 1;
    };
    if (record.am === 'P') add('am');
    if (record.am === 'A') add('amAbsent');
    if (record.pm === 'P') add('pm');
    if (record.pm === 'A') add('pmAbsent');
    if (record.late) add('late');
    if (record.excused && record.am !== 'P') add('excused');
    if (record.excused && record.pm !== 'P') add('excused');
    if (record.am === undefined && record.pm === undefined) add('unmarked');
  }
  return withoutZeros(counted);
}

/** A class of which nothing is counted may have no counts at all. */
const withoutZeros = (days: Record<string, Record<string, number>>) =>
  Object.fromEntries(Object.entries(days).filter(([, day]) => Object.values(day).some((count) => count !== 0)));

async function kept(date: string) {
  const { classDays } = await aggregate();
  const days = await classDays({ from: date, to: date });
  return withoutZeros(
    Object.fromEntries(
      days.map(({ classId, am = 0, amAbsent = 0, pm = 0, pmAbsent = 0, late = 0, excused = 0, unmarked = 0 }) => [
        classId,
        { am, amAbsent, pm, pmAbsent, late, excused, unmarked },
      ]),
    ),
  );
}

describe('the records of a school day', () => {
  it('keep a scan once, whoever sends it again, and count its class', async () => {
    const { recordScans } = await aggregate();
    const scan = (studentId: string, time: string) =>
      recordScans({
        openAt: 'even closed',
        date: '2025-10-01',
        rules,
        students: [{ student: pupil(studentId), scans: { [`gate@${time}`]: time } }],
      });
    await scan('S01', '08:10:00');
    await scan('S01', '08:10:00');
    const [again] = await scan('S01', '08:10:00');
    expect(again).toMatchObject({ am: 'P', pm: 'P', late: true, timeIn: '08:10:00', version: 1 });
    expect(await kept('2025-10-01')).toEqual({
      '1A': { am: 1, amAbsent: 0, pm: 1, pmAbsent: 0, late: 1, excused: 0, unmarked: 0 },
    });
  });

  it('cost a scan one write of two items, and one of an item where the counts stay', async () => {
    const { recordScans, recordsOfDay } = await aggregate();
    const costOf = async (time: string, before: Awaited<ReturnType<typeof recordsOfDay>>[number] | undefined) => {
      const scans = { [`gate@${time}`]: time };
      const traffic = await trafficOf(() =>
        recordScans({
          openAt: {
            now: new Date('2025-10-02T12:00:00Z'),
            terms: [{ year: 2025, term: 1, dateStart: '2025-09-01', dateEnd: '2025-12-12' }],
          },
          date: '2025-10-02',
          rules,
          students: [{ student: pupil('S02'), scans, before }],
        }),
      );
      return traffic.map(({ operation, units }) => `${operation} ${units}`);
    };
    // A transaction takes two units for each kilobyte of an item; the look at the closed terms is one of them.
    expect(await costOf('07:40:00', undefined)).toEqual(['TransactWriteItems 6']);
    const [before] = await recordsOfDay(['S02'], '2025-10-02');
    expect(await costOf('15:00:00', before)).toEqual(['TransactWriteItems 4']);
  });

  it('count for each class and day what the records say, whatever happens side by side', async () => {
    const { recordScans, recordsOfDay, withDecisions, writeRecords } = await aggregate();
    let day = 0;
    const act = fc.oneof(
      fc.record({
        kind: fc.constant('scan' as const),
        student: fc.constantFrom('S01', 'S02', 'S03'),
        time: fc.constantFrom('07:30:00', '08:30:00', '11:00:00', '15:00:00'),
      }),
      fc.record({
        kind: fc.constant('decide' as const),
        student: fc.constantFrom('S01', 'S02', 'S03'),
        am: fc.constantFrom('P' as const, 'A' as const, null, 'by scans' as const),
        excused: fc.boolean(),
      }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(act, { minLength: 2, maxLength: 6 }),
        fc.infiniteStream(fc.nat()),
        async (acts, dice) => {
          day += 1;
          const date = new Date(Date.UTC(2025, 8, day)).toISOString().slice(0, 10);
          const carryOut = async (one: (typeof acts)[number]): Promise<void> => {
            if (one.kind === 'scan') {
              await recordScans({
                openAt: 'even closed',
                date,
                rules,
                students: [{ student: pupil(one.student), scans: { [`gate@${one.time}`]: one.time } }],
              });
              return;
            }
            for (;;) {
              const [before] = await recordsOfDay([one.student], date);
              const place = { student: pupil(one.student), date, rules, before };
              const after = withDecisions(place, { am: one.am, excused: one.excused }, { by: 'Mona', at: 'now' });
              if ((await writeRecords([{ before, after }], { openAt: 'even closed' })) !== 'refused') return;
            }
          };
          const results = await interleave(
            acts.map((one) => () => carryOut(one)),
            (waiting) => waiting[(dice.next().value ?? 0) % waiting.length] ?? 0,
          );
          expect(results.filter(({ status }) => status === 'rejected')).toEqual([]);
          expect(await kept(date)).toEqual(await recount(date));
          // Every scan is kept, whoever decided what meanwhile.
          const scanned = acts.filter((one) => one.kind === 'scan');
          const records = await recordsOfDay(['S01', 'S02', 'S03'], date);
          for (const { student, time } of scanned)
            expect(Object.values(records.find(({ studentId }) => studentId === student)?.scans ?? {})).toContain(time);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('are read of a class for a range across new year, in one request for fifty students and half years', async () => {
    const { recordScans, recordsOfStudents } = await aggregate();
    for (const date of ['2025-12-11', '2026-01-06', '2026-07-01'])
      await recordScans({
        openAt: 'even closed',
        date,
        rules,
        students: [{ student: pupil('S41', '4A'), scans: { 'gate@07:00:00': '07:00:00' } }],
      });
    const traffic = await trafficOf(async () => {
      const found = await recordsOfStudents(['S41', 'S42'], { from: '2025-12-11', to: '2026-06-30' });
      expect(found.map(({ date }) => date).toSorted()).toEqual(['2025-12-11', '2026-01-06']);
    });
    expect(traffic.map(({ operation }) => operation)).toEqual(['ExecuteStatement']);
  });

  it('list who was late, of a range of days, and nobody who was said to be in time since', async () => {
    const { recordScans, recordsOfDay, lateRecords, withDecisions, writeRecords } = await aggregate();
    const dates = ['2026-02-27', '2026-03-02', '2026-03-03'];
    for (const date of dates)
      await recordScans({
        openAt: 'even closed',
        date,
        rules,
        students: [{ student: pupil('S11', '1B'), scans: { 'gate@08:20:00': '08:20:00' } }],
      });
    const [before] = await recordsOfDay(['S11'], '2026-03-02');
    const place = { student: pupil('S11', '1B'), date: '2026-03-02', rules, before };
    const after = withDecisions(place, { late: false }, { by: 'Mona', at: 'now' });
    await writeRecords([{ before, after }], { openAt: 'even closed' });
    const late = await lateRecords({ from: '2026-02-27', to: '2026-03-03' });
    expect(late.map(({ date, studentId }) => `${date} ${studentId}`)).toEqual(['2026-02-27 S11', '2026-03-03 S11']);
  });
});
