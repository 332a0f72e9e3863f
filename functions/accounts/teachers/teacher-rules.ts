import { highestCurrentNumber } from '#shared/people/archived.ts';
import { noWorkSince } from '../../people/lessons/work-given.ts';
import { classPostsFrom, type EmployeeItem, isArchivedEmployee, lessonsFrom } from '../../people/store.ts';
import { ConflictError, ForbiddenError, NotFoundError, ValidationError } from '../../platform/errors.ts';
import type { AuditedChange } from '../../platform/table/audit.ts';
import type { Action } from '../../platform/table/direct-write.ts';
import { currentPeriod } from '../../reference/periods.ts';
import { school } from '../../reference/school.ts';
import { type AccountItem, foldUserName } from '../../sessions/accounts.ts';
import { dueAfter } from '../../sessions/identity-step.ts';
import { requireFree } from '../free-user-name.ts';
import { opened } from '../opened.ts';
import { holderOfNumber, nameOf, readTeacher, type TeacherChange, type TeacherRecord } from './teacher-store.ts';

/** @throws NotFoundError */
export function requireTeacher(record: { employee: EmployeeItem | undefined; account: AccountItem | undefined }) {
  const { employee, account } = record;
  if (!employee) throw new NotFoundError('There is no such teacher.');
  return { employee, account };
}

/** Reads a teacher that was there a moment ago. */
export async function readAgain(employeeId: string): Promise<TeacherRecord> {
  return requireTeacher((await readTeacher(employeeId)) ?? { employee: undefined, account: undefined });
}

export function requirePost(postId: number | null | undefined): void {
  if (postId === null || postId === undefined || school().posts.some(({ id }) => id === postId)) return;
  throw new ValidationError({ post_id: ['The school has no such post.'] });
}

/** @throws ValidationError where another teacher has the number */
export async function requireFreeNumber(teacherNum: number, employeeId?: string): Promise<void> {
  const holder = await holderOfNumber(teacherNum);
  if (!holder || holder.employeeId === employeeId) return;
  const archived = isArchivedEmployee(holder) ? ', who is archived' : '';
  throw new ValidationError({ teacher_num: [`${teacherNum} is the number of ${nameOf(holder)}${archived}.`] });
}

/**
 * The change from a teacher to another state of that teacher, with what follows for the account: the name is copied, archiving ends
 * every session and closes the sign-in, restoring opens it.
 */
export async function changeTo(
  before: TeacherRecord,
  { employee, changes, now }: { employee: EmployeeItem; changes: readonly AuditedChange[]; now: Date },
): Promise<TeacherChange> {
  const { account } = before;
  const { teacherNum, employeeId } = employee;
  if (teacherNum !== before.employee.teacherNum) await requireFreeNumber(teacherNum, employeeId);
  const [was, is] = [before.employee, employee].map(isArchivedEmployee);
  const checks = is && !was ? [await requireNoWork(employee)] : [];
  let next = account && { ...account, name: nameOf(employee) };
  if (next && foldUserName(employee.userName) !== foldUserName(before.employee.userName)) {
    next = await withUserName(next, employee.userName, now);
  }
  if (next && is !== was) next = isAdministrators(next, is === true) ? next : opened(next, is !== true, now);
  return { employee, account: next, changes, checks };
}

/** An administrator's account is closed and opened among the administrators. @throws ConflictError where it is open still */
function isAdministrators({ role, isDisabled, name }: AccountItem, isLeaving: boolean): boolean {
  if (role === 'teacher') return false;
  if (isLeaving && !isDisabled) {
    throw new ConflictError(`${name} is an administrator. Disable the account under Administrators first.`);
  }
  return true;
}

/** An account with another user name and a one-time password that is due: the slip of the old one says the old name. */
async function withUserName(account: AccountItem, userName: string, now: Date): Promise<AccountItem> {
  if (account.role !== 'teacher') throw new ForbiddenError(`${account.name} is an administrator: see Administrators.`);
  if (!account.isUnused) {
    throw new ValidationError({ user_name: [`${account.name} has signed in with ${account.userName}: it stays.`] });
  }
  await requireFree(userName);
  const { identityClaimedAt: _claim, ...rest } = account;
  dueAfter(account, 'password', now);
  const formerUserNames = [...(account.formerUserNames ?? []), account.userName];
  return { ...rest, userName, formerUserNames, identityDue: 'password' };
}

/** The condition of an archiving that nothing was given since. @throws ConflictError where the teacher has lessons or classes this year */
async function requireNoWork({ employeeId, ...name }: EmployeeItem): Promise<Action> {
  const noneSince = await noWorkSince(employeeId);
  const period = await currentPeriod();
  const [lessons, posts] = period
    ? await Promise.all([lessonsFrom(employeeId, period.year), classPostsFrom(employeeId, period.year)])
    : [[], []];
  if (lessons.length > 0) {
    const count = lessons.length === 1 ? 'a lesson' : `${lessons.length} lessons`;
    throw new ConflictError(`${nameOf(name)} has ${count} this year. Hand them over first: Lessons, Hand over.`);
  }
  const [post] = posts;
  if (post === undefined) return noneSince;
  const classIds = posts.filter(({ as }) => as === post.as).map(({ classId }) => classId);
  const classes = new Intl.ListFormat('en').format([...new Set(classIds)].toSorted());
  throw new ConflictError(
    `${nameOf(name)} is ${post.as} of ${classes}. Give that to somebody else first, under Lessons.`,
  );
}

/** @throws ValidationError where the number of a teacher who is to be restored archives */
export function requireCurrentNumber(teacherNum: number): void {
  if (teacherNum <= highestCurrentNumber) return;
  throw new ValidationError({
    teacher_num: [`A number above ${highestCurrentNumber} archives. Please choose another one.`],
  });
}
