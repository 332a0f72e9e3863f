import type { EntityItem } from 'electrodb';
import { type Action, directCheck } from '../../platform/table/direct-write.ts';
import { gatherPartitions } from '../../platform/table/gather-partitions.ts';
import { entity, itemKey } from '../../platform/table/table.ts';
import { school } from '../../school/records/school.ts';

const service = { version: '1', service: 'formroom' } as const;
/** What belongs to an employee is in one partition; the account is in another, which few functions may write (ADR 0034). */
const ofEmployee = {
  field: 'pk',
  composite: ['employeeId'],
  template: 'employee#${employeeId}',
  casing: 'none',
} as const;

/** Names all employees, by name, in the first index. */
const everybodyPartition = 'employees';

/** A teacher as the office knows one (product §3). */
export const Employee = entity({
  model: { entity: 'employee', ...service },
  attributes: {
    employeeId: { type: 'string', required: true },
    teacherNum: { type: 'number', required: true },
    firstName: { type: 'string', required: true },
    lastName: { type: 'string', required: true },
    dateOfBirth: { type: 'string' },
    userName: { type: 'string', required: true },
    /** Code of a post in the school file. */
    postId: { type: 'number' },
    deletedAt: { type: 'string' },
  },
  indexes: {
    record: { pk: ofEmployee, sk: { field: 'sk', composite: [], template: 'employee', casing: 'none' } },
    all: {
      index: 'gsi1',
      pk: { field: 'gsi1pk', composite: [], template: everybodyPartition, casing: 'none' },
      sk: {
        field: 'gsi1sk',
        composite: ['lastName', 'firstName', 'employeeId'],
        template: '${lastName}#${firstName}#${employeeId}',
        casing: 'none',
      },
    },
  },
});

/** Keeps teachers' numbers unique while two are given at once; the records tell which are taken. */
export const TeacherNumber = entity({
  model: { entity: 'teacher-number', ...service },
  attributes: { teacherNum: { type: 'number', required: true }, employeeId: { type: 'string', required: true } },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['teacherNum'], template: 'teacher-number#${teacherNum}', casing: 'none' },
      sk: { field: 'sk', composite: [], template: 'teacher-number', casing: 'none' },
    },
  },
});

/** One teacher teaches one subject to one class in one year. A picker's line may be several of these. */
export const Lesson = entity({
  model: { entity: 'lesson', ...service },
  attributes: {
    employeeId: { type: 'string', required: true },
    /** Start year of the academic year. */
    year: { type: 'number', required: true },
    subjectId: { type: 'string', required: true },
    classId: { type: 'string', required: true },
    formLevel: { type: 'number', required: true },
  },
  indexes: {
    record: {
      pk: ofEmployee,
      sk: {
        field: 'sk',
        composite: ['year', 'subjectId', 'classId'],
        template: 'lesson#${year}#${subjectId}#${classId}',
        casing: 'none',
      },
    },
    ofClass: {
      index: 'gsi1',
      pk: { field: 'gsi1pk', composite: ['year', 'classId'], template: 'taught#${year}#${classId}', casing: 'none' },
      sk: {
        field: 'gsi1sk',
        composite: ['subjectId', 'employeeId'],
        template: '${subjectId}#${employeeId}',
        casing: 'none',
      },
    },
  },
});

/** Form teacher or dean of a class in a year. */
export const ClassPost = entity({
  model: { entity: 'class-post', ...service },
  attributes: {
    employeeId: { type: 'string', required: true },
    year: { type: 'number', required: true },
    classId: { type: 'string', required: true },
    formLevel: { type: 'number', required: true },
    as: { type: ['form teacher', 'dean'] as const, required: true },
    /** "First Last", for signature lines. */
    name: { type: 'string', required: true },
  },
  indexes: {
    record: {
      pk: ofEmployee,
      sk: {
        field: 'sk',
        composite: ['year', 'as', 'classId'],
        template: 'class-post#${year}#${as}#${classId}',
        casing: 'none',
      },
    },
    ofClass: {
      index: 'gsi1',
      pk: { field: 'gsi1pk', composite: ['year', 'classId'], template: 'posts#${year}#${classId}', casing: 'none' },
      sk: { field: 'gsi1sk', composite: ['as', 'employeeId'], template: '${as}#${employeeId}', casing: 'none' },
    },
  },
});

/** Who is form teacher of a class in a year: the one record that two who give the class away at once both write. */
export const FormTeacher = entity({
  model: { entity: 'form-teacher', ...service },
  attributes: {
    year: { type: 'number', required: true },
    classId: { type: 'string', required: true },
    employeeId: { type: 'string', required: true },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['year'], template: 'form-teachers#${year}', casing: 'none' },
      sk: { field: 'sk', composite: ['classId'], template: 'class#${classId}', casing: 'none' },
    },
  },
});

export type EmployeeItem = EntityItem<typeof Employee>;

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
export type ClassPostItem = EntityItem<typeof ClassPost>;
export type LessonItem = EntityItem<typeof Lesson>;

export const employeeKey = (employeeId: string) => itemKey(Employee, { employeeId });

export const lessonKey = (lesson: { employeeId: string; year: number; subjectId: string; classId: string }) =>
  itemKey(Lesson, lesson);

/** Both posts that let a teacher see a class's term reports. */
export const classPostKeys = (post: { employeeId: string; year: number; classId: string }) => [
  itemKey(ClassPost, { ...post, as: 'form teacher' }),
  itemKey(ClassPost, { ...post, as: 'dean' }),
];

/** All lessons of a teacher in a year. One query. */
export async function lessonsOf(employeeId: string, year: number) {
  const { data } = await Lesson.query.record({ employeeId, year }).go({ pages: 'all' });
  return data;
}

/** The classes a teacher is form teacher or dean of in a year. One query. */
export async function classPostsOf(employeeId: string, year: number) {
  const { data } = await ClassPost.query.record({ employeeId, year }).go({ pages: 'all' });
  return data;
}

/** Form teachers and deans of a class in a year. One query. */
export async function postHoldersOf(classId: string, year: number) {
  const { data } = await ClassPost.query.ofClass({ year, classId }).go({ pages: 'all' });
  return data;
}

/** Who teaches what in a class in a year. One query. */
export async function lessonsOfClass(classId: string, year: number) {
  const { data } = await Lesson.query.ofClass({ year, classId }).go({ pages: 'all' });
  return data;
}

/**
 * Who teaches what in several classes of a year, who is their form teacher and dean, and the names of all employees. One request for up to 24
 * classes, one for each further 25, and one for each further megabyte.
 */
export async function teachersOfClasses(
  classIds: readonly string[],
  year: number,
): Promise<{ lessons: LessonOfClass[]; posts: PostOfClass[]; names: ReadonlyMap<string, string> }> {
  const items = await gatherPartitions({
    index: 'gsi1',
    partitions: [
      everybodyPartition,
      ...classIds.flatMap((classId) => [`taught#${year}#${classId}`, `posts#${year}#${classId}`]),
    ],
    only: ['classId', 'employeeId', 'subjectId', 'as', 'name', 'firstName', 'lastName'],
  });
  return {
    lessons: items.filter(({ subjectId }) => subjectId !== undefined) as never,
    posts: items.filter(({ as }) => as !== undefined) as never,
    names: new Map(
      items
        .filter(({ firstName }) => firstName !== undefined)
        .map(({ employeeId, firstName, lastName }) => [String(employeeId), `${firstName} ${lastName}`]),
    ),
  };
}

type LessonOfClass = Pick<LessonItem, 'classId' | 'employeeId' | 'subjectId'>;
type PostOfClass = Pick<ClassPostItem, 'classId' | 'employeeId' | 'as' | 'name'>;

/** Whether any class of the school has a lesson in a year. One query where the first class has one; one for each class at most. */
export async function hasLessons(year: number): Promise<boolean> {
  for (const { id } of school().formClasses) {
    const { data } = await Lesson.query.ofClass({ year, classId: id }).go({ limit: 1 });
    if (data.length > 0) return true;
  }
  return false;
}

/** Everybody who ever taught here, by name. One query. */
export async function allEmployees(): Promise<EmployeeItem[]> {
  const { data } = await Employee.query.all({}).go({ pages: 'all' });
  return data;
}

/** The lessons that a teacher has from a year on, strongly consistent. One query. */
export async function lessonsFrom(employeeId: string, year: number): Promise<LessonItem[]> {
  const { data } = await Lesson.query.record({ employeeId }).gte({ year }).go({ pages: 'all', consistent: true });
  return data;
}

/** Every class that a teacher was ever form teacher or dean of, the latest year first, strongly consistent. One query. */
export async function allClassPostsOf(employeeId: string): Promise<ClassPostItem[]> {
  const { data } = await ClassPost.query.record({ employeeId }).go({ pages: 'all', consistent: true });
  return data.sort((a, b) => b.year - a.year);
}

/** Display name of every employee by id. One query. */
export async function employeeNames(): Promise<ReadonlyMap<string, string>> {
  return new Map(
    (await allEmployees()).map((employee) => [employee.employeeId, `${employee.firstName} ${employee.lastName}`]),
  );
}

/**
 * For every transaction that gives a teacher lessons, or makes one form teacher or dean: the action that cancels it where the teacher
 * was archived or renumbered since the read.
 */
export const teacherStillCurrent = ({ employeeId, teacherNum }: { employeeId: string; teacherNum: number }): Action =>
  directCheck(employeeKey(employeeId).key, { teacherNum, deletedAt: null });
