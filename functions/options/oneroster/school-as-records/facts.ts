import { isArchivedTeacher } from '#shared/people/teacher.ts';
import { type EmployeeItem, listAllEmployees, readTeachersOfClasses } from '../../../people/records/store.ts';
import { type PeriodItem, readAllPeriods } from '../../../school/records/periods.ts';
import { school } from '../../../school/records/school.ts';
import { StudentEntity, type StudentItem } from '../../../students/records/store.ts';
import { type AssignmentItem, listAssignmentsOfClass, readSubjectNamesById } from '../../../subjects/records/store.ts';

const givenOfStudent = [
  'studentId',
  'firstName',
  'lastName',
  'middleName',
  'dateOfBirth',
  'sex',
  'classId',
  'formLevel',
] as const satisfies readonly (keyof StudentItem)[];

/** A term with its dates: one without has no place in the standard. */
export interface DatedTerm {
  year: number;
  term: 1 | 2 | 3;
  dateStart: string;
  dateEnd: string;
}

/** What the records are made of. */
export interface SchoolFacts {
  current: { year: number; term: 1 | 2 | 3 } | null;
  terms: readonly DatedTerm[];
  /** Who is not archived. */
  teachers: readonly EmployeeItem[];
  students: readonly Pick<StudentItem, (typeof givenOfStudent)[number]>[];
  subjects: ReadonlyMap<string, { title: string; abbr: string }>;
  lessons: readonly { employeeId: string; subjectId: string; classId: string }[];
  posts: readonly { employeeId: string; classId: string; as: string }[];
  assignments: readonly AssignmentItem[];
}

/** Reads everything but marks: a query a class, and about ten requests. */
export async function readSchoolFacts(): Promise<SchoolFacts> {
  const classIds = school().formClasses.map(({ id }) => id);
  const isClass = new Set(classIds);
  const [{ periods, current }, employees, students, subjects, assignments] = await Promise.all([
    readAllPeriods(),
    listAllEmployees(),
    StudentEntity.queryBy('all', { status: 'current' }, { only: [...givenOfStudent] }),
    readSubjectNamesById(),
    Promise.all(classIds.map(listAssignmentsOfClass)),
  ]);
  const teachers = employees.filter((employee) => !isArchivedTeacher(employee));
  const isTeacher = new Set(teachers.map(({ employeeId }) => employeeId));
  const { lessons, posts } = current ? await readTeachersOfClasses(classIds, current.year) : { lessons: [], posts: [] };
  return {
    current,
    terms: periods.filter(isDated),
    teachers,
    students: students.filter(({ classId }) => isClass.has(classId)),
    subjects,
    lessons: lessons.filter(({ employeeId, subjectId }) => isTeacher.has(employeeId) && subjects.has(subjectId)),
    posts: posts.filter(({ employeeId }) => isTeacher.has(employeeId)),
    assignments: assignments.flat().filter(({ subjectId }) => subjects.has(subjectId)),
  };
}

const isDated = (period: PeriodItem): period is PeriodItem & DatedTerm =>
  period.dateStart !== undefined && period.dateEnd !== undefined && period.dateStart <= period.dateEnd;
