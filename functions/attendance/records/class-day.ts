import type { AttendanceSession } from '#shared/attendance/limits.ts';
import { datesBetween } from '#shared/attendance/school-days.ts';
import { entity } from '../../platform/table/entity.ts';
import { readRawPages } from '../../platform/table/text-pages.ts';
import { type AttendanceItem, type DayRange, halfYearsOf } from './attendance-record.ts';
import { type DaySource, readKeptDays } from './kept-days.ts';

/** Attendance of a class on a day. */
export interface ClassDayCounts {
  /** Students marked present and absent in each session. */
  am: number;
  amAbsent: number;
  pm: number;
  pmAbsent: number;
  /** Students who were late. */
  late: number;
  /** Sessions missed with an excuse. */
  excused: number;
  /** Students with a record and no mark: an absence notice, or a scan on a day that was closed. */
  unmarked: number;
}
export const classDayCountNames = ['am', 'amAbsent', 'pm', 'pmAbsent', 'late', 'excused', 'unmarked'] as const;

/** The counts of a class on a day. Each write of a record updates them in the same transaction. */
export interface ClassDayItem extends Partial<ClassDayCounts> {
  date: string;
  classId: string;
  formLevel: number;
  /** Version of the day's setting. Records that follow an earlier one are refused (ADR 0058). */
  setting?: number | undefined;
  /** Half year of the date: `halfYearOf`. */
  half: string;
}

export const ClassDayCountsEntity = entity<ClassDayItem>()({
  name: 'class-day',
  pk: 'attendance-days#${half}',
  sk: '${date}#${classId}',
  open: 'counts follow the records of the day',
});

/** What a record adds to the counts of its class. It does not use the day's rules, which may have changed since. */
export function countsOfRecord(
  record: Pick<AttendanceItem, 'am' | 'pm' | 'late' | 'excusedSessions' | 'deletedAt'> | undefined,
): ClassDayCounts {
  const is = (holds: boolean) => (record && record.deletedAt === undefined && holds ? 1 : 0);
  return {
    am: is(record?.am === 'P'),
    amAbsent: is(record?.am === 'A'),
    pm: is(record?.pm === 'P'),
    pmAbsent: is(record?.pm === 'A'),
    late: is(record?.late === true),
    excused: is(true) * (record?.excusedSessions ?? 0),
    unmarked: is(record?.am === undefined && record?.pm === undefined),
  };
}

/**
 * True where any student of the class was marked in the session. An empty register does not mean that all were absent.
 */
export const isSessionTaken = (day: Partial<ClassDayCounts> | undefined, session: AttendanceSession): boolean =>
  (day?.[session] ?? 0) + (day?.[`${session}Absent`] ?? 0) > 0;

/** Students of the class who were marked. */
export const markedStudentCount = ({ am = 0, amAbsent = 0, pm = 0, pmAbsent = 0 }: Partial<ClassDayCounts>): number =>
  Math.max(am + amAbsent, pm + pmAbsent);

/** Records of the class on the day. */
export const recordCountOfDay = (day: Partial<ClassDayCounts>): number =>
  markedStudentCount(day) + Math.max(0, day.unmarked ?? 0);

/** A class's day with its counts. */
export type CountedClassDay = Pick<ClassDayItem, 'date' | 'classId' | keyof ClassDayCounts>;

/**
 * The counts of every class that has records, and day of a range, by day. One request for what is kept
 * (`readKeptDays`), and of other days a query for those that follow one another.
 */
export async function readClassDays({ from, to }: DayRange): Promise<CountedClassDay[]> {
  const days = await readKeptDays(countsByDay, { dates: datesBetween(from, to) });
  return [...days].flatMap(([date, classes]) =>
    Object.entries(classes).map(([classId, counts]) => ({
      date,
      classId,
      ...(Object.fromEntries(classDayCountNames.map((name, place) => [name, counts[place]])) as {
        [N in keyof ClassDayCounts]: number;
      }),
    })),
  );
}

/** By class the counts, in the order of {@link classDayCountNames}. */
export const countsByDay: DaySource<readonly number[]> = {
  of: 'counts',
  format: 1,
  hasAllNames: true,
  read: async (dates) => {
    const found = await Promise.all(runsOf(dates).map(listStoredClassDays));
    const byDay = Map.groupBy(found.flat(), ({ date }) => date);
    return new Map(
      dates.map((date) => [
        date,
        Object.fromEntries(
          (byDay.get(date) ?? [])
            .filter((day) => recordCountOfDay(day) > 0)
            .map((day) => [day.classId, classDayCountNames.map((name) => day[name] ?? 0)]),
        ),
      ]),
    );
  },
};

/** Days in ranges of those that follow one another. */
function runsOf(dates: readonly string[]): DayRange[] {
  const runs: DayRange[] = [];
  for (const date of dates) {
    const last = runs.at(-1);
    if (last && Date.parse(date) - Date.parse(last.to) <= 86_400_000) last.to = date;
    else runs.push({ from: date, to: date });
  }
  return runs;
}

/**
 * The same as it is stored, with classes that have no record any more. A query for each half year and each megabyte. A
 * year has some 6,000, which are parsed here because the SDK's document client takes three times as long.
 */
export async function listStoredClassDays({ from, to }: DayRange): Promise<ClassDayItem[]> {
  const halves = await Promise.all(halfYearsOf({ from, to }).map((half) => halfOfDays(half, { from, to })));
  return halves.flat();
}

const numbers = ['formLevel', ...classDayCountNames, 'setting'] as const;

async function halfOfDays(half: string, { from, to }: DayRange): Promise<ClassDayItem[]> {
  const { pk: partition } = ClassDayCountsEntity.key({ half, date: from, classId: '' }).key;
  const days: ClassDayItem[] = [];
  // `~` comes after everything that a class can be called.
  const pages = readRawPages({ partition, between: [from, `${to}#~`], only: ['date', 'classId', ...numbers] });
  for await (const { items } of pages) {
    for (const item of items) {
      const stored = numbers.flatMap((name) => (item[name]?.N === undefined ? [] : [[name, Number(item[name].N)]]));
      days.push({
        date: item.date?.S ?? '',
        classId: item.classId?.S ?? '',
        formLevel: 0,
        half,
        ...Object.fromEntries(stored),
      });
    }
  }
  return days;
}
