import { isTaughtByClass } from '#shared/people/form-level.ts';

interface Taught {
  employeeId: string;
  subjectId: string;
  classId: string;
}

/** The earlier year, and the school as it is now. */
export interface EarlierYear {
  lessons: readonly Taught[];
  posts: readonly { employeeId: string; classId: string; as: 'form teacher' | 'dean' }[];
  /** Teachers who are not archived. */
  currentTeachers: ReadonlySet<string>;
  /** Form level by class. */
  classes: ReadonlyMap<string, number>;
  subjects: ReadonlySet<string>;
  /** What current students take, in their present classes; none where they have not been promoted yet. */
  taken: readonly {
    studentId: string;
    subjectId: string;
    classId: string;
    formLevel: number;
    employeeId?: string | undefined;
  }[];
}

export interface TeacherPlan<L = Taught, P = EarlierYear['posts'][number]> {
  employeeId: string;
  hasLeft: boolean;
  /** How many lessons the teacher has in the earlier year. */
  lessons: number;
  /** Those that go along. */
  taken: L[];
  posts: P[];
  classesGone: string[];
  subjectsEnded: string[];
}

export interface StudentPlan {
  studentId: string;
  classId: string;
  /** Subjects that nobody teaches in the student's form level any more. */
  ends: string[];
  /** Subjects whose teacher does not teach the student's class in them. */
  withoutTeacher: string[];
}

/**
 * What a new year takes over from an earlier one (rule 35): every lesson and post of a teacher who is still here, where
 * the school still has class and subject. What a student takes goes on where the form level has the subject.
 */
export function planTakeOver(year: EarlierYear): { teachers: TeacherPlan[]; students: StudentPlan[] } {
  const ids = [...new Set([...year.lessons, ...year.posts].map(({ employeeId }) => employeeId))];
  const teachers = ids.map((employeeId) => teacherPlan(employeeId, year));
  const lessons = teachers.flatMap(({ taken }) => taken);
  return { teachers, students: studentPlans(lessons, year) };
}

/** Whether the school still has a lesson's class and subject. */
export const hasClassAndSubject = (
  { subjectId, classId }: Pick<Taught, 'subjectId' | 'classId'>,
  school: Pick<EarlierYear, 'classes' | 'subjects'>,
): boolean => school.classes.has(classId) && school.subjects.has(subjectId);

function teacherPlan(employeeId: string, year: EarlierYear): TeacherPlan {
  const isOf = (one: { employeeId: string }) => one.employeeId === employeeId;
  const lessons = year.lessons.filter(isOf);
  const posts = year.posts.filter(isOf);
  const hasLeft = !year.currentTeachers.has(employeeId);
  const hasClass = ({ classId }: { classId: string }) => year.classes.has(classId);
  const hasSubject = ({ subjectId }: { subjectId: string }) => year.subjects.has(subjectId);
  return {
    employeeId,
    hasLeft,
    lessons: lessons.length,
    taken: hasLeft ? [] : lessons.filter((lesson) => hasClassAndSubject(lesson, year)),
    posts: hasLeft ? [] : posts.filter(hasClass),
    classesGone: unique([...lessons, ...posts].filter((one) => !hasClass(one)).map(({ classId }) => classId)),
    subjectsEnded: unique(lessons.filter((one) => !hasSubject(one)).map(({ subjectId }) => subjectId)),
  };
}

function studentPlans(lessons: readonly Taught[], { taken, classes }: EarlierYear): StudentPlan[] {
  const ofLevel = new Set(lessons.map(({ subjectId, classId }) => `${classes.get(classId)} ${subjectId}`));
  const teaches = new Set(lessons.map(({ employeeId, subjectId, classId }) => `${employeeId} ${classId} ${subjectId}`));
  const byStudent = Map.groupBy(taken, ({ studentId }) => studentId);
  return [...byStudent].flatMap(([studentId, subjects]) => {
    const goesOn = ({ formLevel, subjectId }: (typeof taken)[number]) => ofLevel.has(`${formLevel} ${subjectId}`);
    const ends = subjects.filter((one) => !goesOn(one));
    // Below form 4 a class has one lesson in a subject, and the lesson alone says who teaches it.
    const withoutTeacher = subjects.filter(
      (one) =>
        goesOn(one) &&
        one.employeeId !== undefined &&
        !isTaughtByClass(one.formLevel) &&
        !teaches.has(`${one.employeeId} ${one.classId} ${one.subjectId}`),
    );
    const [first] = subjects;
    if (!first || ends.length + withoutTeacher.length === 0) return [];
    const ids = (of: typeof subjects) => of.map(({ subjectId }) => subjectId).sort();
    return [{ studentId, classId: first.classId, ends: ids(ends), withoutTeacher: ids(withoutTeacher) }];
  });
}

const unique = (ids: readonly string[]): string[] => [...new Set(ids)].sort();
