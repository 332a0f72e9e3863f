import type { SchoolDay } from '#shared/attendance/school-days.ts';
import { lastFirst } from '#shared/people/shared-names.ts';
import { requireFormLevel, schoolDay } from '../../school/records/school.ts';
import type { DayRange } from '../records/attendance-record.ts';
import { readClassDays } from '../records/class-day.ts';
import { readSchoolDays, type SchoolCalendar } from '../records/school-calendar.ts';
import { readPlacesOnDays } from '../register/students-of-class-on-day.ts';
import { readDayFacts } from './day-facts.ts';
import {
  type AttendanceFigures,
  countFigures,
  createSessionTakenLookup,
  type DayFacts,
  marksByDay,
  type StudentDay,
} from './figures.ts';

/** The attendance of a class in a range of days, with all figures. */
export interface ClassAttendance extends DayRange {
  classId: string;
  /** The school days of the range, up to today. */
  days: readonly SchoolDay[];
  /** Who was in the class on one of the days, by name; null on days in another class, or not at the school. */
  students: readonly {
    id: string;
    name: string;
    days: readonly (StudentDay<DayFacts> | null)[];
    figures: AttendanceFigures;
  }[];
  /** Sessions that were not taken. */
  notTaken: number;
}

/** The school days of a range up to today, and the calendar of the range. */
export async function readSchoolDaysUntilToday(
  range: DayRange,
  now: Date,
): Promise<{ days: SchoolDay[]; calendar: SchoolCalendar }> {
  const today = schoolDay(now);
  const { days, calendar } = await readSchoolDays(range);
  return { days: days.filter(({ date }) => date <= today), calendar };
}

/**
 * Reads the attendance of a class: each day has the students who were in it on that day (rule 52). Requests: three for
 * the calendar (one more each half year), those of `readPlacesOnDays`, and those of `readClassDays` and `readDayFacts`:
 * two where the days are kept.
 */
export async function readClassAttendance(classId: string, range: DayRange, now: Date): Promise<ClassAttendance> {
  requireFormLevel(classId);
  const [{ days }, counted] = await Promise.all([readSchoolDaysUntilToday(range, now), readClassDays(range)]);
  const places = await readPlacesOnDays([classId], days.map(withItsTerm));
  const listed = [...places.students.values()].flatMap((student) => {
    const own = days.filter((day) => places.classOf(student.studentId, withItsTerm(day)) === classId);
    return own.length > 0 ? [{ student, own }] : [];
  });
  const facts = await readDayFacts(classId, {
    studentIds: listed.map(({ student }) => student.studentId),
    dates: days.map(({ date }) => date),
  });
  const wasTaken = createSessionTakenLookup(counted);
  const students = listed
    .map(({ student, own }) => {
      const records = facts.get(student.studentId) ?? new Map();
      const ownDays = marksByDay(own, { records, classOf: () => classId, wasTaken });
      const byDate = new Map(ownDays.map((day) => [day.date, day]));
      return {
        id: student.studentId,
        name: lastFirst(student),
        days: days.map(({ date }) => byDate.get(date) ?? null),
        figures: countFigures(own, ownDays),
      };
    })
    .sort((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id));
  return {
    ...range,
    classId,
    days,
    students,
    notTaken: days
      .flatMap(({ date, sessions }) => sessions.map((session) => wasTaken(classId, date, session)))
      .filter((isTaken) => !isTaken).length,
  };
}

/** The day as the register's functions take one. */
export const withItsTerm = ({ date, year, term }: SchoolDay) => ({ date, ofTerm: { year, term } });
