import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { AttendanceRecordEntity, halfYearOf } from '#functions/attendance/records/attendance-record.ts';
import { ClassDayCountsEntity, readClassDays } from '#functions/attendance/records/class-day.ts';
import { readDayFacts, repairKeptDays } from '#functions/attendance/reports/day-facts.ts';
import { writeBatches } from '#functions/platform/table/table.ts';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { readPrintedSheets } from '../../../support/files/printed-sheets.ts';
import {
  createTableClientOfTests,
  findTableOfPartition,
  scanBothTables,
  type TableItem,
} from '../../../support/school/both-tables.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { studentIdsOfClasses } from '../../../support/school/small-school.ts';
import { restoreAfterEach } from '../../../support/school/table-content.ts';
import { recordTraffic } from '../../../support/school/table-traffic.ts';
import { runBetweenReadAndWrite } from '../../../support/step-by-step/run-between-read-and-write.ts';
import { hookTable } from '../../../support/step-by-step/table-requests.ts';
import { holdTimeForEachTest, scanAtGate, writeDecisions } from '../attendance-days.ts';

const office = schoolForTests().as('A1');

/*
 * The first week of September, read on 15 October: it has long passed, and its days are kept once they were read. 1A
 * has six students: on Monday S01 is late and S02 away with an excuse, on Tuesday all are there.
 */
const [monday, tuesday] = ['2025-09-01', '2025-09-02'];
const dates = [monday, tuesday];
const ids = [...studentIdsOfClasses['1A']];
holdTimeForEachTest('2025-10-15T14:00:00Z');

beforeAll(async () => {
  await writeDecisions(monday, { S01: { am: 'P', pm: 'P', late: true }, S02: { am: 'A', pm: 'A', excused: true } });
  await writeDecisions(tuesday, Object.fromEntries(ids.map((id) => [id, { am: 'P' as const, pm: 'P' as const }])));
});
restoreAfterEach();

const marksOf = async (studentIds: readonly string[], days = dates, classId = '1A') => {
  const facts = await readDayFacts(classId, { studentIds, dates: days });
  return Object.fromEntries(
    [...facts].map(([id, own]) => [
      id,
      days.map((date) => {
        const { am = '-', pm = '-', late, excused, classId: of } = own.get(date) ?? {};
        return [am, pm, late ? ' late' : '', excused ? ' excused' : '', of && of !== classId ? ` in ${of}` : ''].join(
          '',
        );
      }),
    ]),
  );
};
const countsOf = async (date: string) => {
  const days = await readClassDays({ from: date, to: date });
  return Object.fromEntries(days.map(({ classId, date: _date, ...counts }) => [classId, counts]));
};
const asked = async (work: () => Promise<unknown>) => {
  const traffic = await recordTraffic(work);
  return {
    requests: traffic.map(({ operation }) => operation),
    units: traffic.reduce((sum, one) => sum + one.units, 0),
  };
};
const keptMonths = async () =>
  (await scanBothTables()).filter(({ pk, sk }) => String(pk).startsWith('attendance-kept#') && sk !== 'changes');

const none = { am: 0, amAbsent: 0, pm: 0, pmAbsent: 0, late: 0, excused: 0, unmarked: 0 };
const onMonday = { '1A': { ...none, am: 1, amAbsent: 1, pm: 1, pmAbsent: 1, late: 1, excused: 2 } };

describe('days that are over', () => {
  it('are read once from the records, and then in one request of two units', async () => {
    const marks = { S01: ['PP late', 'PP'], S02: ['AA excused', 'PP'], S03: ['--', 'PP'] };
    expect(await marksOf(['S01', 'S02', 'S03'])).toEqual(marks);
    expect(await countsOf(monday)).toEqual(onMonday);
    const again = await asked(async () => expect(await marksOf(['S01', 'S02', 'S03'])).toEqual(marks));
    expect(again).toEqual({ requests: ['BatchGetItem'], units: 2 });
    const counts = await asked(async () => expect(await countsOf(monday)).toEqual(onMonday));
    expect(counts).toEqual({ requests: ['BatchGetItem'], units: 2 });
  });

  it('are kept for as long as their records can be in no archive', async () => {
    await marksOf(ids);
    const [kept] = await keptMonths();
    // A year and a day after the last day of the half year.
    expect(kept?.expires).toBe(Date.parse('2027-01-01T00:00:00Z') / 1000);
    vi.setSystemTime(new Date('2027-01-02T12:00:00Z'));
    const { requests } = await asked(() => marksOf(['S01']));
    expect(requests).toContain('ExecuteStatement');
    expect(await keptMonths()).toEqual([kept]);
  });

  it.each([
    ['a scan', () => scanAtGate(monday, 'S03', '07:30:00'), { S03: ['PP', 'PP'] }],
    ['a correction', () => writeDecisions(monday, { S01: { late: false } }), { S01: ['PP', 'PP'] }],
    ['an excuse', () => writeDecisions(monday, { S01: { excused: true } }), { S01: ['PP late excused', 'PP'] }],
  ])('%s changes what is kept of its day alone', async (_what, change, expected) => {
    await marksOf(ids);
    await countsOf(monday);
    await change();
    const { requests } = await asked(async () => expect(await marksOf(ids)).toMatchObject(expected));
    // Six students of a day, by key, and what is kept of the month again.
    expect(requests).toEqual(['BatchGetItem', 'BatchGetItem', 'PutItem']);
    expect((await asked(() => marksOf(ids))).requests).toEqual(['BatchGetItem']);
    expect(await marksOf(ids)).toMatchObject(expected);
  });

  it('a record that is written while its day is read is in the next report', async () => {
    await runBetweenReadAndWrite(
      () => writeDecisions(monday, { S03: { am: 'P', pm: 'P' } }),
      async () => expect((await marksOf(ids)).S03).toEqual(['--', 'PP']),
    );
    expect((await marksOf(ids)).S03).toEqual(['PP', 'PP']);
    // Between the reader's two requests.
    let isWritten = false;
    await hookTable(
      async ({ input, send }) => {
        const answer = await send();
        if (!isWritten && JSON.stringify(input).includes('attendance-kept')) {
          isWritten = true;
          await writeDecisions(monday, { S04: { am: 'P', pm: 'P' } });
        }
        return answer;
      },
      () => marksOf(ids),
    );
    expect((await marksOf(ids)).S04).toEqual(['PP', 'PP']);
  });

  it('a student who is new on the list is read, and the others are not', async () => {
    await marksOf(['S01', 'S02']);
    const reads: string[] = [];
    await hookTable(
      ({ input, send }) => {
        reads.push(...(JSON.stringify(input).match(/attendance#\w+/g) ?? []));
        return send();
      },
      async () =>
        expect(await marksOf(['S01', 'S02', 'S03'])).toMatchObject({ S03: ['--', 'PP'], S01: ['PP late', 'PP'] }),
    );
    expect(new Set(reads)).toEqual(new Set(['attendance#S03']));
  });

  it('a record of another class is shown in the student’s class of the term, with the class in which it was taken', async () => {
    await writeDecisions('2025-09-03', { S01: { am: 'A' } }, (studentId) => ({
      studentId,
      classId: '1B',
      formLevel: 1,
    }));
    for (const _time of ['from the records', 'as it is kept'])
      expect(await marksOf(['S01'], ['2025-09-03'])).toEqual({ S01: ['A- in 1B'] });
  });
});

describe('the last two days', () => {
  it('are read from the records each time', async () => {
    const [yesterday, today] = ['2025-10-14', '2025-10-15'];
    await writeDecisions(yesterday, { S01: { am: 'P' } });
    for (const mark of ['P', 'A'] as const) {
      await writeDecisions(today, { S01: { am: mark } });
      expect(await marksOf(['S01'], [yesterday, today])).toEqual({ S01: ['P-', `${mark}-`] });
      expect((await countsOf(today))['1A']).toEqual({ ...none, [mark === 'P' ? 'am' : 'amAbsent']: 1 });
    }
    expect(await keptMonths()).toEqual([]);
  });
});

describe('what is kept', () => {
  const change = (how: (item: TableItem) => object) => async () => {
    for (const item of await keptMonths()) {
      const Item = { ...item, ...how(item) };
      await createTableClientOfTests().send(new PutCommand({ TableName: findTableOfPartition(item.pk), Item }));
    }
  };
  it.each([
    ['damaged', change(() => ({ content: new Uint8Array([1, 2, 3]) }))],
    ['cut off', change(({ content }) => ({ content: (content as Uint8Array).slice(0, 9) }))],
    ['of another format', change(() => ({ format: 0 }))],
  ])('is made again where it is %s', async (_what, spoil) => {
    const [before, counts] = [await marksOf(ids), await countsOf(monday)];
    const whole = await keptMonths();
    await spoil();
    expect([await marksOf(ids), await countsOf(monday)]).toEqual([before, counts]);
    expect(await keptMonths()).toEqual(whole);
  });

  it('is compared with the records by the check, which corrects it', async () => {
    const right = [await marksOf(ids), await countsOf(monday)];
    expect(await repairKeptDays('2025H2')).toEqual([]);
    // As a version from before it was kept writes: no change of the day is counted.
    const half = '2025H2';
    await executeActionOfTest(
      AttendanceRecordEntity.update({ studentId: 'S01', date: monday, half }, { set: { late: false } }),
    );
    await executeActionOfTest(ClassDayCountsEntity.update({ date: monday, classId: '1A', half }, { set: { late: 0 } }));
    expect([await marksOf(ids), await countsOf(monday)]).toEqual(right);
    expect((await repairKeptDays(half)).sort()).toEqual(['class#1A 2025-09', 'counts 2025-09']);
    expect(await marksOf(ids)).toMatchObject({ S01: ['PP', 'PP'] });
    expect(await countsOf(monday)).toEqual({ '1A': { ...onMonday['1A'], late: 0 } });
    expect(await repairKeptDays(half)).toEqual([]);
  });

  it('takes a class of 120 with a whole month in a few kilobytes', async () => {
    const many = Array.from({ length: 120 }, (_, index) => `M${String(index).padStart(3, '0')}`);
    const month = Array.from({ length: 22 }, (_, day) => `2025-09-${String(day + 1).padStart(2, '0')}`);
    await writeBatches(
      many.flatMap((studentId, row) =>
        month.map((date, day) =>
          AttendanceRecordEntity.item({
            studentId,
            date,
            classId: '1A',
            formLevel: 1,
            version: 1,
            half: halfYearOf(date),
            am: (row + day) % 7 ? 'P' : 'A',
            pm: 'P',
          }),
        ),
      ),
    );
    const read = async () => (await marksOf(many, month)).M006?.slice(0, 3);
    expect(await read()).toEqual(['PP', 'AP', 'PP']);
    const again = await asked(async () => expect(await read()).toEqual(['PP', 'AP', 'PP']));
    expect(again.requests).toEqual(['BatchGetItem']);
    expect(again.units).toBeLessThanOrEqual(4);
  });
});

describe('reports', () => {
  it('have a class’s month in ten requests and fifteen units, and a term in as many', async () => {
    const report = (input: object) =>
      office.call(attendanceContract.printClassAttendance, { classId: '1A', ...input } as never);
    const month = { dates: ['2025-09-01', '2025-09-30'] };
    const ofTerm = { dates: ['2025-09-01', '2025-10-10'] };
    for (const input of [month, ofTerm]) await report(input);
    const small = await asked(() => report(month));
    expect(small.requests).toHaveLength(10);
    expect(small.units).toBeLessThanOrEqual(15);
    const term_ = await asked(() => report(ofTerm));
    expect(term_.requests).toHaveLength(10);
    expect(term_.units).toBeLessThanOrEqual(small.units + 2);
    const [sheet] = await readPrintedSheets((await report({ dates })).bytes);
    expect(sheet?.rows.slice(1, 4).map((row) => row.slice(1))).toEqual([
      ['Lastname S01, Pupil S01', '4', '4', '0', '0', '1', '100 %', 'L', 'P'],
      ['Lastname S02, Pupil S02', '4', '2', '2', '2', '0', '50 %', 'E', 'P'],
      ['Lastname S03, Pupil S03', '4', '2', '2', '0', '0', '50 %', 'A', 'P'],
    ]);
  });

  it('have the school’s summary of two months in the requests of one, and a unit more', async () => {
    const summary = (from: string, to: string) =>
      office.call(attendanceContract.readAttendanceSummary, { dates: [from, to] });
    const [month, both] = [() => summary('2025-09-01', '2025-09-30'), () => summary('2025-09-01', '2025-10-10')];
    expect((await both()).body.attendance_school).toMatchObject({ attendance: 14, excused: 2, late: 1 });
    const [short, long] = [await asked(month), await asked(both)];
    expect(short.requests).toHaveLength(8);
    expect(long.requests.toSorted()).toEqual(short.requests.toSorted());
    expect(long.units - short.units).toBeLessThanOrEqual(1);
  });
});
