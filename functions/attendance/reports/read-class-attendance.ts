import type { SchoolDay, TermDates } from '#shared/attendance/school-days.ts';
import { reportedStudents } from '../../marks/records/term-report.ts';
import { requireFormLevel, schoolDay } from '../../school/records/school.ts';
import { type StudentItem, studentsByIds, studentsOfClass } from '../../students/records/store.ts';
import { addedByRegister, readListSource } from '../../students/records/term-lists.ts';
import type { DayRange } from '../records/attendance-record.ts';
import { recordsOfStudents } from '../records/read-records.ts';
import { readSchoolDays } from '../records/school-calendar.ts';
import {
  byStudentAndDay,
  daysThatCount,
  type Figures,
  figuresOf,
  readTakenSessions,
  type Stay,
  type StudentDay,
  stayFields,
  studentDays,
} from './figures.ts';

/** A class in a range of days: plain data, every figure computed. */
export interface ClassAttendance extends DayRange {
  classId: string;
  /** The school days of the range, up to today. */
  days: readonly SchoolDay[];
  /** By name. */
  students: readonly { id: string; name: string; days: readonly (StudentDay | null)[]; figures: Figures }[];
  /** Sessions in which nothing was recorded of the class. */
  notTaken: number;
  /** True where nobody is registered for a term yet: its list is of those who are in the class now (rule 45). */
  isFromRegister: boolean;
}

/** The school days of a range that are not still to come. */
export async function pastSchoolDays(range: DayRange, now: Date): Promise<{ days: SchoolDay[]; terms: TermDates[] }> {
  const today = schoolDay(now);
  const { days, terms } = await readSchoolDays(range);
  return { days: days.filter(({ date }) => date <= today), terms };
}

/**
 * Who of a class was there. Each term of the range has its own list (rule 45): who was registered in the class, or before that who is
 * in it now. Requests: three for the calendar (one more each half year), the class, one a term, or two where nobody is registered; one for each fifty students and
 * half year of records; one for each hundred who have moved on since, and for each
 * hundred days what was taken.
 */
export async function readClassAttendance(classId: string, range: DayRange, now: Date): Promise<ClassAttendance> {
  requireFormLevel(classId);
  const [{ days }, present] = await Promise.all([pastSchoolDays(range, now), studentsOfClass(classId)]);
  const lists = await termLists(classId, { days, present });
  const listed = [...new Set(lists.flatMap(({ studentIds }) => [...studentIds]))];
  const here = new Map<string, NamedStudent>(present.map((student) => [student.studentId, student]));
  const [records, moved] = await Promise.all([
    recordsOfStudents(listed, range),
    studentsByIds(
      listed.filter((id) => !here.has(id)),
      ['studentId', 'firstName', 'lastName', ...stayFields],
    ),
  ]);
  for (const student of moved) here.set(student.studentId, student);
  const wasTaken = await readTakenSessions([...days.map(({ date }) => ({ classId, date })), ...records]);
  const own = byStudentAndDay(records);
  const students = listed
    .flatMap((id) => here.get(id) ?? [])
    .map((student) => {
      const isOnList = ({ year, term }: SchoolDay) =>
        lists.some((list) => list.year === year && list.term === term && list.studentIds.has(student.studentId));
      const listedDays = daysThatCount(days.filter(isOnList), student);
      const ownDays = studentDays(listedDays, {
        records: own.get(student.studentId) ?? new Map(),
        classOf: () => classId,
        wasTaken,
      });
      const byDate = new Map(ownDays.map((day) => [day.date, day]));
      return {
        id: student.studentId,
        name: `${student.lastName}, ${student.firstName}`,
        days: days.map(({ date }) => byDate.get(date) ?? null),
        figures: figuresOf(listedDays, ownDays),
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

type NamedStudent = Pick<StudentItem, 'studentId' | 'firstName' | 'lastName'> & Stay;

/** Who was in the class in each term that the days are of. */
async function termLists(
  classId: string,
  { days, present }: { days: readonly SchoolDay[]; present: readonly StudentItem[] },
) {
  const terms = [...new Map(days.map(({ year, term }) => [`${year}/${term}`, { year, term }])).values()];
  return Promise.all(
    terms.map(async (ofTerm) => {
      const registered = await reportedStudents({ ...ofTerm, classId });
      if (registered.length > 0) return { ...ofTerm, studentIds: new Set(registered), isFromRegister: false };
      const source = await readListSource(ofTerm);
      const none = { onRecord: new Set<string>(), registered: new Set<string>() };
      const added = await addedByRegister(present, { ...ofTerm, source, ...none });
      // After the year's promotion the register says who is in the class of the next year.
      return {
        ...ofTerm,
        studentIds: new Set(added.map(({ studentId }) => studentId)),
        isFromRegister: source !== 'term alone',
      };
    }),
  );
}
