import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminGetUserCommand,
  AdminListGroupsForUserCommand,
  AdminRemoveUserFromGroupCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { ClassTermRegistrationEntity, TermReportEntity } from '#functions/marks/records/term-report.ts';
import { ClassPostEntity, EmployeeEntity, LessonEntity } from '#functions/people/records/store.ts';
import type { Permission } from '#functions/platform/requests/caller.ts';
import { writeBatches } from '#functions/platform/table/table.ts';
import { CurrentPeriodEntity, PeriodEntity } from '#functions/school/records/periods.ts';
import { school } from '#functions/school/records/school.ts';
import { termLocksItems } from '#functions/school/records/term-locks.ts';
import { AccountEntity, toAccountRecords, UserNameEntity } from '#functions/sessions/accounts.ts';
import { updateIdentity } from '#functions/sessions/identity-updates.ts';
import { studentAccountRecords } from '#functions/sessions/student-accounts.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { StudentSubjectAssignmentEntity, SubjectEntity } from '#functions/subjects/records/store.ts';
import { ptaPermissions } from '#shared/accounts/auth/permissions.ts';
import { menuKeys, type Role, roles } from '#shared/http/contract.ts';
import type { SchoolOptions } from '../../../local/school.ts';
import { executeActionOfTest, putRecords } from './records.ts';
import { findOddRecords } from './records-fit.ts';
import { startServer } from './server.ts';

/** Password of every account of the small school. */
export const password = 'Small-school-1';
export const year = 2025;
export const term = 1 as const;

/** 2025-2026, term 1: the small school's current term. */
export const yearId = '20252026';

/**
 * A school small enough to know by heart. Classes 1A, 1B and 4A, 4B.
 * - `mona` (T1): Mathematics 1A and Form 4 (4A and 4B), form teacher of 1A
 * - `eric` (T2): English 1A and 1B, Mathematics 1B, nobody's form teacher
 * - `dina` (T3): dean of 1A and 1B; teaches nothing
 * - `admin` (A1): every permission, all three actions with them; `clerk` (A2): an Admin with the Students menu alone;
 *   `pta` (A3)
 * - students S01–S06 in 1A, S11–S13 in 1B, S41–S44 in 4A, S45–S46 in 4B; all take MATH and ENGL
 */
export async function startSmallSchool(options: Partial<SchoolOptions> = {}) {
  const server = await startServer({ isDemo: false, site: 'none', ...options });
  await fill();
  return {
    ...server,
    stop: async () => {
      const odd = await findOddRecords();
      await server.stop();
      if (odd.length > 0) throw new Error(`Records that do not fit their kind:\n${odd.slice(0, 20).join('\n')}`);
    },
  };
}

export const studentIdsOfClasses = {
  '1A': ['S01', 'S02', 'S03', 'S04', 'S05', 'S06'],
  '1B': ['S11', 'S12', 'S13'],
  '4A': ['S41', 'S42', 'S43', 'S44'],
  '4B': ['S45', 'S46'],
} as const;

const lessons = [
  { employeeId: 'T1', subjectId: 'MATH', classId: '1A' },
  { employeeId: 'T1', subjectId: 'MATH', classId: '4A' },
  { employeeId: 'T1', subjectId: 'MATH', classId: '4B' },
  { employeeId: 'T2', subjectId: 'ENGL', classId: '1A' },
  { employeeId: 'T2', subjectId: 'ENGL', classId: '1B' },
  { employeeId: 'T2', subjectId: 'MATH', classId: '1B' },
] as const;

const levelOf = (classId: string): number => Number(classId[0]);

async function fill(): Promise<void> {
  // Its days are of 2025, whatever the clock says; what is of the end of attendance sets this itself.
  school().attendance.openDaysAfterTerm = 36_500;
  await Promise.all([
    executeActionOfTest(
      PeriodEntity.put({ year, term, possibleAttendance: 120, dateStart: '2025-09-01', dateEnd: '2025-12-12' }),
    ),
    executeActionOfTest(CurrentPeriodEntity.put({ year, term })),
    writeBatches(termLocksItems({ version: 1, currentYear: year, closed: [], opened: [] })),
    putRecords(SubjectEntity, [
      { subjectId: 'MATH', title: 'Mathematics', abbr: 'MATH' },
      { subjectId: 'ENGL', title: 'English Language', abbr: 'ENGL' },
    ]),
    putRecords(
      LessonEntity,
      lessons.map((lesson) => ({ ...lesson, year, formLevel: levelOf(lesson.classId) })),
    ),
    putRecords(ClassPostEntity, [
      { employeeId: 'T1', year, classId: '1A', formLevel: 1, as: 'form teacher', name: 'Mona Núñez' },
      { employeeId: 'T3', year, classId: '1A', formLevel: 1, as: 'dean', name: "Dina O'Brien" },
      { employeeId: 'T3', year, classId: '1B', formLevel: 1, as: 'dean', name: "Dina O'Brien" },
    ]),
    putRecords(EmployeeEntity, [
      { employeeId: 'T1', teacherNum: 1, firstName: 'Mona', lastName: 'Núñez', userName: 'mona', postId: 7 },
      { employeeId: 'T2', teacherNum: 2, firstName: 'Eric', lastName: 'Ali', userName: 'eric', postId: 8 },
      { employeeId: 'T3', teacherNum: 3, firstName: 'Dina', lastName: "O'Brien", userName: 'dina', postId: 4 },
    ]),
    ...Object.entries(studentIdsOfClasses).map(([classId, studentIds]) => addStudents(classId, studentIds)),
  ]);
  const everything = [
    ...menuKeys.map((menu) => ({ menu, action: null })),
    { menu: 'termReports' as const, action: 'editTermReports' },
    { menu: 'employees' as const, action: 'manageAdmins' },
    { menu: 'students' as const, action: 'eraseStudents' },
  ];
  await Promise.all([
    addAccount({ accountId: 'T1', role: 'teacher', userName: 'mona', name: 'Mona Núñez' }),
    addAccount({ accountId: 'T2', role: 'teacher', userName: 'eric', name: 'Eric Ali' }),
    addAccount({ accountId: 'T3', role: 'teacher', userName: 'dina', name: "Dina O'Brien" }),
    addAccount({ accountId: 'A1', role: 'Admin', userName: 'admin', name: 'Ada Office', permissions: everything }),
    addAccount({
      accountId: 'A2',
      role: 'Admin',
      userName: 'clerk',
      name: 'Carl Clerk',
      permissions: [{ menu: 'students', action: null }],
    }),
    addAccount({
      accountId: 'A3',
      role: 'PTA',
      userName: 'pta',
      name: 'Petra Parent',
      permissions: ptaPermissions(),
    }),
  ]);
}

/** Students with both subjects, registered for the current term. */
export async function addStudents(classId: string, studentIds: readonly string[]): Promise<void> {
  const formLevel = levelOf(classId);
  const students = studentIds.map((studentId) => ({
    studentId,
    firstName: `Pupil ${studentId}`,
    lastName: `Lastname ${studentId}`,
    classId,
    formLevel,
  }));
  await Promise.all([
    putRecords(
      StudentEntity,
      students.map((student) => ({ ...student, status: 'current' as const })),
    ),
    putRecords(
      StudentSubjectAssignmentEntity,
      students.flatMap((student) => ['MATH', 'ENGL'].map((subjectId) => ({ ...student, subjectId }))),
    ),
    putRecords(
      TermReportEntity,
      students.map(({ studentId }) => ({ studentId, year, term, classId, formLevel, subjectIds: ['MATH', 'ENGL'] })),
    ),
    executeActionOfTest(ClassTermRegistrationEntity.put({ year, term, classId, studentIds: [...studentIds] })),
  ]);
}

/** An account in the table and its user in Cognito. With `temporaryPassword`, one that must choose a new password. */
export async function addAccount({
  temporaryPassword,
  permissions = [],
  ...account
}: {
  accountId: string;
  role: Role;
  userName: string;
  name: string;
  permissions?: Permission[];
  temporaryPassword?: string;
}): Promise<void> {
  const records = toAccountRecords({ ...account, permissions });
  await Promise.all([
    executeActionOfTest(
      AccountEntity.put({
        ...records.account,
        ...(temporaryPassword === undefined ? {} : { passwordIssuedAt: new Date().toISOString() }),
      }),
    ),
    executeActionOfTest(UserNameEntity.put(records.userName)),
  ]);
  const client = new CognitoIdentityProviderClient({});
  const user = { UserPoolId: process.env.USER_POOL_ID, Username: account.userName };
  await client.send(
    new AdminCreateUserCommand({
      ...user,
      MessageAction: 'SUPPRESS',
      ...(temporaryPassword === undefined ? {} : { TemporaryPassword: temporaryPassword }),
    }),
  );
  if (temporaryPassword === undefined) {
    await client.send(new AdminSetUserPasswordCommand({ ...user, Password: password, Permanent: true }));
  }
  await client.send(new AdminAddUserToGroupCommand({ ...user, GroupName: account.role }));
}

/** A student's account that nobody has used, as the office makes it; its one-time password is nobody's. */
export async function addStudentAccount(studentId: string): Promise<void> {
  const { account, userName } = studentAccountRecords(studentId);
  await Promise.all([
    executeActionOfTest(AccountEntity.put(account)),
    executeActionOfTest(UserNameEntity.put(userName)),
  ]);
  await updateIdentity(account.accountId, new Date());
}

/** The groups of a user of the pool, in the order of the alphabet. */
export async function readGroupsOfUser(userName: string): Promise<(string | undefined)[]> {
  const user = { UserPoolId: process.env.USER_POOL_ID, Username: userName };
  const { Groups = [] } = await new CognitoIdentityProviderClient({}).send(new AdminListGroupsForUserCommand(user));
  return Groups.map(({ GroupName }) => GroupName).sort();
}

/** Puts a user of the pool into these groups and no others. */
export async function setUserGroups(userName: string, groups: readonly Role[]): Promise<void> {
  const client = new CognitoIdentityProviderClient({});
  const user = { UserPoolId: process.env.USER_POOL_ID, Username: userName };
  for (const GroupName of roles) {
    const Command = groups.includes(GroupName) ? AdminAddUserToGroupCommand : AdminRemoveUserFromGroupCommand;
    await client.send(new Command({ ...user, GroupName }));
  }
}

/** Whether the user of the pool may sign in. */
export async function isUserEnabled(userName: string): Promise<boolean | undefined> {
  const user = { UserPoolId: process.env.USER_POOL_ID, Username: userName };
  return (await new CognitoIdentityProviderClient({}).send(new AdminGetUserCommand(user))).Enabled;
}
