import { accountWordings } from '#shared/accounts/wordings.ts';
import { isArchivedTeacher, maxCurrentTeacherNumber } from '#shared/people/teacher.ts';
import { noSuchTeacher } from '#shared/people/wordings.ts';
import { type EmployeeItem, employeeName } from '../../people/records/store.ts';
import { NotFoundError, ValidationError } from '../../platform/errors.ts';
import type { AuditFieldChange } from '../../platform/table/audit.ts';
import { school } from '../../school/records/school.ts';
import type { AccountItem } from '../../sessions/accounts.ts';
import { decideAccountAfterTeacherChange, hasWrongSignInState } from './teacher-account.ts';
import { type ChangedTeacher, findTeacherByNumber, readTeacher, type TeacherRecord } from './teacher-store.ts';

/** @throws NotFoundError */
export function requireTeacher(record: { employee: EmployeeItem | undefined; account: AccountItem | undefined }) {
  const { employee, account } = record;
  if (!employee) throw new NotFoundError(noSuchTeacher);
  return { employee, account };
}

/** Reads a teacher that was there a moment ago. */
export async function rereadTeacher(employeeId: string): Promise<TeacherRecord> {
  return requireTeacher((await readTeacher(employeeId)) ?? { employee: undefined, account: undefined });
}

export function requireKnownPost(postId: number | null | undefined): void {
  if (postId === null || postId === undefined || school().posts.some(({ id }) => id === postId)) return;
  throw new ValidationError({ post_id: ['The school has no such post.'] });
}

/** @throws ValidationError where another teacher has the number */
export async function requireFreeTeacherNumber(teacherNum: number, employeeId?: string): Promise<void> {
  const holder = await findTeacherByNumber(teacherNum);
  if (!holder || holder.employeeId === employeeId) return;
  const archived = isArchivedTeacher(holder) ? ', who is archived' : '';
  throw new ValidationError({ teacher_num: [`${teacherNum} is the number of ${employeeName(holder)}${archived}.`] });
}

/** The change from a teacher to another state of that teacher, with what follows for the number and the account. */
export async function planTeacherChange(
  before: TeacherRecord,
  { employee, changes, now }: { employee: EmployeeItem; changes: readonly AuditFieldChange[]; now: Date },
): Promise<ChangedTeacher> {
  const { teacherNum, employeeId } = employee;
  if (teacherNum !== before.employee.teacherNum) await requireFreeTeacherNumber(teacherNum, employeeId);
  const account = await decideAccountAfterTeacherChange(before, employee, now);
  return { employee, account, changes: [...changes, ...mendedSignIn(before, account)] };
}

/** The line of the trail where the sign-in was not as it should have been before the act. */
function mendedSignIn({ employee, account }: TeacherRecord, next: AccountItem | undefined): AuditFieldChange[] {
  const state = (isDisabled: boolean | undefined) => (isDisabled ? 'closed' : 'open');
  const [before, after] = [state(account?.isDisabled), state(next?.isDisabled)];
  return before !== after && hasWrongSignInState(employee, account) ? [{ field: 'signIn', before, after }] : [];
}

/** @throws ValidationError for the number of an archived teacher */
export function refuseArchivedTeacherNumber(teacherNum: number): void {
  if (teacherNum <= maxCurrentTeacherNumber) return;
  throw new ValidationError({ teacher_num: [`${accountWordings.numberArchives} Please choose another one.`] });
}
