import { isArchived } from '#shared/people/archived.ts';
import { allClassPostsOf, allEmployees, lessonsFrom } from '../../people/records/store.ts';
import { inParallel } from '../../platform/in-parallel.ts';
import { readJob } from '../../platform/jobs/store.ts';
import { assignmentsIn, subjectsById } from '../../subjects/records/store.ts';
import { school } from '../records/school.ts';
import { takeOverPlan } from './take-over-plan.ts';

/** The first that an academic year may be (product §9). */
const firstYear = 1950;

/** How many teachers or classes are asked about side by side. */
const atOnce = 10;

export type YearsOfTeachers = Awaited<ReturnType<typeof readYears>>;

/** Every teacher with the lessons and posts of all years. Two queries a teacher: a year without lessons is rare. */
export async function readYears() {
  const employees = await allEmployees();
  const years = await inParallel(employees, {
    atOnce,
    does: async ({ employeeId }) => {
      const [lessons, posts] = await Promise.all([lessonsFrom(employeeId, firstYear), allClassPostsOf(employeeId)]);
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
export const latestBefore = (year: number, { lessons }: YearsOfTeachers): number | undefined =>
  lessons
    .map((lesson) => lesson.year)
    .reduce<number | undefined>(
      (latest, one) => (one < year && (latest === undefined || one > latest) ? one : latest),
      undefined,
    );

/** Whether the students of a year were promoted at its end. */
export const isPromoted = async (year: number): Promise<boolean> =>
  (await readJob('promote-students', String(year)))?.state === 'finished';

/** What is to be taken over from `from`, as everything is now. A query more for each class of the school where the students were promoted. */
export async function planFrom(from: number, years: YearsOfTeachers) {
  const [subjects, promoted] = await Promise.all([subjectsById(), isPromoted(from)]);
  const classes = new Map(school().formClasses.map(({ id, form_level }) => [id, form_level]));
  const taken = promoted ? (await inParallel([...classes.keys()], { atOnce, does: assignmentsIn })).flat() : [];
  const ofYear = ({ year }: { year: number }) => year === from;
  const plan = takeOverPlan({
    lessons: years.lessons.filter(ofYear),
    posts: years.posts.filter(ofYear),
    currentTeachers: new Set(years.employees.filter((one) => !isArchived(one)).map(({ employeeId }) => employeeId)),
    classes,
    subjects: new Set(subjects.keys()),
    taken,
  });
  return { ...plan, subjects, isPromoted: promoted };
}
