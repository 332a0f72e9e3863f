import { readPartitionsTogether } from '../../platform/table/gather-partitions.ts';
import { readMany } from '../../platform/table/table.ts';
import { type LateRecord, readArchivedLateRecords, readArchivedRecords } from './archived-attendance.ts';
import {
  type AttendanceItem,
  AttendanceRecordEntity,
  attendanceKey,
  type DayRange,
  halfYearsOf,
} from './attendance-record.ts';
import { listStoredClassDays } from './class-day.ts';

/** Attributes that lists and reports read. */
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
  'excusedSessions',
  'deletedAt',
] as const satisfies readonly (keyof AttendanceItem)[];

/** Attributes that are always read. */
const named = ['studentId', 'date', 'deletedAt'] as const;
type Named = (typeof named)[number];

/** A record without its stamps. */
export type RecordWithoutStamps = Pick<AttendanceItem, (typeof shown)[number]>;

/**
 * The records of students in a range of days, from the table and the archive (ADR 0058). A statement for each fifty
 * students and half year, and for each megabyte of records (some 3,000): a class's term is one or two. Ranges over a
 * year old also need the requests of `readArchivedRecords`.
 * @param only attributes beside student and day; all that lists and reports show without it
 */
export async function readAttendanceOfStudents<K extends keyof RecordWithoutStamps = keyof RecordWithoutStamps>(
  studentIds: readonly string[],
  range: DayRange,
  only: readonly K[] = shown as readonly string[] as readonly K[],
): Promise<Pick<RecordWithoutStamps, K | Named>[]> {
  const names = [...new Set<keyof RecordWithoutStamps>([...named, ...only])];
  // The table first, so that a record that is archived meanwhile is not missed.
  const stored = (await readPartitionsTogether({
    partitions: studentIds.flatMap((student) => halfYearsOf(range).map((half) => `attendance#${student}#${half}`)),
    only: names,
    consistent: true,
  })) as unknown as RecordWithoutStamps[];
  const archived = await readArchivedRecords(studentIds, range);
  return mergeByDay(
    archived.map((one) => pick(one, names)),
    stored,
  ).filter(({ date, deletedAt }) => deletedAt === undefined && range.from <= date && date <= range.to);
}

const pick = (record: AttendanceItem, names: readonly (keyof RecordWithoutStamps)[]): RecordWithoutStamps =>
  Object.fromEntries(names.map((name) => [name, record[name]])) as unknown as RecordWithoutStamps;

/** One record a day: that of the table, where it is in both during archiving. */
function mergeByDay<R extends Pick<AttendanceItem, 'studentId' | 'date'>>(
  archived: readonly R[],
  stored: readonly R[],
): readonly R[] {
  if (archived.length === 0) return stored;
  return [...new Map([...archived, ...stored].map((one) => [`${one.studentId} ${one.date}`, one])).values()];
}

/** The complete record of a student's day in the archive. */
export async function readArchivedRecord(studentId: string, date: string): Promise<AttendanceItem | undefined> {
  return (await readArchivedRecords([studentId], { from: date, to: date }))[0];
}

/** The complete records of students on one day, from the table. One request for each hundred. */
export async function readAttendanceOfDay(studentIds: readonly string[], date: string): Promise<AttendanceItem[]> {
  return readMany(studentIds.map((studentId) => attendanceKey(studentId, date)));
}

/**
 * Late arrivals, from the table and the archive. A query for each month, and for each archived half year. Eventually
 * consistent: it reads an index.
 */
export async function listLateRecords({ from, to }: DayRange): Promise<LateRecord[]> {
  const months = await Promise.all(
    monthsOf({ from, to }).map((lateMonth) =>
      AttendanceRecordEntity.queryBy('late', { lateMonth }, { between: [from, `${to}#~`] }),
    ),
  );
  const stored = months.flat().filter(({ deletedAt }) => deletedAt === undefined);
  return [...mergeByDay<LateRecord>(await readArchivedLateRecords({ from, to }), stored)];
}

/** A record with a missed session, and whether somebody explained it. */
export type AbsenceRecord = Pick<AttendanceItem, 'studentId' | 'date' | 'am' | 'pm' | 'reason' | 'excused'>;

/**
 * The missed days of every student, from the index of absences: a query for each month and one for each half year of
 * the classes' counts, however many students were there. The counts are written with the records, so where they count
 * other absences than the index has, the records of `readStudentIds` are read ({@link readAttendanceOfStudents}): the
 * index lacks what a version without it wrote, and lags. For days of the last year.
 */
export async function listAbsences(
  range: DayRange,
  readStudentIds: () => Promise<readonly string[]>,
): Promise<AbsenceRecord[]> {
  const [months, counted] = await Promise.all([
    Promise.all(
      monthsOf(range).map((absentMonth) =>
        AttendanceRecordEntity.queryBy(
          'absent',
          { absentMonth },
          {
            between: [range.from, `${range.to}#~`],
            only: ['studentId', 'date', 'classId', 'am', 'pm', 'reason', 'excused'],
          },
        ),
      ),
    ),
    listStoredClassDays(range),
  ]);
  const indexed = months.flat();
  const missing = new Map<string, number>();
  const add = ({ date, classId }: Pick<AttendanceItem, 'date' | 'classId'>, session: 'am' | 'pm', count: number) => {
    const key = `${date}#${classId}#${session}`;
    missing.set(key, (missing.get(key) ?? 0) + count);
  };
  for (const day of counted) {
    add(day, 'am', day.amAbsent ?? 0);
    add(day, 'pm', day.pmAbsent ?? 0);
  }
  for (const record of indexed) {
    if (record.am === 'A') add(record, 'am', -1);
    if (record.pm === 'A') add(record, 'pm', -1);
  }
  const isWhole = [...missing.values()].every((count) => count === 0);
  if (isWhole) return indexed;
  const records = await readAttendanceOfStudents(await readStudentIds(), range, ['am', 'pm', 'reason', 'excused']);
  return records.filter(({ am, pm }) => am === 'A' || pm === 'A');
}

function monthsOf({ from, to }: DayRange): string[] {
  const months: string[] = [];
  for (let month = from.slice(0, 7); month <= to.slice(0, 7); month = nextMonth(month)) months.push(month);
  return months;
}

const nextMonth = (month: string): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 1)).toISOString().slice(0, 7);
