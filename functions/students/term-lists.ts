import { standsAlone } from '#shared/people/form-level.ts';
import { lastFirst } from '#shared/people/last-first.ts';
import { classRegistrationKeys, termReportKey } from '../marks/term-report.ts';
import { Job } from '../platform/jobs/store.ts';
import { itemKey, readItems, readMany } from '../platform/table/table.ts';
import { currentPeriodKey } from '../reference/periods.ts';
import { assignmentKey, rosterOf } from '../subjects/store.ts';
import { namelessStudent } from './erased-student.ts';
import { studentsByIds } from './store.ts';

/** Names a term. */
interface Term {
  year: number;
  term: 1 | 2 | 3;
}

/**
 * Where the lists of a term come from (rule 45): the `register`, which says who is in a class now; for an earlier term of the year the
 * `term` itself, or the register for a class that nobody was registered in; after the year's promotion, and of earlier years, the
 * `term alone`, for the register has moved on.
 */
export type ListSource = 'register' | 'term' | 'term alone';

/** What says where the lists of a year's terms come from: keys to be read with the session. */
export const listSourceKeys = (year: number) => ({
  currentPeriod: currentPeriodKey(),
  promotion: itemKey(Job, { name: 'promote-students', key: String(year) }),
});

export function listSource(
  { year, term }: Term,
  {
    currentPeriod: current,
    promotion,
  }: { currentPeriod: { year: number; term: number } | undefined; promotion: unknown },
): ListSource {
  if (promotion || (current && year < current.year)) return 'term alone';
  return current?.year === year && term < current.term ? 'term' : 'register';
}

/** Whether the class lists of now are those of the term: of the current one, until its year's students have been promoted. */
export const isListedNow = (of: Term, found: Parameters<typeof listSource>[1]): boolean =>
  listSource(of, found) === 'register' && found.currentPeriod?.year === of.year && found.currentPeriod.term === of.term;

/** {@link listSource} for who has not read its keys. One request. */
export const readListSource = async (term: Term): Promise<ListSource> =>
  listSource(term, await readItems(listSourceKeys(term.year)));

/** Who was registered for a term in the classes, with the class and the subjects of then. One request, and one for each hundred students. */
export async function registeredFor({ year, term, classIds }: Term & { classIds: readonly string[] }) {
  const registrations = await readMany(classRegistrationKeys({ year, term, classIds }));
  const studentIds = registrations.flatMap(({ studentIds = [] }) => studentIds);
  const reports = await readMany(
    studentIds.map((studentId) => termReportKey({ studentId, year, term })),
    ['studentId', 'classId', 'formLevel', 'subjectIds'],
  );
  return reports.filter(({ classId }) => classIds.includes(classId));
}

interface SheetOfTerm extends Term {
  subjectId: string;
  formLevel: number;
  classIds: readonly string[];
}

/** Somebody of a list, with the class of the term. */
export interface ListedStudent {
  studentId: string;
  firstName: string;
  lastName: string;
  classId: string;
  formLevel: number;
  picture?: string | undefined;
  /** The student's own teacher in the subject, where the register still says one. */
  employeeId?: string | undefined;
}

/**
 * Who takes a subject in the classes of a level in a term, by class and name. From the register one query. From the term itself who has an
 * entry, and who was registered with the subject, or takes it since: four requests, and as many for each further hundred students.
 * @param entries of the sheet or page: what was read of the term anyway
 */
export async function studentsOfSheet(
  sheet: SheetOfTerm,
  { source, entries }: { source: ListSource; entries: readonly InClass[] | Promise<readonly InClass[]> },
): Promise<ListedStudent[]> {
  if (source === 'register') return rosterOf(sheet);
  const { year, term, subjectId, formLevel, classIds } = sheet;
  const [registered, all] = await Promise.all([registeredFor({ year, term, classIds }), entries]);
  const entered = all.filter(({ classId }) => classIds.includes(classId));
  const assigned = await teachersOf([...registered, ...entered], {
    subjectId,
    isWanted: source === 'term' || !standsAlone(formLevel),
  });
  const takes = ({ studentId, subjectIds = [] }: (typeof registered)[number]) =>
    subjectIds.includes(subjectId) || (source === 'term' && assigned.has(studentId));
  const classOf = new Map(
    [...entered, ...registered.filter(takes)].map(({ studentId, classId }) => [studentId, classId]),
  );
  const students = await studentsByIds([...classOf.keys()], ['studentId', 'firstName', 'lastName', 'picture']);
  const known = new Map(students.map((student) => [student.studentId, student]));
  const listed = [...classOf].map(([studentId, classId]) => ({
    ...(known.get(studentId) ?? namelessStudent(studentId)),
    ...{ classId, formLevel, employeeId: assigned.get(studentId) },
  }));
  const isRegistered = new Set(registered.map(({ classId }) => classId));
  const others = source === 'term' ? classIds.filter((classId) => !isRegistered.has(classId)) : [];
  const fromRegister = others.length > 0 ? await rosterOf({ subjectId, formLevel, classIds: others }) : [];
  return [...listed, ...fromRegister.filter(({ studentId }) => !classOf.has(studentId))].sort(byClassAndName);
}

interface InClass {
  studentId: string;
  classId: string;
}

/** Who of the students takes the subject now, each with the own teacher, if there is one. Below form 4 the class says whose a student is. */
async function teachersOf(
  students: readonly InClass[],
  { subjectId, isWanted }: { subjectId: string; isWanted: boolean },
): Promise<ReadonlyMap<string, string | undefined>> {
  const ids = isWanted ? [...new Set(students.map(({ studentId }) => studentId))] : [];
  const assignments = await readMany(
    ids.map((studentId) => assignmentKey(studentId, subjectId)),
    ['studentId', 'employeeId'],
  );
  return new Map(assignments.map(({ studentId, employeeId }) => [studentId, employeeId]));
}

const { compare } = new Intl.Collator('en');

const byClassAndName = (a: ListedStudent, b: ListedStudent): number =>
  compare(a.classId, b.classId) || compare(lastFirst(a), lastFirst(b)) || compare(a.studentId, b.studentId);
