import { compareNames } from '#shared/people/shared-names.ts';
import { readClassRegistrations } from '../../marks/records/term-report.ts';
import { erasedStudentName } from '../../students/records/erased-student.ts';
import { listClassLeaversSince, placeOnDay } from '../../students/records/placement/earlier-classes.ts';
import { listStudentsOfClass, listStudentsOfClasses } from '../../students/records/rosters/read-rosters.ts';
import { readStudents, type StudentItem } from '../../students/records/store.ts';
import { type ListSource, readClassesInTerm, readListSources } from '../../students/records/term-lists.ts';
import { isWithinStay } from '../reports/figures.ts';

type Term = { year: number; term: 1 | 2 | 3 } | null | undefined;

/** A day, yyyy-MM-dd, with its term; that of a day in no term is the current one. */
export interface DayOfTerm {
  date: string;
  ofTerm: Term;
}

/** What {@link placeOfDay} reads of a student. */
export const placeFields = [
  ...(['classId', 'formLevel', 'earlierClasses', 'status', 'entryDate', 'date_of_leaving'] as const),
] as const satisfies readonly (keyof StudentItem)[];

type Placed = Pick<StudentItem, (typeof placeFields)[number]>;
type Place = Pick<StudentItem, 'classId' | 'formLevel'>;

/**
 * Where a student was on a day (rule 52): the one decision of registers, scans and every report of attendance.
 * Undefined for somebody who had not come yet, had left, or left nobody knows when, and where `otherwise` is. Pure.
 * @param year start year of the day's academic year
 * @param otherwise the class of a student who has changed class neither by an act nor by a promotion: of the register,
 * or of the term's report
 */
export function placeOfDay<P extends Pick<Place, 'classId'>>(
  student: Placed,
  { date, year }: { date: string; year: number | undefined },
  otherwise: P | undefined,
): Place | P | undefined {
  const { earlierClasses = [], status, date_of_leaving: left } = student;
  if (!isWithinStay(student, date)) return undefined;
  if (earlierClasses.length === 0) return otherwise;
  return status === 'archived' && left === undefined ? undefined : placeOnDay(student, { date, year });
}

const named = ['studentId', 'firstName', 'lastName', 'picture'] as const satisfies readonly (keyof StudentItem)[];
type Named = Pick<StudentItem, (typeof named)[number]>;

/** Where students of some classes were on some days. */
export interface PlacesOnDays {
  /** The students who may have been in one of the classes on one of the days, by id; erased ones are missing. */
  students: ReadonlyMap<string, Named & Placed>;
  /** Ids of everybody who may have been in one of the classes in the day's term. */
  candidates: (day: DayOfTerm) => ReadonlySet<string>;
  classOf: (studentId: string, day: DayOfTerm) => string | undefined;
  /** Ids of those who have left a class of the school since the first day. */
  left: ReadonlySet<string>;
}

/**
 * What {@link readPlacesOnDays} reads whatever the terms of the days are: who is in the classes now, and who has left
 * one since.
 */
export interface ClassesNow {
  present: readonly (Named & Placed)[];
  leavers: Awaited<ReturnType<typeof listClassLeaversSince>>;
}

/** Two requests, side by side. */
export async function readClassesNow(classIds: readonly string[], since: string): Promise<ClassesNow> {
  const [oneClass, ...others] = classIds;
  const [present, leavers] = await Promise.all([
    oneClass !== undefined && others.length === 0 ? listStudentsOfClass(oneClass) : listStudentsOfClasses(classIds),
    listClassLeaversSince(since),
  ]);
  return { present, leavers };
}

/**
 * Reads where the students of classes were on days. In each term they are those on its list, which is the register or,
 * where the lists are in the reports alone, the registrations; and who has left one of the classes since. Three
 * requests, one for each term of the latter kind, and one for each hundred students who have left a class or the school
 * since the first day.
 * @param now read already, since the first day
 */
export async function readPlacesOnDays(
  classIds: readonly string[],
  days: readonly DayOfTerm[],
  now?: ClassesNow,
): Promise<PlacesOnDays> {
  const [first] = days.map(({ date }) => date).sort();
  if (first === undefined)
    return { students: new Map(), candidates: () => new Set(), classOf: () => undefined, left: new Set() };
  const terms = termsOf(days);
  const [{ present, leavers }, sourceOf] = await Promise.all([
    now ?? readClassesNow(classIds, first),
    readListSources(terms),
  ]);
  const registrations = new Map(
    await Promise.all(
      terms
        .filter((term) => sourceOf(term) === 'term alone')
        .map(async (term) => [termKey(term), await readClassesOfRegistered(term, classIds)] as const),
    ),
  );
  const left = new Set([...leavers.values()].flatMap((ids) => [...ids]));
  const leftTheseClasses = new Set(classIds.flatMap((id) => [...(leavers.get(id) ?? [])]));
  const students = new Map<string, Named & Placed>(present.map((student) => [student.studentId, student]));
  const registered = [...registrations.values()].flatMap((list) => [...list.keys()]);
  // The register does not have earlier classes: nobody else has left one.
  const toRead = [...new Set([...students.keys(), ...registered, ...leftTheseClasses])].filter(
    (id) => left.has(id) || !students.has(id),
  );
  for (const student of await readStudents(toRead, [...named, ...placeFields]))
    students.set(student.studentId, student);
  const ofRegister = new Set([...students.keys()]);
  const listOf = ({ ofTerm }: DayOfTerm) => (ofTerm ? registrations.get(termKey(ofTerm)) : undefined);
  const candidates = new Map(
    [...registrations].map(([term, list]) => [term, new Set([...list.keys(), ...leftTheseClasses])]),
  );
  return {
    students,
    left,
    candidates: ({ ofTerm }) => (ofTerm ? candidates.get(termKey(ofTerm)) : undefined) ?? ofRegister,
    classOf: (studentId, day) => {
      const student = students.get(studentId);
      const list = listOf(day);
      const classId = list?.get(studentId);
      if (!student) return classId;
      const otherwise = list ? classId !== undefined && { classId } : placeInRegister(student);
      return placeOfDay(student, { date: day.date, year: day.ofTerm?.year }, otherwise || undefined)?.classId;
    },
  };
}

/** By student, the class in which the student is registered for a term. One request. */
async function readClassesOfRegistered(term: TermOfDay, classIds: readonly string[]): Promise<Map<string, string>> {
  const registrations = await readClassRegistrations({ ...term, classIds });
  return new Map(
    registrations.flatMap(({ classId, studentIds = [] }) => studentIds.map((id) => [id, classId] as const)),
  );
}

/** The students who were in a class on a day, by name. Requests: those of {@link readPlacesOnDays}. */
export async function readStudentsOfClassOnDay(classId: string, day: DayOfTerm, now?: ClassesNow): Promise<Named[]> {
  const { students, candidates, classOf } = await readPlacesOnDays([classId], [day], now);
  return [...candidates(day)]
    .filter((id) => classOf(id, day) === classId)
    .map((id) => students.get(id) ?? erasedStudentName(id))
    .sort(compareNames);
}

/**
 * The students who were at the school on a day, each with the class of that day, by id: those who had not come yet, or
 * had left, are missing. One request, and one more for a day of an earlier year.
 */
export async function withClassOnDay<S extends Placed & Pick<StudentItem, 'studentId'>>(
  students: readonly S[],
  day: DayOfTerm,
): Promise<ReadonlyMap<string, S>> {
  if (students.length === 0) return new Map();
  const terms = termsOf([day]);
  const placeOf = await readPlaces(students, { terms, sourceOf: await readListSources(terms) });
  return new Map(
    students.flatMap((student) => {
      const place = placeOf(student, day);
      return place ? [[student.studentId, { ...student, ...place, status: 'current' as const }]] : [];
    }),
  );
}

/**
 * The student with the class of each of these days; undefined on days out of the student's stay. One request, and one
 * for each term of an earlier year.
 */
export async function readPlaceOnDays<S extends Placed & Pick<StudentItem, 'studentId'>>(
  student: S,
  days: readonly DayOfTerm[],
): Promise<(day: DayOfTerm) => S | undefined> {
  const terms = termsOf(days);
  const placeOf = await readPlaces([student], { terms, sourceOf: await readListSources(terms) });
  return (day) => {
    const place = placeOf(student, day);
    return place && { ...student, ...place, status: 'current' };
  };
}

type TermOfDay = NonNullable<Term>;

const termKey = ({ year, term }: TermOfDay): string => `${year}/${term}`;

const termsOf = (days: readonly DayOfTerm[]): TermOfDay[] => [
  ...new Map(days.flatMap(({ ofTerm }) => (ofTerm ? [[termKey(ofTerm), ofTerm] as const] : []))).values(),
];

/**
 * {@link placeOfDay} of these students in these terms. The register has the present classes of those who never changed
 * class here: in a term whose lists are in its reports alone, the class is that of the report.
 */
async function readPlaces<S extends Placed & Pick<StudentItem, 'studentId'>>(
  students: readonly S[],
  { terms, sourceOf }: { terms: readonly TermOfDay[]; sourceOf: (term: TermOfDay) => ListSource },
): Promise<(student: S, day: DayOfTerm) => Place | undefined> {
  const unchanged = students.filter(({ earlierClasses = [] }) => earlierClasses.length === 0);
  const fromReports = terms.filter((term) => unchanged.length > 0 && sourceOf(term) === 'term alone');
  const reported = new Map(
    await Promise.all(
      fromReports.map(
        async (term) => [termKey(term), await readClassesInTerm(unchanged, { ...term, source: 'term alone' })] as const,
      ),
    ),
  );
  return (student, { date, ofTerm }) => {
    const ofReports = ofTerm ? reported.get(termKey(ofTerm)) : undefined;
    const report = ofReports?.get(student.studentId);
    const place = placeOfDay(student, { date, year: ofTerm?.year }, ofReports ? report : placeInRegister(student));
    return place && { classId: place.classId, formLevel: place.formLevel };
  };
}

/** Nobody knows where an archived student was who left nobody knows when. */
const placeInRegister = (student: Placed): Place | undefined =>
  student.status === 'archived' && student.date_of_leaving === undefined ? undefined : student;
