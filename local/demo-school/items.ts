import { ClassDayCountsEntity } from '#functions/attendance/records/class-day.ts';
import {
  AssessmentEntity,
  CourseWorkEntity,
  markBookPageKey,
  type WorkMark,
} from '#functions/marks/records/course-work.ts';
import { SubjectRecordEntity } from '#functions/marks/records/subject-record.ts';
import { ClassTermRegistrationEntity, TermReportEntity } from '#functions/marks/records/term-report.ts';
import { ClassPostEntity, EmployeeEntity, LessonEntity, TeacherNumberEntity } from '#functions/people/records/store.ts';
import type { Permission } from '#functions/platform/requests/caller.ts';
import { CurrentPeriodEntity, PeriodEntity } from '#functions/school/records/periods.ts';
import { termLocksItems } from '#functions/school/records/term-locks.ts';
import { AccountEntity, toAccountRecords, UserNameEntity } from '#functions/sessions/accounts.ts';
import { StudentSignInEntity } from '#functions/sessions/student-access.ts';
import { studentAccountRecords } from '#functions/sessions/student-accounts.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { StudentSubjectAssignmentEntity, SubjectEntity } from '#functions/subjects/records/store.ts';
import { itemsOfOptions } from '#options/local';
import { allPermissions, ptaPermissions } from '#shared/accounts/auth/permissions.ts';
import type { Role } from '#shared/http/contract.ts';
import { isArchivedTeacher } from '#shared/people/teacher.ts';
import { generateAttendanceItems } from './attendance/items.ts';
import { termBefore } from './calendar.ts';
import { dropUndefined } from './drop-undefined.ts';
import { sumMarksOfStudent } from './marks/subject-records.ts';
import type {
  DemoItem,
  DemoMarkBookPage,
  DemoSchool,
  DemoSubjectRecord as Marks,
  DemoEmployee as Teacher,
} from './types.ts';

/** Every record of the school as the stores write it. */
export function* generateDemoItems(school: DemoSchool): Generator<DemoItem> {
  yield CurrentPeriodEntity.item(school.current);
  for (const period of school.periods) yield PeriodEntity.item(period);
  // The term of last year's posted reports: earlier years are closed by themselves.
  const earlier = {
    ...termBefore(school.past),
    why: 'posted',
    by: 'The office',
    at: `${school.today} 10:00:00`,
  } as const;
  const closed = earlier.year === school.current.year ? [earlier] : [];
  yield* termLocksItems({ version: 1, currentYear: school.current.year, closed, opened: [] });
  for (const subject of school.subjects) yield SubjectEntity.item(subject);
  for (const employee of school.employees) yield* employeeItems(employee, school);
  for (const lesson of school.lessons) yield LessonEntity.item(lesson);
  for (const post of school.classPosts) yield ClassPostEntity.item(post);
  yield* studentItems(school);
  yield* signInItems(school);
  yield* itemsOfOptions(school);
  yield* markItems(school);
  yield* reportItems(school);
  yield* registrationItems(school);
  yield* generateAttendanceItems(school.attendance, (day) => ClassDayCountsEntity.item(day));
}

/** Reports of the current term list what the student takes; those of the past list what was marked then. */
export function* reportItems({
  termReports,
  assignments,
  current,
}: Pick<DemoSchool, 'termReports' | 'assignments' | 'current'>): Generator<DemoItem> {
  const taken = Map.groupBy(assignments, (assignment) => assignment.studentId);
  for (const report of termReports) {
    const isCurrent = report.year === current.year && report.term === current.term;
    const subjectIds = isCurrent ? (taken.get(report.studentId) ?? []).map(({ subjectId }) => subjectId) : [];
    yield TermReportEntity.item({ ...report, ...(subjectIds.length > 0 ? { subjectIds } : {}) });
  }
}

/** Of an account whose password is a one-time password: the users are created on the day of the school. */
const issuedOn = ({ today }: DemoSchool) => ({ passwordIssuedAt: `${today}T00:00:00.000Z` });

function* employeeItems(employee: Teacher, school: DemoSchool): Generator<DemoItem> {
  yield EmployeeEntity.item(employee);
  yield TeacherNumberEntity.item({ teacherNum: employee.teacherNum, employeeId: employee.employeeId });
  const stated = school.accounts.find((account) => account.employeeId === employee.employeeId);
  const role = stated?.role ?? 'teacher';
  const { account, userName } = toAccountRecords({
    accountId: employee.employeeId,
    role,
    userName: employee.userName,
    name: `${employee.firstName} ${employee.lastName}`,
    permissions: permissionsOf(role),
  });
  yield AccountEntity.item({
    ...account,
    ...(isArchivedTeacher(employee) ? { isDisabled: true } : {}),
    ...(stated?.mustChangePassword ? issuedOn(school) : {}),
  });
  yield UserNameEntity.item(userName);
}

/** Admins get every menu and may edit term reports; the restricted kind sees students and attendance (product §6). */
function permissionsOf(role: Role): Permission[] {
  if (role === 'teacher') return [];
  if (role === 'PTA') return ptaPermissions();
  return allPermissions();
}

function* studentItems({ students, assignments }: DemoSchool): Generator<DemoItem> {
  for (const { attributes, ...student } of students) yield StudentEntity.item({ ...student, ...attributes });
  const byId = new Map(students.map((student) => [student.studentId, student]));
  for (const assignment of assignments) {
    const student = byId.get(assignment.studentId);
    if (!student) continue;
    const { firstName, lastName, classId, formLevel, attributes } = student;
    const { picture } = attributes;
    yield StudentSubjectAssignmentEntity.item({
      ...assignment,
      firstName,
      lastName,
      classId,
      formLevel,
      ...dropUndefined({ picture }),
    });
  }
}

/** Accounts of students, and when each signed in. */
function* signInItems(school: DemoSchool): Generator<DemoItem> {
  for (const { studentId, lastAt } of school.studentSignIns) {
    const { account, userName } = studentAccountRecords(studentId);
    const { identityDue: _due, isUnused, ...rest } = account;
    yield AccountEntity.item({ ...rest, ...(lastAt === null ? { isUnused, ...issuedOn(school) } : {}) });
    yield UserNameEntity.item(userName);
    if (lastAt !== null) yield StudentSignInEntity.item({ studentId, firstAt: lastAt, lastAt });
  }
}

/** Mark books, and the subject records that carry their sums (rule 3). */
export function* markItems({
  markBook,
  subjectRecords,
  termReports,
  employees,
}: Pick<DemoSchool, 'markBook' | 'subjectRecords' | 'termReports' | 'employees'>): Generator<DemoItem> {
  const classOf = new Map(termReports.map((report) => [keyOf(report), report.classId]));
  const nameOf = new Map(
    employees.map((employee) => [employee.employeeId, `${employee.firstName} ${employee.lastName}`]),
  );
  const records = new Map(subjectRecords.map((record) => [`${keyOf(record)}/${record.subjectId}`, record]));
  const written = new Set<Marks>();
  for (const page of markBook) {
    const { group, year, term } = page;
    const { subjectId, formLevel, employeeId } = group;
    const by = nameOf.get(employeeId) ?? '';
    const pageOf = (classId: string) => markBookPageKey({ year, term, subjectId, formLevel, classId, employeeId });
    const key = pageOf(group.classIds[0] ?? '');
    for (const assessment of page.assessments) yield AssessmentEntity.item({ page: key, ...assessment });
    for (const [studentId, given] of page.marks) {
      const sums = sumMarksOfStudent(page, studentId);
      const classId = classOf.get(keyOf({ studentId, year, term }));
      if (!sums || !classId) continue;
      const line = { studentId, year, term, subjectId, classId };
      yield CourseWorkEntity.item({ ...line, page: key, marks: workMarks(page, given, by), version: given.size });
      const record = records.get(`${keyOf(line)}/${subjectId}`);
      if (record) written.add(record);
      yield SubjectRecordEntity.item({ ...line, formLevel, ...record, workSum: sums.sum, workOutOf: sums.outOf });
    }
  }
  for (const record of subjectRecords) if (!written.has(record)) yield SubjectRecordEntity.item(record);
}

const keyOf = ({ studentId, year, term }: { studentId: string; year: number; term: number }): string =>
  `${studentId}/${year}/${term}`;

function workMarks(page: DemoMarkBookPage, given: ReadonlyMap<number, number>, by: string): Record<string, WorkMark> {
  const marks: Record<string, WorkMark> = {};
  for (const { number, total, date } of page.assessments) {
    const mark = given.get(number);
    if (mark !== undefined) marks[number] = { mark, outOf: total, by, at: `${date}T20:00:00.000Z` };
  }
  return marks;
}

function* registrationItems({ termReports }: DemoSchool): Generator<DemoItem> {
  const classes = new Map<string, { year: number; term: 1 | 2 | 3; classId: string; studentIds: string[] }>();
  for (const { year, term, classId, studentId } of termReports) {
    const key = `${year}/${term}/${classId}`;
    const entry = classes.get(key) ?? { year, term, classId, studentIds: [] };
    entry.studentIds.push(studentId);
    classes.set(key, entry);
  }
  for (const entry of classes.values()) yield ClassTermRegistrationEntity.item(entry);
}
