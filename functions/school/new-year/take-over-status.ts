import { lastFirst, nameApart } from '#shared/people/shared-names.ts';
import { isArchivedTeacher } from '#shared/people/teacher.ts';
import { startYearOf, toAcademicYearId } from '#shared/school/academic-year.ts';
import { termsContract } from '#shared/school/contract.ts';
import { hasLessons, listAllEmployees, listLessonsFromYear, readAllClassPosts } from '../../people/records/store.ts';
import { inParallel } from '../../platform/in-parallel.ts';
import { toRunStatus } from '../../platform/jobs/run-job.ts';
import { type JobItem, readJob, readRemarks } from '../../platform/jobs/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { readStudentNames } from '../../students/records/store.ts';
import { listAssignmentsOfClass, readSubjectNamesById } from '../../subjects/records/store.ts';
import { formLevelsByClass } from '../records/school.ts';
import { planTakeOver } from './take-over-plan.ts';

/** The input of the take-over job and of its undo. */
export interface TakeOverInput {
  year: number;
  from: number;
  /** Of an undo: the run that is undone. */
  run?: string;
}

/**
 * The take-over of a year and its undo, where they are remembered. The undo is read first: it forgets the take-over at
 * its end.
 */
export const readTakeOverJobs = async (year: number) => ({
  undo: await readJob('undo-take-over', String(year)),
  takeOver: await readJob('take-over-lessons', String(year)),
});

export const readTakeOverStatus = callHandler(termsContract.readTakeOverStatus, {
  handle: async ({ input }) => {
    const year = startYearOf(input.academic_year_id);
    const [{ undo, takeOver }, isSetUp] = await Promise.all([readTakeOverJobs(year), hasLessons(year)]);
    const status = {
      academic_year_id: input.academic_year_id,
      has_lessons: isSetUp,
      taken_over: await toTakeOverRun(takeOver),
      undo: await toTakeOverRun(undo),
    };
    const nothing = { ...status, from: null, is_promoted: false, teachers: [], students: [] };
    if (isSetUp || takeOver) return nothing;
    const years = await readLessonsAndPostsOfAllYears();
    const from = latestYearWithLessons(year, years);
    if (from === undefined) return nothing;
    const plan = await readTakeOverPlan(from, years);
    return { ...status, from: toAcademicYearId(from), is_promoted: plan.isPromoted, ...(await shown(plan, years)) };
  },
});

async function toTakeOverRun(job: JobItem | undefined) {
  if (!job) return null;
  const { from } = job.input as TakeOverInput;
  return { run: toRunStatus(job), from: toAcademicYearId(from), left: await listSkippedByTakeOver(job) };
}

/** What a run skipped, by name; nothing while it runs. */
export async function listSkippedByTakeOver(job: JobItem): Promise<{ name: string; reason: string }[]> {
  const remarks = job.state === 'running' ? [] : await readRemarks(job);
  return remarks.map(({ row, text }) => ({ name: row, reason: text })).sort((a, b) => a.name.localeCompare(b.name));
}

async function shown(
  {
    teachers,
    students,
    subjects,
  }: ReturnType<typeof planTakeOver> & { subjects: ReadonlyMap<string, { title: string }> },
  { employees }: Pick<YearsOfTeachers, 'employees'>,
) {
  const nameOf = nameApart(employees, { name: lastFirst, id: ({ teacherNum }) => String(teacherNum) });
  const names = new Map(employees.map((one) => [one.employeeId, nameOf(one)]));
  const studentNames = await readStudentNames(students.map(({ studentId }) => studentId));
  const titles = (ids: readonly string[]) => ids.map((id) => subjects.get(id)?.title ?? id);
  const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);
  return {
    teachers: teachers
      .map((one) => ({
        employee_id: one.employeeId,
        name: names.get(one.employeeId) ?? one.employeeId,
        lessons: one.lessons,
        taken: one.taken.length,
        posts: one.posts.length,
        has_left: one.hasLeft,
        classes_gone: one.classesGone,
        subjects_ended: titles(one.subjectsEnded),
      }))
      .sort(byName),
    students: students
      .map((one) => ({
        student_id: one.studentId,
        name: studentNames.get(one.studentId) ?? one.studentId,
        class_id: one.classId,
        ends: titles(one.ends),
        without_teacher: titles(one.withoutTeacher),
      }))
      .sort(byName),
  };
}

/** The first that an academic year may be. */
const firstYear = 1950;

/** Teachers or classes that are read in parallel. */
const atOnce = 10;

export type YearsOfTeachers = Awaited<ReturnType<typeof readLessonsAndPostsOfAllYears>>;

/** Every teacher with the lessons and posts of all years. Two queries a teacher: a year without lessons is rare. */
export async function readLessonsAndPostsOfAllYears() {
  const employees = await listAllEmployees();
  const years = await inParallel(employees, {
    atOnce,
    does: async ({ employeeId }) => {
      const [lessons, posts] = await Promise.all([
        listLessonsFromYear(employeeId, firstYear),
        readAllClassPosts(employeeId),
      ]);
      return { lessons, posts };
    },
  });
  return {
    employees,
    lessons: years.flatMap(({ lessons }) => lessons),
    posts: years.flatMap(({ posts }) => posts),
  };
}

/** The latest year before `year` that has lessons. */
export const latestYearWithLessons = (year: number, { lessons }: YearsOfTeachers): number | undefined =>
  lessons
    .map((lesson) => lesson.year)
    .reduce<number | undefined>(
      (latest, one) => (one < year && (latest === undefined || one > latest) ? one : latest),
      undefined,
    );

/** Whether the students of a year were promoted at its end. */
export const isYearPromoted = async (year: number): Promise<boolean> =>
  (await readJob('promote-students', String(year)))?.state === 'finished';

/**
 * What is to be taken over from `from`, as everything is now. A query more for each class of the school where the
 * students were promoted.
 */
export async function readTakeOverPlan(from: number, years: YearsOfTeachers) {
  const [subjects, promoted] = await Promise.all([readSubjectNamesById(), isYearPromoted(from)]);
  const classes = formLevelsByClass();
  const taken = promoted
    ? (await inParallel([...classes.keys()], { atOnce, does: listAssignmentsOfClass })).flat()
    : [];
  const ofYear = ({ year }: { year: number }) => year === from;
  const plan = planTakeOver({
    lessons: years.lessons.filter(ofYear),
    posts: years.posts.filter(ofYear),
    currentTeachers: new Set(
      years.employees.filter((one) => !isArchivedTeacher(one)).map(({ employeeId }) => employeeId),
    ),
    classes,
    subjects: new Set(subjects.keys()),
    taken,
  });
  return { ...plan, subjects, isPromoted: promoted };
}
