import { schoolDays } from '#shared/attendance/school-days.ts';
import { type CountedDay, timesOfTerm } from '#shared/attendance/times-of-term.ts';
import { classDays, isTaken } from '../../attendance-records/class-day.ts';
import { daySettings } from '../../attendance-records/day-setting.ts';
import { recordsOfStudents } from '../../attendance-records/read-records.ts';
import { calendarOf, termDates } from '../../attendance-records/school-calendar.ts';
import { type TermReportItem, termReportKey } from '../../marks/term-report.ts';
import { ConflictError } from '../../platform/errors.ts';
import { inPieces, readItems } from '../../platform/table/table.ts';
import { allPeriods } from '../../reference/periods.ts';
import { schoolDay } from '../../reference/school.ts';
import { studentKey } from '../../students/store.ts';

/** A term with the days of it that are counted. */
export interface CountedTerm {
  year: number;
  term: 1 | 2 | 3;
  from: string;
  to: string;
  days: CountedDay[];
}

/** The current term up to today. Three requests, and one more where the term lies in two half years. @throws ConflictError where there is nothing to count */
export async function termToCount(now: Date): Promise<CountedTerm> {
  const { periods, current } = await allPeriods();
  if (!current) throw new ConflictError('The office has not set the current term yet.');
  const { year, term } = current;
  const { dateStart: from, dateEnd: end } = periods.find((one) => one.year === year && one.term === term) ?? {};
  if (from === undefined || end === undefined)
    throw new ConflictError('This term has no dates yet. Set them in Attendance - Set Term.');
  const today = schoolDay(now);
  const to = today < end ? today : end;
  if (to < from) throw new ConflictError('This term has not begun yet.');
  const calendar = calendarOf(periods.map(termDates), await daySettings({ from, to }));
  const days = schoolDays({ from, to }, calendar);
  return { year, term, from, to, days: days.map(({ date, sessions }) => ({ date, sessions })) };
}

/** A term report with what the records come to. */
export interface CountedReport {
  report: TermReportItem;
  student: { studentId: string; firstName: string; lastName: string; status: 'current' | 'archived' };
  absent: number;
  late: number;
  /** Sessions that were taken: with none, nothing is known. */
  sessions: number;
}

/** So many students are read, and their reports written, at once: two keys a student in one read of a hundred. */
export const reportsAtOnce = 48;

/**
 * The reports of students with their figures. For each {@link reportsAtOnce} of them one read and one statement for each half year that the term
 * lies in (more where the records are over a megabyte); and one query a half year for the whole school's class days.
 */
export async function countReports(
  { year, term, from, to, days }: CountedTerm,
  studentIds: readonly string[],
): Promise<CountedReport[]> {
  const pieces = inPieces(studentIds, reportsAtOnce);
  const [taken, ...counted] = await Promise.all([
    classDays({ from, to }),
    ...pieces.map(async (ids) => ({
      ids,
      records: await recordsOfStudents(ids, { from, to }),
      ...(await readItems({
        reports: ids.map((studentId) => termReportKey({ studentId, year, term })),
        students: ids.map(studentKey),
      })),
    })),
  ]);
  const byDay = new Map(taken.map((one) => [`${one.date} ${one.classId}`, one]));
  return counted.flatMap(({ records, reports, students }) => {
    const byStudent = Map.groupBy(records, ({ studentId }) => studentId);
    const known = new Map(students.map((student) => [student.studentId, student]));
    return reports.flatMap((report) => {
      const student = known.get(report.studentId);
      if (!student) return [];
      const times = timesOfTerm({
        days,
        records: byStudent.get(report.studentId) ?? [],
        classId: report.classId,
        since: student.entryDate,
        isTaken: (date, classId, session) => isTaken(byDay.get(`${date} ${classId}`), session),
      });
      return [{ report, student, ...times }];
    });
  });
}
