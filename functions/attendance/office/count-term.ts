import type { AttendanceSession } from '#shared/attendance/limits.ts';
import { schoolDaysBetween } from '#shared/attendance/school-days.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { noCurrentTerm } from '#shared/school/closed-term.ts';
import { classRegistrationKeys, type TermReportItem, termReportKey } from '../../marks/records/term-report.ts';
import { ConflictError } from '../../platform/errors.ts';
import { readItems, readMany, splitIntoPieces } from '../../platform/table/table.ts';
import { type PeriodItem, readAllPeriods } from '../../school/records/periods.ts';
import { school, schoolDay } from '../../school/records/school.ts';
import { studentKey } from '../../students/records/store.ts';
import type { DayRange } from '../records/attendance-record.ts';
import { type CountedClassDay, isSessionTaken, readClassDays } from '../records/class-day.ts';
import { readDaySettings } from '../records/day-setting.ts';
import { readAttendanceOfStudents } from '../records/read-records.ts';
import { toSchoolCalendar, toTermDates } from '../records/school-calendar.ts';
import { placeFields, placeOfDay } from '../register/students-of-class-on-day.ts';
import { type CountedDay, countedDaysOfStudent, countFigures, marksByDay } from '../reports/figures.ts';

/** A term with its days that are counted. */
export interface CountedTerm {
  year: number;
  term: 1 | 2 | 3;
  from: string;
  to: string;
  days: CountedDay[];
  /** By class, a digit of `takenDigits` for each day: which sessions had been taken when the term was read. */
  taken: Readonly<Record<string, string>>;
}

/** The input of a run, which has no `taken` where an earlier deployment started it: then each batch reads it. */
type TermOfRun = Omit<CountedTerm, 'taken'> & Partial<Pick<CountedTerm, 'taken'>>;

/**
 * Sums to 0 to 3 for no session, the morning, the afternoon and both: the input of a run for thirty classes has some 3
 * KB.
 */
const takenDigits = { none: 0, am: 1, pm: 2 } as const;

/**
 * The current term up to today. Four requests, and two more where the term lies in two half years. @throws
 * ConflictError where there is nothing to count
 */
export async function readTermToCount(now: Date): Promise<CountedTerm> {
  const { periods, current } = await readAllPeriods();
  const { year, term } = requireCurrentTerm(current);
  const { from, to } = findRangeToCount(
    periods.find((one) => one.year === year && one.term === term),
    now,
  );
  const [settings, counts] = await Promise.all([readDaySettings({ from, to }), readClassDays({ from, to })]);
  const days = schoolDaysBetween({ from, to }, toSchoolCalendar(periods.map(toTermDates), settings)).map(
    ({ date, sessions }) => ({
      date,
      sessions,
    }),
  );
  return { year, term, from, to, days, taken: takenOf(days, counts) };
}

/** @throws ConflictError where there is none */
export function requireCurrentTerm<T>(current: T | null | undefined): T {
  if (!current) throw new ConflictError(noCurrentTerm);
  return current;
}

/** The term's days up to today. @throws ConflictError where there are none */
export function findRangeToCount(
  { dateStart: from, dateEnd: end }: Pick<Partial<PeriodItem>, 'dateStart' | 'dateEnd'> = {},
  now: Date,
): DayRange {
  if (from === undefined || end === undefined) throw new ConflictError(attendanceWordings.noTermDates);
  const today = schoolDay(now);
  const to = today < end ? today : end;
  if (to < from) throw new ConflictError(attendanceWordings.termNotBegun);
  return { from, to };
}

function takenOf(days: readonly CountedDay[], counts: readonly CountedClassDay[]): Record<string, string> {
  const byDay = new Map(counts.map((one) => [`${one.date} ${one.classId}`, one]));
  const digit = (one: CountedClassDay | undefined) =>
    (isSessionTaken(one, 'am') ? takenDigits.am : takenDigits.none) +
    (isSessionTaken(one, 'pm') ? takenDigits.pm : takenDigits.none);
  const classIds = [...new Set(counts.map(({ classId }) => classId))];
  return Object.fromEntries(
    classIds.map((classId) => [classId, days.map(({ date }) => digit(byDay.get(`${date} ${classId}`))).join('')]),
  );
}

/** A term report with the figures of the records. */
export interface CountedReport {
  report: TermReportItem;
  student: { studentId: string; firstName: string; lastName: string; status: 'current' | 'archived' };
  absent: number;
  late: number;
  /** Sessions that were taken. */
  sessions: number;
}

/** Students in a batch: one read of a hundred keys has two of each. */
export const reportsPerBatch = 48;

/** Attributes that are read, without remarks. */
const ofReport = [
  ...['studentId', 'year', 'term', 'classId'],
  ...['timesAbsent', 'timesAbsentBy', 'timesAbsentAt', 'timesLate', 'timesLateBy', 'timesLateAt'],
];
const ofStudent = ['firstName', 'lastName', ...placeFields];

/**
 * The reports of students with their figures. For each {@link reportsPerBatch} one read, and one statement for each
 * half year of the term (more where the records are over a megabyte).
 */
export async function countReports(
  { year, term, from, to, days, ...run }: TermOfRun,
  studentIds: readonly string[],
): Promise<CountedReport[]> {
  const taken = run.taken ?? takenOf(days, await readClassDays({ from, to }));
  const pieces = splitIntoPieces(studentIds, reportsPerBatch);
  const counted = await Promise.all(
    pieces.map(async (ids) => ({
      ids,
      records: await readAttendanceOfStudents(ids, { from, to }, ['classId', 'am', 'pm', 'late']),
      ...(await readItems(
        {
          reports: ids.map((studentId) => termReportKey({ studentId, year, term })),
          students: ids.map(studentKey),
        },
        [...ofReport, ...ofStudent],
      )),
    })),
  );
  const placeOf = new Map(days.map(({ date }, index) => [date, index]));
  const wasTaken = (classId: string, date: string, session: AttendanceSession) =>
    (Number(taken[classId]?.[placeOf.get(date) ?? -1] ?? 0) & takenDigits[session]) !== 0;
  return counted.flatMap(({ records, reports, students }) => {
    const byStudent = Map.groupBy(records, ({ studentId }) => studentId);
    const known = new Map(students.map((student) => [student.studentId, student]));
    return reports.flatMap((report) => {
      const student = known.get(report.studentId);
      if (!student) return [];
      const listed = countedDaysOfStudent(days, student);
      const own = marksByDay(listed, {
        records: new Map((byStudent.get(report.studentId) ?? []).map((record) => [record.date, record])),
        classOf: ({ date }) => placeOfDay(student, { date, year }, report)?.classId ?? report.classId,
        wasTaken,
      });
      const { absent, attended, late } = countFigures(listed, own);
      return [{ report, student, absent, late, sessions: absent + attended }];
    });
  });
}

/**
 * The ids of students registered for a term in a class, or in all classes (null), by class and id. One request for each
 * hundred classes.
 */
export async function listRegisteredStudentIds(
  { year, term }: { year: number; term: 1 | 2 | 3 },
  classId: string | null,
): Promise<string[]> {
  const classIds = classId === null ? school().formClasses.map(({ id }) => id) : [classId];
  const registrations = await readMany(classRegistrationKeys({ year, term, classIds }));
  const byClass = new Map(registrations.map((one) => [one.classId, one.studentIds ?? []]));
  return classIds.flatMap((id) => [...(byClass.get(id) ?? [])].sort());
}
