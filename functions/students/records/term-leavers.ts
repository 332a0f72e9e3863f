import { termReportKey } from '../../marks/records/term-report.ts';
import { readItems, readMany } from '../../platform/table/table.ts';
import { periodKey } from '../../school/records/periods.ts';
import type { Term } from '../../school/records/term-locks.ts';
import { readErasedStudents } from './erased-student.ts';
import { listClassLeaversSince } from './placement/earlier-classes.ts';
import { readCurrentStudents } from './rosters/read-rosters.ts';
import { readStudents, type StudentItem } from './store.ts';

/** What says whether a student left in a term. */
const leavingFacts = ['status', 'archivedIn', 'date_of_leaving'] as const satisfies readonly (keyof StudentItem)[];

/** What a list of a term reads of a student who is not in the register's list. */
export const listedFacts = ['studentId', 'firstName', 'lastName', 'picture', ...leavingFacts] as const;

/** What a sheet of a subject reads of such a student. */
export const sheetFacts = [...listedFacts, 'ownTeachers'] as const;

type Leaving = Pick<StudentItem, (typeof leavingFacts)[number]>;

/**
 * The last day, yyyy-MM-dd, of a student who left the school before the end of a term (rule 52); undefined for
 * everybody else. Who left with a promotion was there to the end.
 * @param dateEnd yyyy-MM-dd; null where the office has not set it
 */
function dayOfLeaving(
  { status, archivedIn, date_of_leaving: left }: Leaving,
  dateEnd: string | null,
): string | undefined {
  const isLeaver = status === 'archived' && archivedIn !== undefined && left !== undefined;
  return isLeaver && (dateEnd === null || left < dateEnd) ? left : undefined;
}

/** The student as lists show one, with `left` where the student left before the end of the term. */
export function withDayOfLeaving<S extends Leaving>(
  { status, archivedIn, date_of_leaving, ...student }: S,
  dateEnd: string | null,
): Omit<S, keyof Leaving> & { left?: string } {
  const left = dayOfLeaving({ status, archivedIn, date_of_leaving }, dateEnd);
  return left === undefined ? student : { ...student, left };
}

/** The last day of a term, yyyy-MM-dd; null where the office has not set it. One request. */
export async function readEndOfTerm({ year, term }: Term): Promise<string | null> {
  const { period } = await readItems({ period: periodKey(year, term) });
  return period?.dateEnd ?? null;
}

/**
 * Those of the students who left the school before the end of a term, with their last day: they are asked for nothing
 * more, not ranked, and printed by name alone (rule 52). One request, and one for each hundred students who are not
 * current.
 * @param dateEnd yyyy-MM-dd; null where the office has not set it
 */
export async function readLeaversOfTerm(
  studentIds: readonly string[],
  dateEnd: string | null,
): Promise<ReadonlyMap<string, string>> {
  if (studentIds.length === 0) return new Map();
  const current = new Set((await readCurrentStudents()).map(({ studentId }) => studentId));
  const archived = studentIds.filter((id) => !current.has(id));
  const found = await readStudents(archived, ['studentId', ...leavingFacts]);
  const foundIds = new Set(found.map(({ studentId }) => studentId));
  const erased = await readErasedStudents(archived.filter((id) => !foundIds.has(id)));
  return new Map(
    [...found, ...erased].flatMap((student) => {
      const left = dayOfLeaving(student, dateEnd);
      return left === undefined ? [] : [[student.studentId, left]];
    }),
  );
}

interface Entry {
  studentId: string;
  classId: string;
}

/**
 * The students of a subject in the classes of a level who have left the school since they were in a term, each in the
 * class of the report, or else of the marks: those with a mark in the subject, or the subject on the report. A query,
 * and three requests where somebody has left one of the classes.
 * @param entries of the sheet or page
 */
export async function listLeaversOfSheet(
  { year, term, subjectId, formLevel, classIds }: SheetOfTerm,
  entries: readonly Entry[] | Promise<readonly Entry[]>,
) {
  const leavers = await listClassLeaversSince(String(year));
  const ids = [...new Set(classIds.flatMap((classId) => [...(leavers.get(classId) ?? [])]))];
  if (ids.length === 0) return [];
  const [students, reports, entered, dateEnd] = await Promise.all([
    readStudents(ids, sheetFacts),
    readMany(
      ids.map((studentId) => termReportKey({ studentId, year, term })),
      ['studentId', 'classId', 'subjectIds'],
    ),
    entries,
    readEndOfTerm({ year, term }),
  ]);
  const reportOf = new Map(reports.map((report) => [report.studentId, report]));
  const classOfEntry = new Map(entered.map(({ studentId, classId }) => [studentId, classId]));
  return students.flatMap(({ ownTeachers = {}, ...student }) => {
    const { studentId, status } = student;
    const { classId = classOfEntry.get(studentId), subjectIds = [] } = reportOf.get(studentId) ?? {};
    const takes = subjectIds.includes(subjectId) || classOfEntry.has(studentId);
    const isHere = status === 'archived' && takes && classId !== undefined && classIds.includes(classId);
    return isHere
      ? [{ ...withDayOfLeaving(student, dateEnd), classId, formLevel, employeeId: ownTeachers[subjectId] }]
      : [];
  });
}

interface SheetOfTerm extends Term {
  subjectId: string;
  formLevel: number;
  classIds: readonly string[];
}
