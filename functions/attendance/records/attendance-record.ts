import type { DayDecisions } from '#shared/attendance/day-state.ts';
import type { SessionMark } from '#shared/attendance/limits.ts';
import { entity } from '../../platform/table/entity.ts';

/** A person's role in a class, stored with an entry. */
const rolesInClass = ['office', 'form teacher', 'lesson'] as const;
export type RegistrarRole = (typeof rolesInClass)[number];

/**
 * A student's attendance on a school day: one record, whatever its source (rule 37, ADR 0058). Scans and a person's
 * decisions are stored separately; `am`, `pm`, `late` and the times are computed from them under the day's limits
 * (`computeDayState`). A field that a person decided has that person's stamp; the decision stays when the limits
 * change.
 */
export interface AttendanceItem {
  studentId: string;
  /** yyyy-MM-dd at the school. */
  date: string;
  /** The student's class when the record was created. Its counts include the record. */
  classId: string;
  formLevel: number;
  /** Optimistic lock. */
  version: number;
  /** Version of the day's setting that the state follows; absent where it follows the school file. */
  setting?: number | undefined;
  /**
   * HH:mm:ss at the school of each scan, by source and the source's own time, so that a scan that is sent twice is
   * stored once.
   */
  scans?: Readonly<Record<string, string>> | undefined;
  /** A person's decisions by field; null decides that the field has no value. */
  decided?: DayDecisions | undefined;
  am?: SessionMark | undefined;
  pm?: SessionMark | undefined;
  late?: boolean | undefined;
  timeIn?: string | undefined;
  timeOut?: string | undefined;
  /** Why the student was away, in a person's words. */
  reason?: string | undefined;
  excused?: boolean | undefined;
  /** Sessions missed with an excuse, as the class's counts include them. */
  excusedSessions?: number | undefined;
  /** Display name of the person who decided the field, and the UTC time. */
  amBy?: string | undefined;
  amAt?: string | undefined;
  pmBy?: string | undefined;
  pmAt?: string | undefined;
  lateBy?: string | undefined;
  lateAt?: string | undefined;
  /** The person's role; absent from old entries. */
  amAs?: (typeof rolesInClass)[number] | undefined;
  pmAs?: (typeof rolesInClass)[number] | undefined;
  lateAs?: (typeof rolesInClass)[number] | undefined;
  timeInBy?: string | undefined;
  timeInAt?: string | undefined;
  timeOutBy?: string | undefined;
  timeOutAt?: string | undefined;
  reasonBy?: string | undefined;
  reasonAt?: string | undefined;
  excusedBy?: string | undefined;
  excusedAt?: string | undefined;
  /** Epoch seconds when DynamoDB removes it, where it was deleted. */
  expires?: number | undefined;
  deletedAt?: string | undefined;
  /** Half year of the date: `halfYearOf`. */
  half: string;
  /** Month under which the late list's index has the record; absent where the student was not late. */
  lateMonth?: string | undefined;
  /**
   * Month under which the index of absences has the record; absent where no session was missed, and from records of
   * versions without that index.
   */
  absentMonth?: string | undefined;
}

export const AttendanceRecordEntity = entity<AttendanceItem>()({
  name: 'attendance-record',
  pk: 'attendance#${studentId}#${half}',
  sk: '${date}',
  open: 'attendance has an end of its own, which each act on days asks (`openAttendanceChecks`)',
  indexes: {
    late: { index: 'gsi1', pk: 'late#${lateMonth}', sk: '${date}#${classId}#${studentId}' },
    absent: { index: 'gsi2', pk: 'absent#${absentMonth}', sk: '${date}#${classId}#${studentId}' },
  },
  derived: ({ date, am, pm, deletedAt }) => ({
    absentMonth: deletedAt === undefined && (am === 'A' || pm === 'A') ? date?.slice(0, 7) : undefined,
  }),
});

/** Half of a calendar year, `2026H2`, which is one partition of attendance. A term is in one or two of them. */
export const halfYearOf = (date: string): string => `${date.slice(0, 4)}H${date.slice(5, 7) <= '06' ? 1 : 2}`;

export const firstDayOfHalfYear = (half: string): string =>
  `${half.slice(0, 4)}-${half.endsWith('H1') ? '01-01' : '07-01'}`;
export const lastDayOfHalfYear = (half: string): string =>
  `${half.slice(0, 4)}-${half.endsWith('H1') ? '06-30' : '12-31'}`;

/** The halves that a range of days touches. */
export function halfYearsOf({ from, to }: DayRange): string[] {
  const halves: string[] = [];
  const last = halfYearOf(to);
  for (let half = halfYearOf(from); half <= last; half = nextHalf(half)) halves.push(half);
  return halves;
}

/** Days, both ends included. */
export interface DayRange {
  from: string;
  to: string;
}

const nextHalf = (half: string): string =>
  half.endsWith('H1') ? `${half.slice(0, 4)}H2` : `${String(Number(half.slice(0, 4)) + 1).padStart(4, '0')}H1`;

export const attendanceKey = (studentId: string, date: string) =>
  AttendanceRecordEntity.key({ studentId, date, half: halfYearOf(date) });

/** Undefined for a deleted record. */
export const recordUnlessDeleted = (record: AttendanceItem | undefined): AttendanceItem | undefined =>
  record?.deletedAt === undefined ? record : undefined;
