import { toEndDate, toSchoolYear } from '#shared/options/oneroster/standard/versions.ts';
import { academicYearTitle, schoolFileTermTitle } from '#shared/school/academic-year.ts';
import { school } from '../../../school/records/school.ts';
import { pronounOf } from '../../../students/records/pronoun.ts';
import { readSourcedIds, sourcedKeys } from '../sourced-ids.ts';
import { readSchoolFacts } from './facts.ts';
import { lineItemsOf, resultsOf } from './gradebook.ts';
import { active, type Projection, project } from './projection.ts';
import type { GivenTable, RecordsOfTable, RoleRecord } from './records.ts';

export interface SchoolAsRecords {
  /** The records of a file, in one order each time. Marks are read class by class while they are taken. */
  of<T extends GivenTable>(table: T): AsyncIterable<RecordsOfTable[T]> | Iterable<RecordsOfTable[T]>;
}

/** In the order in which each points to those before it. */
export const givenTables: readonly GivenTable[] = [
  'orgs',
  'academicSessions',
  'users',
  'roles',
  'demographics',
  'courses',
  'classes',
  'enrollments',
  'categories',
  'lineItems',
  'results',
];

/**
 * The school as it is now: its current students and teachers, all dated terms, and of the current year classes, who is
 * in them, and marks. Who has left is not in it: a file that is whole says so by leaving them out. Without a current
 * year with a dated term there are no classes.
 */
export async function readSchoolAsRecords(): Promise<SchoolAsRecords> {
  const [facts, give] = await Promise.all([readSchoolFacts(), readSourcedIds()]);
  const projection = project(facts, give);
  const makers: { [T in GivenTable]: () => AsyncIterable<RecordsOfTable[T]> | Iterable<RecordsOfTable[T]> } = {
    orgs: () => orgsOf(projection),
    academicSessions: () => sessionsOf(projection),
    users: () => usersOf(projection),
    roles: () => rolesOf(projection),
    demographics: () => demographicsOf(projection),
    courses: () => coursesOf(projection),
    classes: () => classesOf(projection),
    enrollments: () => enrollmentsOf(projection),
    categories: () => categoriesOf(projection),
    lineItems: () => lineItemsOf(projection),
    results: () => resultsOf(projection),
  };
  return { of: (table) => makers[table]() };
}

function* orgsOf({ org }: Projection): Iterable<RecordsOfTable['orgs']> {
  const { id, name } = school();
  yield { sourcedId: org, ...active, name, type: 'school', identifier: id, parentSourcedId: null };
}

function* sessionsOf({ facts, give }: Projection): Iterable<RecordsOfTable['academicSessions']> {
  for (const [year, terms] of Map.groupBy(facts.terms, (term) => term.year)) {
    const ofYear = give('academicSession', sourcedKeys.year(year));
    const [first = ''] = terms.map(({ dateStart }) => dateStart).sort();
    const last =
      terms
        .map(({ dateEnd }) => dateEnd)
        .sort()
        .at(-1) ?? '';
    const schoolYear = toSchoolYear(year);
    yield {
      sourcedId: ofYear,
      ...active,
      title: academicYearTitle(year),
      type: 'schoolYear',
      startDate: first,
      endDate: toEndDate(last),
      parentSourcedId: null,
      schoolYear,
    };
    for (const { term, dateStart, dateEnd } of terms) {
      yield {
        sourcedId: give('academicSession', sourcedKeys.term(year, term)),
        ...active,
        title: schoolFileTermTitle(school().terms, term),
        type: 'term',
        startDate: dateStart,
        endDate: toEndDate(dateEnd),
        parentSourcedId: ofYear,
        schoolYear,
      };
    }
  }
}

function* usersOf({ facts, org, userOfStudent, userOfTeacher }: Projection): Iterable<RecordsOfTable['users']> {
  const enabled = { ...active, enabledUser: true, primaryOrgSourcedId: org };
  for (const { employeeId, userName, firstName, lastName, teacherNum } of facts.teachers) {
    yield {
      sourcedId: userOfTeacher(employeeId),
      ...enabled,
      username: userName,
      givenName: firstName,
      familyName: lastName,
      middleName: null,
      identifier: String(teacherNum),
      grades: [],
    };
  }
  for (const { studentId, firstName, lastName, middleName, formLevel } of facts.students) {
    yield {
      sourcedId: userOfStudent(studentId),
      ...enabled,
      // The name by which families sign in.
      username: studentId,
      givenName: firstName,
      familyName: lastName,
      middleName: middleName ?? null,
      identifier: studentId,
      grades: [String(formLevel)],
    };
  }
}

function* rolesOf({ facts, give, org, userOfStudent, userOfTeacher }: Projection): Iterable<RecordsOfTable['roles']> {
  const principals = school()
    .posts.filter(({ rank }) => rank.toLowerCase() === 'principal')
    .map(({ id }) => id);
  const made = (userSourcedId: string, role: RoleRecord['role']): RoleRecord => ({
    sourcedId: give('role', sourcedKeys.roleOf(userSourcedId)),
    ...active,
    userSourcedId,
    roleType: 'primary',
    role,
    orgSourcedId: org,
  });
  for (const { employeeId, postId } of facts.teachers) {
    const isPrincipal = postId !== undefined && principals.includes(postId);
    yield made(userOfTeacher(employeeId), isPrincipal ? 'principal' : 'teacher');
  }
  for (const { studentId } of facts.students) yield made(userOfStudent(studentId), 'student');
}

const sexOf = { he: 'male', she: 'female', they: null } as const;

/** Of students alone. A student of whom neither is known has no record. */
function* demographicsOf({ facts, userOfStudent }: Projection): Iterable<RecordsOfTable['demographics']> {
  for (const { studentId, dateOfBirth, sex } of facts.students) {
    const known = { birthDate: dateOfBirth ?? null, sex: sexOf[pronounOf(sex)] };
    if (known.birthDate === null && known.sex === null) continue;
    yield { sourcedId: userOfStudent(studentId), ...active, ...known };
  }
}

function* coursesOf({ facts, groups, termsOfYear, give, org }: Projection): Iterable<RecordsOfTable['courses']> {
  if (!facts.current || termsOfYear.length === 0) return;
  const ofYear = { schoolYearSourcedId: give('academicSession', sourcedKeys.year(facts.current.year)) };
  for (const level of new Set(school().formClasses.map(({ form_level }) => form_level))) {
    yield {
      sourcedId: give('course', sourcedKeys.homeroomCourse(level)),
      ...active,
      ...ofYear,
      title: `Form ${level}`,
      courseCode: `FORM-${level}`,
      grades: [String(level)],
      orgSourcedId: org,
      subjects: [],
      subjectCodes: [],
    };
  }
  for (const [, [group]] of Map.groupBy(groups, ({ subjectId, formLevel }) => `${subjectId}#${formLevel}`)) {
    const subject = group && facts.subjects.get(group.subjectId);
    if (!subject) continue;
    yield {
      sourcedId: give('course', sourcedKeys.course(group.subjectId, group.formLevel)),
      ...active,
      ...ofYear,
      title: `${subject.title}, Form ${group.formLevel}`,
      courseCode: `${subject.abbr}-${group.formLevel}`,
      grades: [String(group.formLevel)],
      orgSourcedId: org,
      subjects: [subject.title],
      subjectCodes: [group.subjectId],
    };
  }
}

const homeroomOf = ({ facts, give }: Projection, classId: string): string =>
  give('class', sourcedKeys.homeroom(facts.current?.year ?? 0, classId));

function* classesOf(projection: Projection): Iterable<RecordsOfTable['classes']> {
  const { facts, groups, termsOfYear, give, org } = projection;
  if (termsOfYear.length === 0) return;
  const inSchool = { schoolSourcedId: org, termSourcedIds: termsOfYear.map(({ sourcedId }) => sourcedId) };
  for (const { id, form_level: level } of school().formClasses) {
    yield {
      sourcedId: homeroomOf(projection, id),
      ...active,
      title: id,
      grades: [String(level)],
      courseSourcedId: give('course', sourcedKeys.homeroomCourse(level)),
      classCode: id,
      classType: 'homeroom',
      ...inSchool,
      subjects: [],
      subjectCodes: [],
    };
  }
  const lastNames = new Map(facts.teachers.map(({ employeeId, lastName }) => [employeeId, lastName]));
  for (const { sourcedId, subjectId, classId, formLevel, ownTeacher } of groups) {
    const { title, abbr } = facts.subjects.get(subjectId) ?? { title: subjectId, abbr: subjectId };
    yield {
      sourcedId,
      ...active,
      title: `${title} ${classId}${ownTeacher === null ? '' : `, ${lastNames.get(ownTeacher)}`}`,
      grades: [String(formLevel)],
      courseSourcedId: give('course', sourcedKeys.course(subjectId, formLevel)),
      classCode: `${classId} ${abbr}`,
      classType: 'scheduled',
      ...inSchool,
      subjects: [title],
      subjectCodes: [subjectId],
    };
  }
}

function* enrollmentsOf(projection: Projection): Iterable<RecordsOfTable['enrollments']> {
  const { facts, groups, termsOfYear, give, org, userOfStudent, userOfTeacher } = projection;
  if (termsOfYear.length === 0) return;
  type Enrollment = RecordsOfTable['enrollments'];
  const made = (of: Pick<Enrollment, 'classSourcedId' | 'userSourcedId' | 'role'>, primary: boolean | null) => ({
    sourcedId: give('enrollment', sourcedKeys.enrollment(of)),
    ...active,
    ...of,
    schoolSourcedId: org,
    primary,
  });
  const posts = Map.groupBy(facts.posts, ({ classId }) => classId);
  const studentsOf = Map.groupBy(facts.students, ({ classId }) => classId);
  for (const { id } of school().formClasses) {
    const classSourcedId = homeroomOf(projection, id);
    for (const { employeeId, as } of posts.get(id) ?? []) {
      const isFormTeacher = as === 'form teacher';
      const role = isFormTeacher ? 'teacher' : 'administrator';
      yield made({ classSourcedId, userSourcedId: userOfTeacher(employeeId), role }, isFormTeacher);
    }
    for (const { studentId } of studentsOf.get(id) ?? []) {
      yield made({ classSourcedId, userSourcedId: userOfStudent(studentId), role: 'student' }, null);
    }
  }
  for (const { sourcedId: classSourcedId, teachers, students } of groups) {
    for (const employeeId of teachers) {
      const of = { classSourcedId, userSourcedId: userOfTeacher(employeeId), role: 'teacher' as const };
      yield made(of, teachers.length === 1);
    }
    for (const studentId of students) {
      yield made({ classSourcedId, userSourcedId: userOfStudent(studentId), role: 'student' }, null);
    }
  }
}

function* categoriesOf({ groups, give }: Projection): Iterable<RecordsOfTable['categories']> {
  if (groups.length === 0) return;
  yield { sourcedId: give('category', sourcedKeys.category('course')), ...active, title: 'Course work' };
  yield { sourcedId: give('category', sourcedKeys.category('exam')), ...active, title: 'Examination' };
}
