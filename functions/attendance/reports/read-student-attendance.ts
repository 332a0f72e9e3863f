import type { SchoolDay } from '#shared/attendance/school-days.ts';
import { reportsOfStudent } from '../../marks/records/term-report.ts';
import type { Caller } from '../../platform/requests/caller.ts';
import { requireCurrentStudent, requireStudent } from '../../students/records/require-student.ts';
import { type StudentItem, studentsByIds } from '../../students/records/store.ts';
import type { DayRange } from '../records/attendance-record.ts';
import { recordsOfStudents } from '../records/read-records.ts';
import {
  byStudentAndDay,
  daysThatCount,
  type Figures,
  figuresOf,
  readTakenSessions,
  type StudentDay,
  studentDays,
} from './figures.ts';
import { pastSchoolDays } from './read-class-attendance.ts';

/** A student in a range of days, term by term, the newest first. */
export interface StudentAttendance extends DayRange {
  student: Pick<StudentItem, 'studentId' | 'firstName' | 'lastName' | 'classId'>;
  terms: readonly TermAttendance[];
}

export interface TermAttendance {
  year: number;
  term: 1 | 2 | 3;
  /** In school order. */
  days: readonly StudentDay[];
  figures: Figures;
}

/**
 * One student's days. Requests: three for the calendar (one more each half year), the student, the student's term reports, one for
 * each fifty half years of records; and one for each hundred days without a mark: what the class's count of those days says.
 * @throws NotFoundError also for the PTA and a student who has left (product §6)
 */
export async function readStudentAttendance(
  studentId: string,
  range: DayRange,
  { caller, now }: { caller: Pick<Caller, 'role'>; now: Date },
): Promise<StudentAttendance> {
  const [{ days }, [found], reports, records] = await Promise.all([
    pastSchoolDays(range, now),
    studentsByIds([studentId]),
    reportsOfStudent(studentId),
    recordsOfStudents([studentId], range),
  ]);
  const student = caller.role === 'PTA' ? requireCurrentStudent(found) : requireStudent(found);
  const classOf = new Map(reports.map(({ year, term, classId }) => [`${year}/${term}`, classId]));
  const own = byStudentAndDay(records).get(studentId) ?? new Map();
  const classOfDay = ({ year, term }: SchoolDay) => classOf.get(`${year}/${term}`) ?? student.classId;
  const listed = daysThatCount(days, student);
  const wasTaken = await readTakenSessions(
    listed
      .filter(({ date, sessions }) => sessions.some((session) => own.get(date)?.[session] === undefined))
      .map((day) => ({ date: day.date, classId: own.get(day.date)?.classId ?? classOfDay(day) })),
  );
  const terms = Map.groupBy(listed, ({ year, term }) => `${year}/${term}`);
  return {
    ...range,
    student,
    terms: [...terms.values()]
      .flatMap((ofTerm) => {
        const [first] = ofTerm;
        if (!first) return [];
        const ownDays = studentDays(ofTerm, { records: own, classOf: classOfDay, wasTaken });
        return { year: first.year, term: first.term, days: ownDays, figures: figuresOf(ofTerm, ownDays) };
      })
      .reverse(),
  };
}
