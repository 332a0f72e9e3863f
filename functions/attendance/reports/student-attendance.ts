import { compareByClassAndName } from '#shared/attendance/class-and-name.ts';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { datesBetween, findTermOfDay, isJudgedSchoolDay, judgeSchoolDay } from '#shared/attendance/school-days.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { readAllPeriods } from '../../school/records/periods.ts';
import { schoolDay } from '../../school/records/school.ts';
import { readCurrentStudents } from '../../students/records/rosters/read-rosters.ts';
import { listArchivedHalfYears } from '../records/archived-half-year.ts';
import { halfYearOf } from '../records/attendance-record.ts';
import { type SchoolCalendar, toTermDates } from '../records/school-calendar.ts';
import { hasAttendanceOnDay, isWithinStay, type StudentDay, type StudentStay } from './figures.ts';
import { readStudentAttendance, type TermAttendance, titleOfTermNumber } from './read-student-attendance.ts';

export const listStudentsForAttendance = callHandler(attendanceContract.listStudentsForAttendance, {
  handle: async () => {
    const students = (await readCurrentStudents()).map(({ studentId, firstName, lastName, classId }) => ({
      id: studentId,
      first_name: firstName,
      last_name: lastName,
      class_id: classId,
    }));
    return { students: students.sort(compareByClassAndName) };
  },
});

export const readAttendanceOfStudent = callHandler(attendanceContract.readAttendanceOfStudent, {
  handle: async ({ input, caller, request }) => {
    const { periods } = await readAllPeriods();
    const today = schoolDay(request.now);
    const starts = periods.flatMap(({ dateStart }) => dateStart ?? []).sort();
    const { dateEnd: end } = findTermOfDay(today, periods.map(toTermDates)) ?? {};
    // To the end of the running term, whose days to come are in its calendar.
    const range = { from: starts[0] ?? today, to: end ?? today };
    const [{ student, terms, calendar }, halves] = await Promise.all([
      readStudentAttendance(input.id, range, { caller, now: request.now }),
      listArchivedHalfYears(range),
    ]);
    const archived = new Set(halves.map(({ half }) => half));
    return {
      id: student.studentId,
      first_name: student.firstName,
      last_name: student.lastName,
      class_id: student.classId,
      terms: terms.filter(isKnown).map(({ year, term, figures, days }) => ({
        year,
        term,
        title: titleOfTermNumber(term),
        possible_attendance: figures.possible,
        attendance: figures.attended,
        lates: figures.late,
        absent: figures.absent,
        excused: figures.excused,
        not_taken: figures.notTaken,
        attendance_records: days
          .filter(hasAttendanceOnDay)
          .map((day) => ({ student_id: input.id, ...recordOf(day), in_archive: archived.has(halfYearOf(day.date)) }))
          .reverse(),
        other_days: otherDays({ year, term, days }, { student, calendar, today }),
      })),
    };
  },
});

/** Terms in which nothing was recorded are left out, except for the newest. */
const isKnown = ({ figures }: TermAttendance, index: number): boolean =>
  index === 0 || figures.notTaken < figures.possible;

/** The days of a term without attendance of the student. Pure. */
function otherDays(
  { year, term, days }: Pick<TermAttendance, 'year' | 'term' | 'days'>,
  { student, calendar, today }: { student: StudentStay; calendar: SchoolCalendar; today: string },
) {
  const { dateStart, dateEnd } = calendar.terms.find((one) => one.year === year && one.term === term) ?? {};
  if (!dateStart || !dateEnd) return [];
  const known = new Set(days.filter(hasAttendanceOnDay).map(({ date }) => date));
  return datesBetween(dateStart, dateEnd)
    .filter((date) => !known.has(date))
    .map((date) => {
      const judged = judgeSchoolDay(date, calendar);
      if (!isJudgedSchoolDay(judged)) return { date, is: 'closed' as const, title: judged.closed };
      if (!isWithinStay(student, date)) return { date, is: 'not at the school' as const, title: null };
      return { date, is: date > today ? ('to come' as const) : ('not taken' as const), title: null };
    });
}

function recordOf({ date, am, pm, record }: StudentDay) {
  const scans = Object.values(record?.scans ?? {}).sort();
  return {
    date_scanned: date,
    is_recorded: record !== undefined,
    attendance_am: am,
    attendance_pm: pm,
    time_scanned_in: scans[0] ?? null,
    time_scanned_out: scans.length > 1 ? (scans.at(-1) ?? null) : null,
    time_in: record?.timeIn ?? null,
    time_out: record?.timeOut ?? null,
    late: record?.late ?? false,
    reason: record?.reason ?? null,
    excused: record?.excused ?? false,
  };
}
