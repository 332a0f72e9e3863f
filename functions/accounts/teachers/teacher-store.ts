import {
  ClassPostEntity,
  EmployeeEntity,
  type EmployeeItem,
  employeeAttributes,
  employeeKey,
  employeeName,
  listAllEmployees,
  readAllClassPosts,
  TeacherNumberEntity,
} from '../../people/records/store.ts';
import type { ActOutcome } from '../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../platform/table/acts/commit.ts';
import type { AuditFieldChange, Authorship } from '../../platform/table/audit.ts';
import { whereUnchanged } from '../../platform/table/expression.ts';
import { readItems } from '../../platform/table/table.ts';
import {
  AccountEntity,
  type AccountItem,
  accountAttributes,
  accountKey,
  foldUserName,
  UserNameEntity,
} from '../../sessions/accounts.ts';
import { newTeacherAccount } from './teacher-account.ts';

/** A teacher with the account to sign in with, which records of earlier times may not have. */
export interface TeacherRecord {
  employee: EmployeeItem;
  account: AccountItem | undefined;
}

export const teacherAndAccountKeys = (employeeId: string) => ({
  employee: employeeKey(employeeId),
  account: accountKey(employeeId),
});

export async function readTeacher(employeeId: string): Promise<TeacherRecord | undefined> {
  const { employee, account } = await readItems(teacherAndAccountKeys(employeeId));
  return employee && { employee, account };
}

export const teacherAuditSubject = (employeeId: string): string => `employee#${employeeId}`;

/** The teacher with a number, archived teachers included; undefined where it is free. Two requests. */
export async function findTeacherByNumber(teacherNum: number): Promise<EmployeeItem | undefined> {
  const [everybody, { number }] = await Promise.all([
    listAllEmployees(),
    readItems({ number: TeacherNumberEntity.key({ teacherNum }) }),
  ]);
  const holder = everybody.find((employee) => employee.teacherNum === teacherNum);
  if (holder || !number) return holder;
  // The index does not have it yet.
  return (await readTeacher(number.employeeId))?.employee;
}

/** A new teacher with an account. `refused`: the user name or the number is taken. */
export function addTeacher({ employee, by }: { employee: EmployeeItem; by: Authorship }): Promise<ActOutcome> {
  const { employeeId, userName, teacherNum } = employee;
  const fields = ['teacherNum', 'firstName', 'lastName', 'dateOfBirth', 'postId', 'userName'] as const;
  return commit({
    by,
    changes: [
      EmployeeEntity.create(employee),
      AccountEntity.create(newTeacherAccount(employee)),
      UserNameEntity.create({ userName: foldUserName(userName), accountId: employeeId }),
      TeacherNumberEntity.create({ teacherNum, employeeId }),
    ],
    trail: {
      subject: teacherAuditSubject(employeeId),
      changes: fields.flatMap((field) =>
        employee[field] === undefined ? [] : [{ field, before: null, after: employee[field] }],
      ),
    },
  });
}

/** What becomes of a teacher and the account in one write. */
export interface ChangedTeacher extends TeacherRecord {
  changes: readonly AuditFieldChange[];
}

/** A transaction takes a hundred actions; the others of this one are fewer than ten. */
const mostPosts = 90;

/**
 * Changes a teacher, and what is kept elsewhere of the name, the number and the user name. `refused`: something is no
 * longer as it was read, or the new number or user name is taken.
 */
export async function changeTeacher(
  before: TeacherRecord,
  { change, by }: { change: ChangedTeacher; by: Authorship },
): Promise<ActOutcome> {
  const { employee, account, changes } = change;
  const { employeeId, teacherNum, userName } = employee;
  const name = employeeName(employee);
  // The name on signature lines, the latest years first where there are more posts than a transaction takes.
  const posts = name === employeeName(before.employee) ? [] : (await readAllClassPosts(employeeId)).slice(0, mostPosts);
  const isRenumbered = teacherNum !== before.employee.teacherNum;
  const hasNewUserName = foldUserName(userName) !== foldUserName(before.employee.userName);
  return commit({
    by,
    changes: [
      EmployeeEntity.put(employee, whereUnchanged(before.employee, employeeAttributes)),
      ...(account && before.account
        ? [AccountEntity.put(account, whereUnchanged(before.account, accountAttributes))]
        : []),
      ...posts.map((post) =>
        ClassPostEntity.update({ employeeId, year: post.year, as: post.as, classId: post.classId }, { set: { name } }),
      ),
      ...(isRenumbered
        ? [
            TeacherNumberEntity.delete({ teacherNum: before.employee.teacherNum }),
            TeacherNumberEntity.create({ teacherNum, employeeId }),
          ]
        : []),
      ...(hasNewUserName ? [UserNameEntity.create({ userName: foldUserName(userName), accountId: employeeId })] : []),
    ],
    trail: { subject: teacherAuditSubject(employeeId), changes },
  });
}
