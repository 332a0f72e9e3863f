import type { Session } from '#shared/attendance/limits.ts';
import type { SchoolDay } from '#shared/attendance/school-days.ts';
import type { DayRange } from '../../attendance-records/attendance-record.ts';
import { halfOf } from '../../attendance-records/attendance-record.ts';
import { ClassDay, isTaken } from '../../attendance-records/class-day.ts';
import { recordsOfStudents } from '../../attendance-records/read-records.ts';
import { reportsOfStudent } from '../../marks/term-report.ts';
import { NotFoundError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/requests/caller.ts';
import { itemKey, readMany } from '../../platform/table/table.ts';
import { type StudentItem, studentsByIds } from '../../students/store.ts';
import { byStudentAndDay, type Figures, figuresOf, type StudentDay, studentDays, takenKey } from './figures.ts';
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
 * each fifty half years of records; and one for each hundred days without a record: what the class's count of those days says.
 * @throws NotFoundError also for the PTA and a student who has left (product §6)
 */
export async function readStudentAttendance(
  studentId: string,
  range: DayRange,
  { caller, now }: { caller: Pick<Caller, 'role'>; now: Date },
): Promise<StudentAttendance> {
  const [{ days }, [student], reports, records] = await Promise.all([
    pastSchoolDays(range, now),
    studentsByIds([studentId]),
    reportsOfStudent(studentId),
    recordsOfStudents([studentId], range),
  ]);
  if (!student || (caller.role === 'PTA' && student.status !== 'current'))
    throw new NotFoundError('There is no such student.');
  const classOf = new Map(reports.map(({ year, term, classId }) => [`${year}/${term}`, classId]));
  const own = byStudentAndDay(records).get(studentId) ?? new Map();
  const listed = days.filter(({ date }) => (student.entryDate ?? '') <= date);
  const taken = await takenWithout(
    listed.filter(({ date, sessions }) => sessions.some((session) => own.get(date)?.[session] === undefined)),
    (day) => classOf.get(`${day.year}/${day.term}`) ?? student.classId,
  );
  const terms = Map.groupBy(listed, ({ year, term }) => `${year}/${term}`);
  return {
    ...range,
    student,
    terms: [...terms.values()]
      .flatMap((ofTerm) => {
        const [first] = ofTerm;
        if (!first) return [];
        const ownDays = studentDays(ofTerm, {
          records: own,
          isTaken: (date, session) => taken.has(takenKey(date, session)),
        });
        return { year: first.year, term: first.term, days: ownDays, figures: figuresOf(ofTerm, ownDays) };
      })
      .reverse(),
  };
}

/** Of days on which a student has no record: the sessions in which the class was recorded. */
async function takenWithout(days: readonly SchoolDay[], classOf: (day: SchoolDay) => string): Promise<Set<string>> {
  const counted = await readMany(
    days.map((day) => itemKey(ClassDay, { date: day.date, classId: classOf(day), half: halfOf(day.date) })),
  );
  const taken = new Set<string>();
  for (const day of counted)
    for (const session of ['am', 'pm'] satisfies Session[])
      if (isTaken(day, session)) taken.add(takenKey(day.date, session));
  return taken;
}
