import { moveInWordings as wordings } from '#shared/options/move-in/wordings.ts';
import { readTeacher, teacherAuditSubject } from '../../../accounts/teachers/teacher-store.ts';
import {
  EmployeeEntity,
  type EmployeeItem,
  employeeAttributes,
  listLessonsFromYear,
  readAllClassPosts,
  TeacherNumberEntity,
} from '../../../people/records/store.ts';
import { executeActionIf } from '../../../platform/table/action.ts';
import { isRefused } from '../../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../../platform/table/acts/commit.ts';
import { auditKey } from '../../../platform/table/audit.ts';
import { whereUnchanged } from '../../../platform/table/expression.ts';
import { retryRefused } from '../../../platform/table/retry-refused.ts';
import { readItems } from '../../../platform/table/table.ts';
import {
  AccountEntity,
  type AccountItem,
  accountAttributes,
  foldUserName,
  UserNameEntity,
} from '../../../sessions/accounts.ts';
import { authorshipOf, keyOfRow, type MoveUndo, type RowOf } from './rows-of-run.ts';
import { archiveOrRestore, changeTeacherFacts } from './store-teachers.ts';

/**
 * Removes a teacher whom the run added, who has no work and was never given a password: no other system knows of the
 * account. Gives others back the facts that the run changed. Returns why not, or null.
 */
export async function takeBackTeacher(
  { n, what, move }: RowOf<'teachers'>,
  { job, run }: MoveUndo,
): Promise<string | null> {
  const { employeeId } = move;
  const by = authorshipOf(job, n);
  const { written } = await readItems({ written: auditKey(teacherAuditSubject(employeeId), keyOfRow({ run }, n)) });
  if (!written) return null;
  if (move.act === 'change') {
    const changes = move.changes.map(({ field, before, after }) => ({ field, before: after, after: before }));
    return changeTeacherFacts(employeeId, { changes, name: what, by });
  }
  if (move.act === 'archive') {
    const before = written.changes.find(({ field }) => field === 'deletedAt')?.after ?? null;
    return archiveOrRestore(employeeId, { before, after: null, name: what, by });
  }
  // Who archives otherwise has another moment.
  const mark = job.startedAt;
  return retryRefused({
    read: () => readTeacher(employeeId),
    attempt: async (record): Promise<string | null | 'refused'> => {
      if (!record) return null;
      const { account } = record;
      const isMarked = record.employee.deletedAt === mark;
      const reason = account
        ? whyNotOurs(record.employee, { account, move, what, mark })
        : wordings.undoFirst.changed(what);
      if (reason !== null || !account) return unmarked(reason);
      // Nobody can give an archived teacher work: what there is now is all that there will be.
      const employee = { ...record.employee, deletedAt: mark };
      if (!isMarked) {
        const action = EmployeeEntity.change(record.employee, {
          set: { deletedAt: mark },
          where: whereUnchanged(record.employee, employeeAttributes),
        });
        if (!(await executeActionIf(action))) return 'refused';
      }
      if ((await listLessonsFromYear(employeeId, 0)).length > 0) return unmarked(wordings.undoFirst.lessons(what));
      if ((await readAllClassPosts(employeeId)).length > 0) return unmarked(wordings.undoFirst.posts(what));
      const { teacherNum, userName } = employee;
      const outcome = await commit({
        by,
        changes: [
          EmployeeEntity.delete({ employeeId }, whereUnchanged(employee, employeeAttributes)),
          AccountEntity.delete({ accountId: employeeId }, whereUnchanged(account, accountAttributes)),
          UserNameEntity.delete({ userName: foldUserName(userName) }),
          TeacherNumberEntity.delete({ teacherNum }),
        ],
        trail: {
          subject: teacherAuditSubject(employeeId),
          changes: [{ field: 'teacher', before: { number: teacherNum, userName }, after: null }],
        },
      });
      return isRefused(outcome) ? 'refused' : null;
    },
    what: 'this teacher',
  });

  /** Leaves a teacher who stays as current as before. */
  async function unmarked(reason: string | null): Promise<string | null> {
    await executeActionIf(EmployeeEntity.update({ employeeId }, { remove: ['deletedAt'], where: { deletedAt: mark } }));
    return reason;
  }
}

/** Why a teacher whom the run added is not its own any more, or null. */
function whyNotOurs(
  employee: EmployeeItem,
  {
    account: { role, isUnused, identityDue, passwordIssuedAt },
    move,
    what,
    mark,
  }: { account: AccountItem; move: Extract<RowOf<'teachers'>['move'], { act: 'add' }>; what: string; mark: string },
): string | null {
  const isSame =
    employee.teacherNum === move.teacherNum &&
    employee.firstName === move.firstName &&
    employee.lastName === move.lastName &&
    (employee.dateOfBirth ?? null) === move.dateOfBirth &&
    (employee.postId ?? null) === move.postId &&
    (employee.deletedAt === undefined || employee.deletedAt === mark);
  if (!isSame) return wordings.undoFirst.changed(what);
  const isFresh = role === 'teacher' && isUnused && identityDue === 'password' && passwordIssuedAt === undefined;
  return isFresh ? null : wordings.undoFirst.signIn(what);
}
