import { gatherPartitions } from '../platform/table/gather-partitions.ts';
import { readMany } from '../platform/table/table.ts';
import { type AttendanceItem, AttendanceRecord, attendanceKey, type DayRange, halvesOf } from './attendance-record.ts';

/** What a list or a report reads of a record. */
const shown = [
  'studentId',
  'date',
  'classId',
  'formLevel',
  'version',
  'scans',
  'am',
  'pm',
  'late',
  'timeIn',
  'timeOut',
  'reason',
  'excused',
  'deletedAt',
] as const satisfies readonly (keyof AttendanceItem)[];

/** A record without its stamps. */
export type ShownRecord = Pick<AttendanceItem, (typeof shown)[number]>;

/**
 * The records of students in a range of days, by student and day. A statement for each fifty students and half year, and for
 * each megabyte of records (some 3,000): a class's term is one or two.
 */
export async function recordsOfStudents(studentIds: readonly string[], range: DayRange): Promise<ShownRecord[]> {
  const found = await gatherPartitions({
    partitions: studentIds.flatMap((student) => halvesOf(range).map((half) => `attendance#${student}#${half}`)),
    only: shown,
    consistent: true,
  });
  return (found as unknown as ShownRecord[]).filter(
    ({ date, deletedAt }) => deletedAt === undefined && range.from <= date && date <= range.to,
  );
}

/** The whole records of students on one day, those that are there. One request for each hundred. */
export async function recordsOfDay(studentIds: readonly string[], date: string): Promise<AttendanceItem[]> {
  return readMany(studentIds.map((studentId) => attendanceKey(studentId, date)));
}

/** Records of students who were late, by day and class. A query for each month. A moment behind: it comes from an index. */
export async function lateRecords({ from, to }: DayRange): Promise<AttendanceItem[]> {
  const months = await Promise.all(
    monthsOf({ from, to }).map((lateMonth) =>
      AttendanceRecord.query
        .late({ lateMonth })
        .between({ date: from }, { date: to, classId: '~' })
        .go({ pages: 'all' }),
    ),
  );
  return months.flatMap(({ data }) => data).filter(({ deletedAt }) => deletedAt === undefined);
}

function monthsOf({ from, to }: DayRange): string[] {
  const months: string[] = [];
  for (let month = from.slice(0, 7); month <= to.slice(0, 7); month = nextMonth(month)) months.push(month);
  return months;
}

const nextMonth = (month: string): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 1)).toISOString().slice(0, 7);
