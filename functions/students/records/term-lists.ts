import { isTaughtByClass } from '#shared/people/form-level.ts';
import { compareNames } from '#shared/people/shared-names.ts';
import { listSubjectRecordsOfStudent } from '../../marks/records/subject-record.ts';
import { classRegistrationKeys, termReportKey } from '../../marks/records/term-report.ts';
import { inParallel } from '../../platform/in-parallel.ts';
import { jobKey } from '../../platform/jobs/store.ts';
import { readItems, readMany } from '../../platform/table/table.ts';
import { currentPeriodKey } from '../../school/records/periods.ts';
import {
  findTermClosure,
  isTermReopened,
  type Term,
  type TermLocks,
  termLocksKey,
} from '../../school/records/term-locks.ts';
import { assignmentKey, readRoster } from '../../subjects/records/store.ts';
import { erasedStudentName, readErasedStudents } from './erased-student.ts';
import { readStudents } from './store.ts';
import { listLeaversOfSheet, readEndOfTerm, sheetFacts, withDayOfLeaving } from './term-leavers.ts';

/**
 * The source of a term's lists (rule 45): the `register`, which has the present classes; for an earlier term of the
 * year, and for the current one while it is closed, the `term` itself, or the register for a class without
 * registrations; for a current term that was closed and is `open again` the term itself, and the register for students
 * without a report; after the year's promotion, and for earlier years, the `term alone`, because the register has
 * changed since.
 */
export type ListSource = 'register' | 'open again' | 'term' | 'term alone';

/** Keys of the records that determine the source of a year's lists, to be read with the session. */
export const listSourceKeys = (year: number) => ({
  currentPeriod: currentPeriodKey(),
  promotion: jobKey('promote-students', String(year)),
  termRegister: termLocksKey(),
});

interface SourceFound {
  currentPeriod: { year: number; term: number } | undefined;
  promotion: unknown;
  termRegister: TermLocks | undefined;
}

export function decideListSource(
  of: Term,
  { currentPeriod: current, promotion, termRegister }: SourceFound,
): ListSource {
  if (promotion || (current && of.year < current.year)) return 'term alone';
  if (current?.year !== of.year || of.term > current.term) return 'register';
  // A change of class in a closed term counts from the next open term: the closed term keeps its lists.
  if (of.term < current.term || findTermClosure(termRegister, of)) return 'term';
  return isTermReopened(termRegister, of) ? 'open again' : 'register';
}

/** {@link decideListSource} of a class's documents: the register adds students in the current term only. */
export const decideClassListSource = (of: Term, found: SourceFound): ListSource =>
  found.currentPeriod?.year === of.year && found.currentPeriod.term === of.term
    ? decideListSource(of, found)
    : 'term alone';

/** {@link decideListSource} that reads its keys itself. One request. */
export const readListSource = async (term: Term): Promise<ListSource> => (await readListSources([term]))(term);

/** The same of these terms. One request; none for no term. */
export async function readListSources(terms: readonly Term[]): Promise<(term: Term) => ListSource> {
  if (terms.length === 0) return () => 'register';
  const years = [...new Set(terms.map(({ year }) => year))];
  const { promotions, ...found } = await readItems({
    currentPeriod: currentPeriodKey(),
    termRegister: termLocksKey(),
    promotions: years.map((year) => jobKey('promote-students', String(year))),
  });
  const promoted = new Map(promotions.map((promotion) => [promotion.key, promotion]));
  return (term) => decideListSource(term, { ...found, promotion: promoted.get(String(term.year)) });
}

/**
 * The students registered for a term in the classes, with class and subjects of that term. One request, and one for
 * each hundred students.
 */
export async function readRegisteredStudents({ year, term, classIds }: Term & { classIds: readonly string[] }) {
  const registrations = await readMany(classRegistrationKeys({ year, term, classIds }));
  const studentIds = registrations.flatMap(({ studentIds = [] }) => studentIds);
  const reports = await readMany(
    studentIds.map((studentId) => termReportKey({ studentId, year, term })),
    ['studentId', 'classId', 'formLevel', 'subjectIds'],
  );
  return reports.filter(({ classId }) => classIds.includes(classId));
}

/** The class of a student in a term, and its source. */
interface TermPlace {
  classId: string;
  formLevel: number;
  by: 'report' | 'marks' | 'register';
}

/**
 * The class of students in a term (rules 45 and 52), by id: that of the report; without one, in a term that was closed
 * or has ended, that of the marks; without either that of the register. After the year's promotion students without a
 * report are left out. One request for each hundred students, and a query for each student without a report in such a
 * term.
 */
export async function readClassesInTerm(
  students: readonly Placed[],
  { year, term, source }: Term & { source: ListSource },
): Promise<ReadonlyMap<string, TermPlace>> {
  const keys = students.map(({ studentId }) => termReportKey({ studentId, year, term }));
  const reports = await readMany(keys, ['studentId', 'classId', 'formLevel']);
  const places = new Map<string, TermPlace>(
    reports.map(({ studentId, classId, formLevel }) => [studentId, { classId, formLevel, by: 'report' }]),
  );
  const others = source === 'term alone' ? [] : students.filter(({ studentId }) => !places.has(studentId));
  await inParallel(others, {
    atOnce: 10,
    does: async ({ studentId, classId, formLevel }) => {
      const [record] = source === 'register' ? [] : await listSubjectRecordsOfStudent({ studentId, year, term });
      places.set(
        studentId,
        record
          ? { classId: record.classId, formLevel: record.formLevel, by: 'marks' }
          : { classId, formLevel, by: 'register' },
      );
    },
  });
  return places;
}

interface Placed extends InClass {
  formLevel: number;
}

/**
 * The students that the register adds to a class's lists of a term, beside those with a report or a mark in it, unless
 * they were in another class in that term. No request where all have a report; see {@link readClassesInTerm} for the
 * others.
 * @param present the register's students of the classes
 * @param onRecord students with a report or a mark in the classes
 * @param registered the classes with reports
 */
export async function listStudentsAddedByRegister<S extends Placed>(
  present: readonly S[],
  of: Term & { source: ListSource; onRecord: ReadonlySet<string>; registered: ReadonlySet<string> },
): Promise<S[]> {
  if (of.source === 'term alone') return [];
  const asked = present.filter(
    ({ studentId, classId }) => !of.onRecord.has(studentId) && (of.source !== 'term' || !of.registered.has(classId)),
  );
  if (asked.length === 0) return [];
  const places = await readClassesInTerm(asked, of);
  return asked.filter(({ studentId, classId }) => places.get(studentId)?.classId === classId);
}

interface SheetOfTerm extends Term {
  subjectId: string;
  formLevel: number;
  classIds: readonly string[];
}

/** A student of a list, with the class of the term. */
export interface ListedStudent {
  studentId: string;
  firstName: string;
  lastName: string;
  classId: string;
  formLevel: number;
  picture?: string | undefined;
  /** The student's own teacher in the subject, where the register still has one. */
  employeeId?: string | undefined;
  /** yyyy-MM-dd: the last day of a student who left the school in the term (rule 52). */
  left?: string | undefined;
}

/**
 * The students of a subject in the classes of a level in a term, by class and name; who left in it stays (rule 52).
 * From the register one query, and one for each class. From the term itself those with an entry, and those who were
 * registered with the subject or take it since: four requests, and as many for each further hundred students.
 * @param entries of the sheet or page, which the caller reads anyway
 */
export async function listStudentsOfSheet(
  sheet: SheetOfTerm,
  { source, entries }: { source: ListSource; entries: readonly InClass[] | Promise<readonly InClass[]> },
): Promise<ListedStudent[]> {
  if (source === 'register') {
    const [roster, leavers] = await Promise.all([readRoster(sheet), listLeaversOfSheet(sheet, entries)]);
    return [...roster, ...leavers].sort(byClassAndName);
  }
  const { year, term, subjectId, formLevel, classIds } = sheet;
  const [registered, all] = await Promise.all([readRegisteredStudents({ year, term, classIds }), entries]);
  const entered = all.filter(({ classId }) => classIds.includes(classId));
  const assigned = await teachersOf([...registered, ...entered], {
    subjectId,
    isWanted: source !== 'term alone' || !isTaughtByClass(formLevel),
  });
  const takes = ({ studentId, subjectIds = [] }: (typeof registered)[number]) =>
    subjectIds.includes(subjectId) || (source !== 'term alone' && assigned.has(studentId));
  const classOf = new Map(
    [...entered, ...registered.filter(takes)].map(({ studentId, classId }) => [studentId, classId]),
  );
  const found = await readStudents([...classOf.keys()], sheetFacts);
  const foundIds = new Set(found.map(({ studentId }) => studentId));
  const students = [...found, ...(await readErasedStudents([...classOf.keys()].filter((id) => !foundIds.has(id))))];
  const dateEnd = students.some(({ status }) => status === 'archived') ? await readEndOfTerm(sheet) : null;
  const ownTeachers = new Map(found.map((student) => [student.studentId, student.ownTeachers?.[subjectId]]));
  const known = new Map(
    students.map((student) => {
      const { ownTeachers: _teachers, ...listed }: (typeof found)[number] = student;
      return [student.studentId, withDayOfLeaving(listed, dateEnd)];
    }),
  );
  const listed = [...classOf].map(([studentId, classId]) => ({
    ...(known.get(studentId) ?? erasedStudentName(studentId)),
    classId,
    formLevel,
    employeeId: assigned.get(studentId) ?? ownTeachers.get(studentId),
  }));
  const isRegistered = new Set(registered.map(({ classId }) => classId));
  const others = source === 'open again' ? classIds : classIds.filter((classId) => !isRegistered.has(classId));
  const present =
    others.length > 0 && source !== 'term alone' ? await readRoster({ subjectId, formLevel, classIds: others }) : [];
  const onRecord = new Set(classOf.keys());
  const added = await listStudentsAddedByRegister(present, { year, term, source, onRecord, registered: isRegistered });
  return [...listed, ...added].sort(byClassAndName);
}

interface InClass {
  studentId: string;
  classId: string;
}

/**
 * The students who take the subject now, each with their own teacher, if any. Below form 4 the class determines the
 * teacher.
 */
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

/** One order whatever the list comes from: a column is typed, and pasted, down a sheet that stays as it was. */
const byClassAndName = (a: ListedStudent, b: ListedStudent): number =>
  compare(a.classId, b.classId) || compareNames(a, b) || compare(a.studentId, b.studentId);
