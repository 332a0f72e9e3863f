import type { AttendanceSession, SessionMark } from '#shared/attendance/limits.ts';
import type { SchoolDay } from '#shared/attendance/school-days.ts';
import { readMany } from '../../platform/table/table.ts';
import type { StudentItem } from '../../students/records/store.ts';
import { halfYearOf } from '../records/attendance-record.ts';
import { type ClassDayCounts, ClassDayCountsEntity, isSessionTaken } from '../records/class-day.ts';
import type { RecordWithoutStamps } from '../records/read-records.ts';

/** A student's sessions in figures. Possible = attended + absent + not taken. */
export interface AttendanceFigures {
  possible: number;
  attended: number;
  absent: number;
  /** Of those absent. */
  excused: number;
  /** Nothing was recorded of the whole class: neither attended nor absent. */
  notTaken: number;
  /** Times. */
  late: number;
}

/** Attributes of a record that figures need. */
export type DayFacts = Pick<RecordWithoutStamps, AttendanceSession | 'late' | 'excused' | 'classId'>;

/** A day with its sessions. */
export type CountedDay = Pick<SchoolDay, 'date' | 'sessions'>;

/** A student's day: the mark of each session, null where it was not held or not taken. */
export interface StudentDay<R extends DayFacts = RecordWithoutStamps> {
  date: string;
  am: SessionMark | null;
  pm: SessionMark | null;
  record: R | undefined;
}

/**
 * A student's marks on each of the days. A student without a mark in a session that was taken was absent (ADR 0058).
 * The class of the record says whether it was taken, because the student may have moved since. Pure.
 */
export function marksByDay<R extends DayFacts, D extends CountedDay>(
  days: readonly D[],
  {
    records,
    classOf,
    wasTaken,
  }: {
    records: ReadonlyMap<string, R>;
    /** The student's class of the term. */
    classOf: (day: D) => string;
    wasTaken: SessionTakenLookup;
  },
): StudentDay<R>[] {
  return days.map((day) => {
    const { date, sessions } = day;
    const record = records.get(date);
    const markIn = (session: AttendanceSession): SessionMark | null => {
      if (!sessions.includes(session)) return null;
      return record?.[session] ?? (wasTaken(record?.classId ?? classOf(day), date, session) ? 'A' : null);
    };
    return { date, am: markIn('am'), pm: markIn('pm'), record };
  });
}

/** True where there is a record, or the class was registered. */
export const hasAttendanceOnDay = ({ record, am, pm }: StudentDay<DayFacts>): boolean =>
  record !== undefined || am !== null || pm !== null;

/** The figures of a student's days. Pure. */
export function countFigures(days: readonly CountedDay[], own: readonly StudentDay<DayFacts>[]): AttendanceFigures {
  const figures: AttendanceFigures = { possible: 0, attended: 0, absent: 0, excused: 0, notTaken: 0, late: 0 };
  for (const [index, { sessions }] of days.entries()) {
    const day = own[index];
    if (day?.record?.late) figures.late += 1;
    for (const session of sessions) {
      figures.possible += 1;
      if (day?.[session] === 'P') figures.attended += 1;
      else if (day?.[session] === 'A') {
        figures.absent += 1;
        if (day.record?.excused) figures.excused += 1;
      } else figures.notTaken += 1;
    }
  }
  return figures;
}

/** The sessions that percentages are of (rule 38): a session that nobody has taken yet says nothing about a student. */
export const takenSessions = ({ possible, notTaken }: Pick<AttendanceFigures, 'possible' | 'notTaken'>): number =>
  possible - notTaken;

/** The sum of several figures. */
export function sumFigures(all: readonly AttendanceFigures[]): AttendanceFigures {
  const sum: AttendanceFigures = { possible: 0, attended: 0, absent: 0, excused: 0, notTaken: 0, late: 0 };
  for (const one of all) for (const name of Object.keys(sum) as (keyof AttendanceFigures)[]) sum[name] += one[name];
  return sum;
}

/** Records by student and day. */
export function groupByStudentAndDay(
  records: readonly RecordWithoutStamps[],
): ReadonlyMap<string, ReadonlyMap<string, RecordWithoutStamps>> {
  const students = new Map<string, Map<string, RecordWithoutStamps>>();
  for (const record of records) {
    const own = students.get(record.studentId) ?? new Map<string, RecordWithoutStamps>();
    students.set(record.studentId, own.set(record.date, record));
  }
  return students;
}

/** Attributes that say from when to when a student was at the school. */
const stayFields = ['entryDate', 'status', 'date_of_leaving'] as const satisfies readonly (keyof StudentItem)[];
export type StudentStay = Pick<StudentItem, (typeof stayFields)[number]>;

/**
 * The days that count for a student, of the school days up to today (rule 52): from the day of entry to the day of
 * leaving, both included. The Date of Leaving of a current student belongs to an earlier stay. Every report, the
 * student's page and the update of term reports use it. Pure.
 */
export const countedDaysOfStudent = <D extends { date: string }>(days: readonly D[], stay: StudentStay): D[] =>
  days.filter(({ date }) => isWithinStay(stay, date));

/** Whether a day is within a student's stay. Pure. */
export function isWithinStay({ entryDate = '', status, date_of_leaving: left }: StudentStay, date: string): boolean {
  return entryDate <= date && (status !== 'archived' || left === undefined || date <= left);
}

/** Whether a session of a class was taken. */
export type SessionTakenLookup = (classId: string, date: string, session: AttendanceSession) => boolean;

/** The lookup in these counts. Pure. */
export function createSessionTakenLookup(
  counted: readonly (Partial<ClassDayCounts> & ClassOnDay)[],
): SessionTakenLookup {
  const byDay = new Map(counted.map((day) => [`${day.date} ${day.classId}`, day]));
  return (classId, date, session) => isSessionTaken(byDay.get(`${date} ${classId}`), session);
}

interface ClassOnDay {
  classId: string;
  date: string;
}

/** The sessions that were taken on these days of classes. One request for each hundred. */
export async function readTakenSessions(asked: readonly ClassOnDay[]): Promise<SessionTakenLookup> {
  const distinct = new Map(asked.map(({ classId, date }) => [`${date} ${classId}`, { classId, date }]));
  const counted = await readMany(
    [...distinct.values()].map((day) => ClassDayCountsEntity.key({ ...day, half: halfYearOf(day.date) })),
  );
  return createSessionTakenLookup(counted);
}
