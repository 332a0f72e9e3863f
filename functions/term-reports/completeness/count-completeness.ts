import type { CompletenessRow } from '#shared/term-reports/completeness-calls.ts';
import { readClassEntries } from '../../marks/records/class-entries.ts';
import { readClassPostsOfTeacher, readTeachersOfClasses } from '../../people/records/store.ts';
import { type Caller, isAdmin } from '../../platform/requests/caller.ts';
import { readItems } from '../../platform/table/table.ts';
import { periodKey } from '../../school/records/periods.ts';
import { school } from '../../school/records/school.ts';
import { readLeaversOfTerm } from '../../students/records/term-leavers.ts';
import { readAssignedTeacherLookup, readSubjectNamesById } from '../../subjects/records/store.ts';
import { countBoardOfClass } from './count-board.ts';

interface Board {
  classes: { class_id: string; form_level: number; reports: number }[];
  rows: CompletenessRow[];
}

interface BoardOf {
  year: number;
  term: 1 | 2 | 3;
  classes: readonly { id: string; form_level: number }[];
}

/**
 * Counts what is entered of a term in these classes, from their kept entries; of students who have left in the term
 * nothing is missing. Four requests for the subjects and up to fifty classes' entries; who teaches them takes one for
 * each 25 classes, and one more where several teachers share a class: which student has which (ADR 0040).
 */
export async function countCompletenessOfClasses({ year, term, classes }: BoardOf): Promise<Board> {
  const classIds = classes.map(({ id }) => id);
  const [entries, { lessons, posts, names, ownTeacher }, subjects, { period }] = await Promise.all([
    readClassEntries({ year, term, classIds }),
    readTeachers(classIds, year),
    readSubjectNamesById(),
    readItems({ period: periodKey(year, term) }),
  ]);
  const registered = entries.flatMap((one) => one?.reports.map(({ studentId }) => studentId) ?? []);
  const leavers = await readLeaversOfTerm(registered, period?.dateEnd ?? null);
  const lessonsOf = Map.groupBy(lessons, ({ classId, subjectId }) => `${classId}#${subjectId}`);
  const postsOf = Map.groupBy(posts, ({ classId, as }) => `${classId}#${as}`);
  const facts = { markingScheme: school().markingScheme, term, subjects };
  const rows = classes.map(({ id: classId, form_level: formLevel }, index) => {
    const { reports: all = [], records = [] } = entries[index] ?? {};
    const reports = all.filter(({ studentId }) => !leavers.has(studentId));
    const teachersOf = (subjectId: string) =>
      (lessonsOf.get(`${classId}#${subjectId}`) ?? [])
        .map(({ employeeId }) => ({ employee_id: employeeId, name: names.get(employeeId) ?? employeeId }))
        .sort((a, b) => a.name.localeCompare(b.name));
    const holdersOf = (as: string) =>
      (postsOf.get(`${classId}#${as}`) ?? []).map(({ employeeId, name }) => ({
        employee_id: employeeId,
        name: names.get(employeeId) ?? name,
      }));
    return countBoardOfClass({ classId, formLevel, reports, records, ownTeacher, teachersOf, holdersOf }, facts);
  });
  return {
    classes: classes.map(({ id, form_level }, index) => ({
      class_id: id,
      form_level,
      reports: entries[index]?.reports.length ?? 0,
    })),
    rows: rows.flat(),
  };
}

/** Lessons and posts of the classes, and each student's teacher where a class has several teachers in a subject. */
async function readTeachers(classIds: readonly string[], year: number) {
  const { lessons, posts, names } = await readTeachersOfClasses(classIds, year);
  const shared = [...Map.groupBy(lessons, ({ classId, subjectId }) => `${classId}#${subjectId}`).values()].flatMap(
    ([first, ...others]) => (first && others.length > 0 ? [first] : []),
  );
  return { lessons, posts, names, ownTeacher: await readAssignedTeacherLookup(shared) };
}

/**
 * The classes whose board the caller sees: every class for the office, else those where the caller has a post that year
 * (rule 14).
 */
export async function listClassesOnCallersBoard(
  { year, form_level: formLevel }: { year: number; form_level?: number | undefined },
  caller: Caller,
) {
  const own = isAdmin(caller)
    ? undefined
    : new Set((await readClassPostsOfTeacher(caller.accountId, year)).map(({ classId }) => classId));
  return school().formClasses.filter(
    ({ id, form_level }) => (own?.has(id) ?? true) && (formLevel === undefined || form_level === formLevel),
  );
}
