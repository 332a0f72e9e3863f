import type { BoardRow } from '#shared/term-reports/completeness-calls.ts';
import { readTermEntries } from '../../marks/records/term-entries.ts';
import { classPostsOf, teachersOfClasses } from '../../people/records/store.ts';
import { type Caller, isAdmin } from '../../platform/requests/caller.ts';
import { school } from '../../school/records/school.ts';
import { readAssignedTeachers, subjectsById } from '../../subjects/records/store.ts';
import { countBoardOfClass } from './count-board.ts';

interface Board {
  classes: { class_id: string; form_level: number; reports: number }[];
  rows: BoardRow[];
}

interface BoardOf {
  year: number;
  term: 1 | 2 | 3;
  classes: readonly { id: string; form_level: number }[];
}

/**
 * Counts what is entered of a term in these classes. Nothing is stored that could go stale. One request for the subjects, and three for each
 * level: who teaches, what is entered, and which student has which teacher where several teach a class the same subject (ADR 0040).
 */
export async function readCompletenessBoard({ year, term, classes }: BoardOf): Promise<Board> {
  const subjects = subjectsById();
  const levels = [...Map.groupBy(classes, ({ form_level }) => form_level).values()];
  const counted = await Promise.all(levels.map((ofLevel) => countLevel({ year, term, classes: ofLevel }, subjects)));
  return { classes: counted.flatMap(({ classes }) => classes), rows: counted.flatMap(({ rows }) => rows) };
}

async function countLevel(
  { year, term, classes }: BoardOf,
  subjectsRead: ReturnType<typeof subjectsById>,
): Promise<Board> {
  const classIds = classes.map(({ id }) => id);
  const [{ reports, records }, { lessons, posts, names, ownTeacher }, subjects] = await Promise.all([
    readTermEntries({ year, term, classIds }),
    readTeachers(classIds, year),
    subjectsRead,
  ]);
  const reportsOf = Map.groupBy(reports, ({ classId }) => classId);
  const recordsOf = Map.groupBy(records, ({ classId }) => classId);
  const rows = classes.flatMap(({ id: classId, form_level: formLevel }) =>
    countBoardOfClass(
      {
        ...{ classId, formLevel, ownTeacher },
        reports: reportsOf.get(classId) ?? [],
        records: recordsOf.get(classId) ?? [],
        teachersOf: (subjectId) =>
          lessons
            .filter((lesson) => lesson.classId === classId && lesson.subjectId === subjectId)
            .map(({ employeeId }) => ({ employee_id: employeeId, name: names.get(employeeId) ?? employeeId }))
            .sort((a, b) => a.name.localeCompare(b.name)),
        holdersOf: (as) =>
          posts
            .filter((post) => post.classId === classId && post.as === as)
            .map(({ employeeId, name }) => ({ employee_id: employeeId, name })),
      },
      { markingScheme: school().markingScheme, term, subjects },
    ),
  );
  return {
    classes: classes.map(({ id, form_level }) => ({
      ...{ class_id: id, form_level },
      reports: reportsOf.get(id)?.length ?? 0,
    })),
    rows,
  };
}

/** Lessons and posts of the classes, and each student's teacher where a class has several teachers in a subject. */
async function readTeachers(classIds: readonly string[], year: number) {
  const { lessons, posts, names } = await teachersOfClasses(classIds, year);
  const shared = [...Map.groupBy(lessons, ({ classId, subjectId }) => `${classId}#${subjectId}`).values()].flatMap(
    ([first, ...others]) => (first && others.length > 0 ? [first] : []),
  );
  return { lessons, posts, names, ownTeacher: await readAssignedTeachers(shared) };
}

/** The classes whose board the caller sees: every class for the office, else those where the caller has a post that year (rule 14). */
export async function classesOnCallersBoard(
  { year, form_level: formLevel }: { year: number; form_level?: number | undefined },
  caller: Caller,
) {
  const own = isAdmin(caller)
    ? undefined
    : new Set((await classPostsOf(caller.accountId, year)).map(({ classId }) => classId));
  return school().formClasses.filter(
    ({ id, form_level }) => (own?.has(id) ?? true) && (formLevel === undefined || form_level === formLevel),
  );
}
