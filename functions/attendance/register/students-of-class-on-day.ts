import { erasedStudentName } from '../../students/records/erased-student.ts';
import { listClassLeaversSince, placeOnDay } from '../../students/records/placement/earlier-classes.ts';
import { listStudentsOfClass } from '../../students/records/rosters/read-rosters.ts';
import { readStudents, type StudentItem } from '../../students/records/store.ts';
import {
  type ListSource,
  readClassesInTerm,
  readListSource,
  readRegisteredStudents,
} from '../../students/records/term-lists.ts';
import { isWithinStay } from '../reports/figures.ts';

type Term = { year: number; term: 1 | 2 | 3 } | null | undefined;

/** A day, yyyy-MM-dd, with its term; that of a day in no term is the current one. */
export interface DayOfTerm {
  date: string;
  ofTerm: Term;
}

type Listed = Pick<StudentItem, 'studentId' | 'firstName' | 'lastName' | 'picture'>;

const asked = [
  ...(['studentId', 'firstName', 'lastName', 'picture', 'classId', 'formLevel', 'earlierClasses'] as const),
  ...(['status', 'entryDate', 'date_of_leaving'] as const),
] as const satisfies readonly (keyof StudentItem)[];

/** The students who were in a class on a day, by name (rules 52 and 75). Four requests; of a day of an earlier year up to seven. */
export async function readStudentsOfClassOnDay(classId: string, day: DayOfTerm): Promise<Listed[]> {
  const { date, ofTerm } = day;
  const [source, present, left] = await Promise.all([
    sourceOf(ofTerm),
    listStudentsOfClass(classId),
    listClassLeaversSince(classId, date),
  ]);
  const registered =
    ofTerm && source === 'term alone' ? await readRegisteredStudents({ ...ofTerm, classIds: [classId] }) : [];
  const ids = [...new Set([...[...present, ...registered].map(({ studentId }) => studentId), ...left])];
  const students = await readStudents(ids, asked);
  const places = await placeStudents(students, day, source);
  const known = new Set(students.map(({ studentId }) => studentId));
  return [
    ...students.filter(({ studentId }) => places.get(studentId)?.classId === classId),
    ...registered.flatMap(({ studentId }) => (known.has(studentId) ? [] : [erasedStudentName(studentId)])),
  ].sort((a, b) => a.lastName.localeCompare(b.lastName) || a.firstName.localeCompare(b.firstName));
}

/**
 * The students who were at the school on a day, each with the class of that day, by id (rules 52 and 75): those who had not come yet, or had left,
 * are missing. One request, and one more for a day of an earlier year.
 */
export const withClassOnDay = async <S extends Placed>(
  students: readonly S[],
  day: DayOfTerm,
): Promise<ReadonlyMap<string, S>> =>
  placeStudents(students, day, students.length > 0 ? await sourceOf(day.ofTerm) : 'register');

const sourceOf = async (ofTerm: Term): Promise<ListSource> => (ofTerm ? readListSource(ofTerm) : 'register');

type Placed = Pick<
  StudentItem,
  'studentId' | 'classId' | 'formLevel' | 'status' | 'earlierClasses' | 'entryDate' | 'date_of_leaving'
>;

async function placeStudents<S extends Placed>(
  students: readonly S[],
  { date, ofTerm }: DayOfTerm,
  source: ListSource,
): Promise<ReadonlyMap<string, S>> {
  const there = students.filter((student) => isWithinStay(student, date));
  // The register has the present classes of those who never changed class here: earlier ones are in the reports.
  const isOfReports = ({ earlierClasses = [] }: S) => source === 'term alone' && earlierClasses.length === 0;
  const ofReports = there.filter(isOfReports);
  const places: Awaited<ReturnType<typeof readClassesInTerm>> =
    ofTerm && ofReports.length > 0 ? await readClassesInTerm(ofReports, { ...ofTerm, source }) : new Map();
  return new Map(
    there.flatMap((student) => {
      const { studentId } = student;
      if (!isOfReports(student))
        return hasNoDayOfLeaving(student)
          ? []
          : [[studentId, isThere(placeOnDay(student, { date, year: ofTerm?.year }))]];
      const place = places.get(studentId);
      return place ? [[studentId, isThere({ ...student, classId: place.classId, formLevel: place.formLevel })]] : [];
    }),
  );
}

const isThere = <S extends Placed>(student: S): S => ({ ...student, status: 'current' });

/** Archived, and nobody knows since when. */
const hasNoDayOfLeaving = ({ status, date_of_leaving: left }: Placed): boolean =>
  status === 'archived' && left === undefined;
