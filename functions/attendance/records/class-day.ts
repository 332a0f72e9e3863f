import type { EntityItem } from 'electrodb';
import type { Session } from '#shared/attendance/limits.ts';
import { entity, itemKey } from '../../platform/table/table.ts';
import { textPages } from '../../platform/table/text-pages.ts';
import { type AttendanceItem, type DayRange, halvesOf } from './attendance-record.ts';

/** Counts of a class on a day. Each write of a record updates them in the same transaction, so they always match the records. */
export const ClassDay = entity({
  model: { entity: 'class-day', version: '1', service: 'formroom' },
  attributes: {
    date: { type: 'string', required: true },
    classId: { type: 'string', required: true },
    formLevel: { type: 'number', required: true },
    /** Students present, and said to be absent, in each session. */
    am: { type: 'number' },
    amAbsent: { type: 'number' },
    pm: { type: 'number' },
    pmAbsent: { type: 'number' },
    /** Students who were late. */
    late: { type: 'number' },
    /** Sessions missed with an excuse. */
    excused: { type: 'number' },
    /** Students with a record and no mark: a reason was told beforehand, or they were scanned on a day that was closed. */
    unmarked: { type: 'number' },
    /** Version of the day's setting: records that were decided by an earlier one are no longer counted in (ADR 0058). */
    setting: { type: 'number' },
    /** Half year of the date: `halfOf`. */
    half: { type: 'string', required: true },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['half'], template: 'attendance-days#${half}', casing: 'none' },
      sk: { field: 'sk', composite: ['date', 'classId'], template: '${date}#${classId}', casing: 'none' },
    },
  },
});

export type ClassDayItem = EntityItem<typeof ClassDay>;

export const counts = ['am', 'amAbsent', 'pm', 'pmAbsent', 'late', 'excused', 'unmarked'] as const;
export type Counts = Record<(typeof counts)[number], number>;

/** What a record adds to its class's day, from the record alone: the day's rules may have changed since it was counted. */
export function countsOf(
  record: Pick<AttendanceItem, 'am' | 'pm' | 'late' | 'excusedSessions' | 'deletedAt'> | undefined,
): Counts {
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

/** True where anybody of the class was marked in the session: an empty register does not mean that everybody was absent. */
export const isTaken = (day: Partial<Counts> | undefined, session: Session): boolean =>
  (day?.[session] ?? 0) + (day?.[`${session}Absent`] ?? 0) > 0;

/** How many students of the class were marked. */
export const recordedOf = ({ am = 0, amAbsent = 0, pm = 0, pmAbsent = 0 }: Partial<Counts>): number =>
  Math.max(am + amAbsent, pm + pmAbsent);

/** How many records the class's day has. */
export const recordsOf = (day: Partial<Counts>): number => recordedOf(day) + Math.max(0, day.unmarked ?? 0);

/**
 * The counts of every class and day of a range, by day and class. A query for each half year and each megabyte. A year has some 6,000, so they
 * are read as they come: ElectroDB and the SDK would take three times as long to take them apart.
 */
export async function classDays({ from, to }: DayRange): Promise<ClassDayItem[]> {
  const halves = await Promise.all(halvesOf({ from, to }).map((half) => halfOfDays(half, { from, to })));
  return halves.flat();
}

const numbers = ['formLevel', ...counts, 'setting'] as const;

async function halfOfDays(half: string, { from, to }: DayRange): Promise<ClassDayItem[]> {
  const { pk: partition } = itemKey(ClassDay, { half, date: from, classId: '' }).key;
  const days: ClassDayItem[] = [];
  // `~` comes after everything that a class can be called.
  const pages = textPages({ partition, between: [from, `${to}#~`], only: ['date', 'classId', ...numbers] });
  for await (const { items } of pages) {
    for (const item of items) {
      const told = numbers.flatMap((name) => (item[name]?.N === undefined ? [] : [[name, Number(item[name].N)]]));
      days.push({
        date: item.date?.S ?? '',
        classId: item.classId?.S ?? '',
        formLevel: 0,
        half,
        ...Object.fromEntries(told),
      });
    }
  }
  return days;
}
