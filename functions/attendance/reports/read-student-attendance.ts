import type { SchoolDay } from '#shared/attendance/school-days.ts';
import { listReportsOfStudent } from '../../marks/records/term-report.ts';
import type { Caller } from '../../platform/requests/caller.ts';
import { readAllPeriods } from '../../school/records/periods.ts';
import { school, schoolDay } from '../../school/records/school.ts';
import { readStudents, requireCurrentStudent, requireStudent, type StudentItem } from '../../students/records/store.ts';
import type { DayRange } from '../records/attendance-record.ts';
import { readAttendanceOfStudents } from '../records/read-records.ts';
import type { SchoolCalendar } from '../records/school-calendar.ts';
import { placeOfDay } from '../register/students-of-class-on-day.ts';
import {
  type AttendanceFigures,
  countedDaysOfStudent,
  countFigures,
  groupByStudentAndDay,
  marksByDay,
  readTakenSessions,
  type StudentDay,
  type StudentStay,
} from './figures.ts';
import { readSchoolDaysUntilToday } from './read-class-attendance.ts';

/** The attendance of a student in a range of days, by term, the newest first. */
export interface StudentAttendanceReport extends DayRange {
  student: Pick<StudentItem, 'studentId' | 'firstName' | 'lastName' | 'classId'> & StudentStay;
  /** Of the range. */
  calendar: SchoolCalendar;
  terms: readonly TermAttendance[];
}

export interface TermAttendance {
  year: number;
  term: 1 | 2 | 3;
  /** In school order. */
  days: readonly StudentDay[];
  figures: AttendanceFigures;
}

/**
 * Reads a student's attendance. Requests: three for the calendar (one more each half year), the student, the student's
 * term reports, one for each fifty half years of records, and one for each hundred days without a mark, to know whether
 * they were taken.
 * @throws NotFoundError for an unknown student; for the PTA also for a student who has left (product §6)
 */
export async function readStudentAttendance(
  studentId: string,
  range: DayRange,
  { caller, now }: { caller: Pick<Caller, 'role'>; now: Date },
): Promise<StudentAttendanceReport> {
  const [{ days, calendar }, [found], reports, records] = await Promise.all([
    readSchoolDaysUntilToday(range, now),
    readStudents([studentId]),
    listReportsOfStudent(studentId),
    readAttendanceOfStudents([studentId], range),
  ]);
  const student = caller.role === 'PTA' ? requireCurrentStudent(found) : requireStudent(found);
  const reported = new Map(reports.map((report) => [`${report.year}/${report.term}`, report]));
  const own = groupByStudentAndDay(records).get(studentId) ?? new Map();
  const classOfDay = ({ date, year, term }: SchoolDay) =>
    placeOfDay(student, { date, year }, reported.get(`${year}/${term}`))?.classId ?? student.classId;
  const listed = countedDaysOfStudent(days, student);
  const wasTaken = await readTakenSessions(
    listed
      .filter(({ date, sessions }) => sessions.some((session) => own.get(date)?.[session] === undefined))
      .map((day) => ({ date: day.date, classId: own.get(day.date)?.classId ?? classOfDay(day) })),
  );
  const terms = Map.groupBy(listed, ({ year, term }) => `${year}/${term}`);
  return {
    ...range,
    student,
    calendar,
    terms: [...terms.values()]
      .flatMap((ofTerm) => {
        const [first] = ofTerm;
        if (!first) return [];
        const ownDays = marksByDay(ofTerm, { records: own, classOf: classOfDay, wasTaken });
        return { year: first.year, term: first.term, days: ownDays, figures: countFigures(ofTerm, ownDays) };
      })
      .reverse(),
  };
}

/** Title of a term in the school file. */
export const titleOfTermNumber = (term: number): string =>
  school().terms.find(({ id }) => id === term)?.title ?? String(term);

/** Only the office reads reasons of absence, the PTA never (product §6). */
export const canReadReasons = (caller: Caller): boolean => caller.role === 'Admin';

/** The days of a student's report: one date is that day, none the current academic year up to today. */
export async function completeReportRange(
  { from, to }: { from: string; to: string },
  now: Date,
): Promise<{ from: string; to: string }> {
  const first = from === '-' ? to : from;
  const last = to === '-' ? from : to;
  if (first !== '-') return { from: first, to: last };
  const today = schoolDay(now);
  const { periods, current } = await readAllPeriods();
  const starts = periods.flatMap(({ year, dateStart }) => (year === current?.year ? (dateStart ?? []) : [])).sort();
  const [start = today] = starts;
  return { from: start < today ? start : today, to: today };
}
