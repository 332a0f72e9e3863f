import { nameApart } from '#shared/people/shared-names.ts';
import { type Action, storedValuesCheck } from '../../platform/table/action.ts';
import { entity } from '../../platform/table/entity.ts';
import { readPartitionsTogether } from '../../platform/table/gather-partitions.ts';
import { school } from '../../school/records/school.ts';

/** Names all employees, by name, in the first index. */
const everybodyPartition = 'employees';

/**
 * A teacher as the office knows one (product §3 "Teacher"). What belongs to an employee is in one partition; the
 * account is in another, which few functions may write (ADR 0034).
 */
export interface EmployeeItem {
  employeeId: string;
  teacherNum: number;
  firstName: string;
  lastName: string;
  dateOfBirth?: string | undefined;
  userName: string;
  /** Code of a post in the school file. */
  postId?: number | undefined;
  deletedAt?: string | undefined;
}

export const EmployeeEntity = entity<EmployeeItem>()({
  name: 'employee',
  pk: 'employee#${employeeId}',
  sk: 'employee',
  indexes: {
    all: { index: 'gsi1', pk: everybodyPartition, sk: '${lastName}#${firstName}#${employeeId}' },
  },
});

/** Keeps teachers' numbers unique under concurrent writes; the employee records say which are taken. */
interface TeacherNumberItem {
  teacherNum: number;
  employeeId: string;
}

export const TeacherNumberEntity = entity<TeacherNumberItem>()({
  name: 'teacher-number',
  pk: 'teacher-number#${teacherNum}',
  sk: 'teacher-number',
});

/** One teacher teaches one subject to one class in one year. A picker's line may be several of these. */
export interface LessonItem {
  employeeId: string;
  /** Start year of the academic year. */
  year: number;
  subjectId: string;
  classId: string;
  formLevel: number;
}

export const LessonEntity = entity<LessonItem>()({
  name: 'lesson',
  pk: 'employee#${employeeId}',
  sk: 'lesson#${year}#${subjectId}#${classId}',
  indexes: {
    ofClass: { index: 'gsi1', pk: 'taught#${year}#${classId}', sk: '${subjectId}#${employeeId}' },
  },
});

/** Form teacher or dean of a class in a year. */
export interface ClassPostItem {
  employeeId: string;
  year: number;
  classId: string;
  formLevel: number;
  as: 'form teacher' | 'dean';
  /** "First Last", for signature lines. */
  name: string;
}

export const ClassPostEntity = entity<ClassPostItem>()({
  name: 'class-post',
  pk: 'employee#${employeeId}',
  sk: 'class-post#${year}#${as}#${classId}',
  indexes: {
    ofClass: { index: 'gsi1', pk: 'posts#${year}#${classId}', sk: '${as}#${employeeId}' },
  },
});

/** The form teacher of a class in a year: the record on which concurrent changes conflict. */
export interface FormTeacherItem {
  year: number;
  classId: string;
  employeeId: string;
}

export const FormTeacherEntity = entity<FormTeacherItem>()({
  name: 'form-teacher',
  pk: 'form-teachers#${year}',
  sk: 'class#${classId}',
});

/** Everything of a teacher that a write of the whole record rests on. */
export const employeeAttributes = [
  'teacherNum',
  'firstName',
  'lastName',
  'dateOfBirth',
  'userName',
  'postId',
  'deletedAt',
] as const satisfies readonly (keyof EmployeeItem)[];

/** "First Last". */
export const employeeName = ({ firstName, lastName }: Pick<EmployeeItem, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`;

export const employeeKey = (employeeId: string) => EmployeeEntity.key({ employeeId });

export const lessonKey = (lesson: { employeeId: string; year: number; subjectId: string; classId: string }) =>
  LessonEntity.key(lesson);

/** Both posts that let a teacher see a class's term reports. */
export const classPostKeys = (post: { employeeId: string; year: number; classId: string }) => [
  ClassPostEntity.key({ ...post, as: 'form teacher' }),
  ClassPostEntity.key({ ...post, as: 'dean' }),
];

/** All lessons of a teacher in a year, strongly consistent. One query. */
export const readLessonsOfTeacher = (employeeId: string, year: number) => LessonEntity.query({ employeeId, year });

/** The classes a teacher is form teacher or dean of in a year, strongly consistent. One query. */
export const readClassPostsOfTeacher = (employeeId: string, year: number) =>
  ClassPostEntity.query({ employeeId, year });

/** Form teachers and deans of a class in a year. One query. */
export const listPostHoldersOfClass = (classId: string, year: number) =>
  ClassPostEntity.queryBy('ofClass', { year, classId });

/** Who teaches what in a class in a year. One query. */
export const listLessonsOfClass = (classId: string, year: number) => LessonEntity.queryBy('ofClass', { year, classId });

/**
 * Who teaches what in several classes of a year, who is their form teacher and dean, and the names of all employees,
 * with the number behind those that several have. One request for up to 24 classes, one for each further 25, and one
 * for each further megabyte.
 */
export async function readTeachersOfClasses(
  classIds: readonly string[],
  year: number,
): Promise<{ lessons: LessonOfClass[]; posts: PostOfClass[]; names: ReadonlyMap<string, string> }> {
  const items = await readPartitionsTogether({
    index: 'gsi1',
    partitions: [
      everybodyPartition,
      ...classIds.flatMap((classId) => [`taught#${year}#${classId}`, `posts#${year}#${classId}`]),
    ],
    only: ['classId', 'employeeId', 'subjectId', 'as', 'name', 'firstName', 'lastName', 'teacherNum'],
  });
  const employees = items.filter(({ firstName }) => firstName !== undefined);
  const nameOf = nameApart(employees, {
    name: ({ firstName, lastName }) => `${firstName} ${lastName}`,
    id: ({ teacherNum }) => String(teacherNum),
  });
  return {
    lessons: items.filter(({ subjectId }) => subjectId !== undefined) as never,
    posts: items.filter(({ as }) => as !== undefined) as never,
    names: new Map(employees.map((one) => [String(one.employeeId), nameOf(one)])),
  };
}

type LessonOfClass = Pick<LessonItem, 'classId' | 'employeeId' | 'subjectId'>;
type PostOfClass = Pick<ClassPostItem, 'classId' | 'employeeId' | 'as' | 'name'>;

/**
 * Whether any class of the school has a lesson in a year. One query where the first class has one; one for each class
 * at most.
 */
export async function hasLessons(year: number): Promise<boolean> {
  for (const { id } of school().formClasses) {
    if ((await LessonEntity.queryBy('ofClass', { year, classId: id }, { limit: 1 })).length > 0) return true;
  }
  return false;
}

/** All teachers, archived ones included, by name. One query. */
export const listAllEmployees = () => EmployeeEntity.queryBy('all', {});

/** The lessons that a teacher has from a year on, strongly consistent. One query. */
export const listLessonsFromYear = (employeeId: string, year: number) =>
  LessonEntity.query({ employeeId }, { from: String(year) });

/**
 * Every class that a teacher was ever form teacher or dean of, the latest year first, strongly consistent. One query.
 */
export async function readAllClassPosts(employeeId: string): Promise<ClassPostItem[]> {
  const data = await ClassPostEntity.query({ employeeId });
  return data.sort((a, b) => b.year - a.year);
}

/** Display name of every employee by id. One query. */
export async function readEmployeeNames(): Promise<ReadonlyMap<string, string>> {
  return new Map((await listAllEmployees()).map((employee) => [employee.employeeId, employeeName(employee)]));
}

/**
 * A condition for every transaction that gives a teacher lessons or a class: refused where the teacher was archived or
 * renumbered since the read.
 */
export const currentTeacherCheck = ({ employeeId, teacherNum }: { employeeId: string; teacherNum: number }): Action =>
  storedValuesCheck(employeeKey(employeeId), { teacherNum, deletedAt: null });
