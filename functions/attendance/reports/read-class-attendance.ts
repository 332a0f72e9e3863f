import type { SchoolDay } from '#shared/attendance/school-days.ts';
import { lastFirst } from '#shared/people/last-first.ts';
import { readClassRegistrations } from '../../marks/records/term-report.ts';
import { requireFormLevel, schoolDay } from '../../school/records/school.ts';
import { listStudentsOfClass } from '../../students/records/rosters/read-rosters.ts';
import { readStudents, type StudentItem } from '../../students/records/store.ts';
import { listStudentsAddedByRegister, readListSource } from '../../students/records/term-lists.ts';
import type { DayRange } from '../records/attendance-record.ts';
import { readClassDays } from '../records/class-day.ts';
import { readSchoolDays, type SchoolCalendar } from '../records/school-calendar.ts';
import { readDayFacts } from './day-facts.ts';
import {
  type AttendanceFigures,
  countedDaysOfStudent,
  countFigures,
  createSessionTakenLookup,
  type DayFacts,
  marksByDay,
  type StudentDay,
  type StudentStay,
  stayFields,
} from './figures.ts';

/** The attendance of a class in a range of days, with all figures. */
export interface ClassAttendance extends DayRange {
  classId: string;
  /** The school days of the range, up to today. */
  days: readonly SchoolDay[];
  /** By name. */
  students: readonly {
    id: string;
    name: string;
    days: readonly (StudentDay<DayFacts> | null)[];
    figures: AttendanceFigures;
  }[];
  /** Sessions that were not taken. */
  notTaken: number;
  /** True where a term has no registrations yet, so that its list is the present class (rule 45). */
  isFromRegister: boolean;
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
 * Reads the attendance of a class. Each term of the range has its own list (rule 45): the students registered in the class, or before
 * registration those in it now. Requests: three for the calendar (one more each half year), the class, one or two a term, one for each hundred
 * students who have moved, and those of `readClassDays` and `readDayFacts`: two where the days are kept.
 */
export async function readClassAttendance(classId: string, range: DayRange, now: Date): Promise<ClassAttendance> {
  requireFormLevel(classId);
  const [{ days }, present, counted] = await Promise.all([
    readSchoolDaysUntilToday(range, now),
    listStudentsOfClass(classId),
    readClassDays(range),
  ]);
  const lists = await termLists(classId, { days, present });
  const listed = [...new Set(lists.flatMap(({ studentIds }) => [...studentIds]))];
  const known = new Map<string, NamedStudent>(present.map((student) => [student.studentId, student]));
  const [own, moved] = await Promise.all([
    readDayFacts(classId, { studentIds: listed, dates: days.map(({ date }) => date) }),
    readStudents(
      listed.filter((id) => !known.has(id)),
      ['studentId', 'firstName', 'lastName', ...stayFields],
    ),
  ]);
  for (const student of moved) known.set(student.studentId, student);
  const wasTaken = createSessionTakenLookup(counted);
  const students = listed
    .flatMap((id) => known.get(id) ?? [])
    .map((student) => {
      const isOnList = ({ year, term }: SchoolDay) =>
        lists.some((list) => list.year === year && list.term === term && list.studentIds.has(student.studentId));
      const listedDays = countedDaysOfStudent(days.filter(isOnList), student);
      const ownDays = marksByDay(listedDays, {
        records: own.get(student.studentId) ?? new Map(),
        classOf: () => classId,
        wasTaken,
      });
      const byDate = new Map(ownDays.map((day) => [day.date, day]));
      return {
        id: student.studentId,
        name: lastFirst(student),
        days: days.map(({ date }) => byDate.get(date) ?? null),
        figures: countFigures(listedDays, ownDays),
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
    isFromRegister: lists.some(({ isFromRegister }) => isFromRegister),
  };
}

type NamedStudent = Pick<StudentItem, 'studentId' | 'firstName' | 'lastName'> & StudentStay;

/** The students of the class in each term of the days. */
async function termLists(
  classId: string,
  { days, present }: { days: readonly SchoolDay[]; present: readonly StudentItem[] },
) {
  const terms = [...new Map(days.map(({ year, term }) => [`${year}/${term}`, { year, term }])).values()];
  return Promise.all(
    terms.map(async (ofTerm) => {
      const [{ studentIds: registered = [] } = {}] = await readClassRegistrations({ ...ofTerm, classIds: [classId] });
      if (registered.length > 0) return { ...ofTerm, studentIds: new Set(registered), isFromRegister: false };
      const source = await readListSource(ofTerm);
      const none = { onRecord: new Set<string>(), registered: new Set<string>() };
      const added = await listStudentsAddedByRegister(present, { ...ofTerm, source, ...none });
      // After the promotion the register has the classes of the next year.
      return {
        ...ofTerm,
        studentIds: new Set(added.map(({ studentId }) => studentId)),
        isFromRegister: source !== 'term alone',
      };
    }),
  );
}
