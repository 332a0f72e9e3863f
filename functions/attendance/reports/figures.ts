import type { Mark, Session } from '#shared/attendance/limits.ts';
import type { SchoolDay } from '#shared/attendance/school-days.ts';
import type { ShownRecord } from '../records/read-records.ts';
import type { WasTaken } from './sessions-that-count.ts';

/** What somebody's sessions come to. Possible = attended + absent + not taken. */
export interface Figures {
  possible: number;
  attended: number;
  absent: number;
  /** Of those absent. */
  excused: number;
  /** Nothing was recorded of the whole class: possible, and neither attended nor missed. */
  notTaken: number;
  /** Times. */
  late: number;
}

/** What figures are made of. */
type Facts = Pick<ShownRecord, Session | 'late' | 'excused' | 'classId'>;

/** A day with its sessions. */
export type CountedDay = Pick<SchoolDay, 'date' | 'sessions'>;

/** A student's day: a mark a session that is held, null where it was not taken. */
export interface StudentDay<R extends Facts = ShownRecord> {
  date: string;
  am: Mark | null;
  pm: Mark | null;
  record: R | undefined;
}

/**
 * What a student was on each of the days; who has no mark in a session that was taken was absent (ADR 0058). Where there is a record, its
 * class says whether: somebody who has moved since was in that one. Pure.
 */
export function studentDays<R extends Facts, D extends CountedDay>(
  days: readonly D[],
  {
    records,
    classOf,
    wasTaken,
  }: {
    records: ReadonlyMap<string, R>;
    /** The student's class of the term. */
    classOf: (day: D) => string;
    wasTaken: WasTaken;
  },
): StudentDay<R>[] {
  return days.map((day) => {
    const { date, sessions } = day;
    const record = records.get(date);
    const markIn = (session: Session): Mark | null => {
      if (!sessions.includes(session)) return null;
      return record?.[session] ?? (wasTaken(record?.classId ?? classOf(day), date, session) ? 'A' : null);
    };
    return { date, am: markIn('am'), pm: markIn('pm'), record };
  });
}

/** Adds a student's days up. Pure. */
export function figuresOf(days: readonly CountedDay[], own: readonly StudentDay<Facts>[]): Figures {
  const figures: Figures = { possible: 0, attended: 0, absent: 0, excused: 0, notTaken: 0, late: 0 };
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

/** The sum of several. */
export function addUp(all: readonly Figures[]): Figures {
  const sum: Figures = { possible: 0, attended: 0, absent: 0, excused: 0, notTaken: 0, late: 0 };
  for (const one of all) for (const name of Object.keys(sum) as (keyof Figures)[]) sum[name] += one[name];
  return sum;
}

/** Records by student and day. */
export function byStudentAndDay(
  records: readonly ShownRecord[],
): ReadonlyMap<string, ReadonlyMap<string, ShownRecord>> {
  const students = new Map<string, Map<string, ShownRecord>>();
  for (const record of records) {
    const own = students.get(record.studentId) ?? new Map<string, ShownRecord>();
    students.set(record.studentId, own.set(record.date, record));
  }
  return students;
}
