import { makeUserName } from '#shared/accounts/user-name.ts';
import { foldName } from '#shared/options/move-in/kinds.ts';
import { moveInWordings as wordings } from '#shared/options/move-in/wordings.ts';
import { isArchivedTeacher } from '#shared/people/teacher.ts';
import { noSuchTeacher } from '#shared/people/wordings.ts';
import { findFreeUserName } from '../../../accounts/free-user-name.ts';
import { planTeacherChange, requireFreeTeacherNumber } from '../../../accounts/teachers/teacher-rules.ts';
import {
  addTeacher,
  changeTeacher,
  findTeacherByNumber,
  readTeacher,
  type TeacherRecord,
} from '../../../accounts/teachers/teacher-store.ts';
import { EmployeeEntity, employeeName } from '../../../people/records/store.ts';
import type { JobItem } from '../../../platform/jobs/store.ts';
import { isRefused } from '../../../platform/table/acts/carry-out-act.ts';
import type { AuditFieldChange, Authorship } from '../../../platform/table/audit.ts';
import { retryRefused } from '../../../platform/table/retry-refused.ts';
import { updateIdentityInJob } from '../../../sessions/identity-updates.ts';
import { authorshipOf, type RowOf } from './rows-of-run.ts';

/**
 * Adds a teacher, whose first password the office makes under Teachers, changes facts of one, or archives one: the
 * sign-in ends with the write. Returns why not, or null.
 */
export function storeTeacher({ n, what, move }: RowOf<'teachers'>, job: JobItem): Promise<string | null> {
  const by = authorshipOf(job, n);
  if (move.act === 'change') {
    const changes = move.changes.map(({ field, before, after }) => ({ field, before, after }));
    return changeTeacherFacts(move.employeeId, { changes, name: what, by });
  }
  if (move.act === 'archive') {
    return archiveOrRestore(move.employeeId, { before: null, after: job.startedAt, name: what, by });
  }
  const { employeeId, teacherNum, firstName, lastName, dateOfBirth, postId } = move;
  const byRule = move.userName ?? makeUserName({ first: firstName, last: lastName, fallback: `t${teacherNum}` });
  return retryRefused({
    read: () => EmployeeEntity.get({ employeeId }),
    attempt: async (made): Promise<string | null | 'refused'> => {
      if (made) return null;
      const holder = await findTeacherByNumber(teacherNum);
      // Two people may send the same file.
      if (holder && foldName(employeeName(holder)) === foldName(`${firstName} ${lastName}`))
        return wordings.thereAlready(wordings.numberOf(teacherNum, employeeName(holder)));
      if (holder) await requireFreeTeacherNumber(teacherNum);
      const userName = await findFreeUserName(byRule);
      const employee = {
        employeeId,
        teacherNum,
        firstName,
        lastName,
        userName,
        ...(dateOfBirth === null ? {} : { dateOfBirth }),
        ...(postId === null ? {} : { postId }),
      };
      const outcome = await addTeacher({ employee, by });
      return isRefused(outcome) ? 'refused' : null;
    },
    what: 'the list of teachers',
  });
}

/**
 * Archives a teacher, or takes that back, and closes or opens the sign-in in the identity store, as the office's own
 * acts do. A first password that is due waits for the office. Returns why not, or null.
 */
export async function archiveOrRestore(
  employeeId: string,
  { before, after, name, by }: Pick<AuditFieldChange, 'before' | 'after'> & { name: string; by: Authorship },
): Promise<string | null> {
  const changes = [{ field: 'deletedAt', before, after }];
  const reason = await changeTeacherFacts(employeeId, { changes, name, by });
  if (reason === null)
    await updateIdentityInJob(employeeId, ({ role, identityDue }) => role === 'teacher' && identityDue === 'account');
  return reason;
}

/** Changes facts of a teacher that are still as they were seen. Returns which are not, or null. */
export function changeTeacherFacts(
  employeeId: string,
  { changes, name, by }: { changes: readonly AuditFieldChange[]; name: string; by: Authorship },
): Promise<string | null> {
  return retryRefused({
    read: () => readTeacher(employeeId),
    attempt: async (record): Promise<string | null | 'refused'> => {
      if (!record) return noSuchTeacher;
      const stored = (field: string) => (record.employee as unknown as Record<string, unknown>)[field] ?? null;
      const left = changes.filter(({ field, after }) => stored(field) !== after);
      if (left.length === 0) return null;
      const isRestored = left.some(({ field, after }) => field === 'deletedAt' && after === null);
      if (isArchivedTeacher(record.employee) && !isRestored) return wordings.archived(name);
      if (left.some(({ field, before }) => stored(field) !== before)) return wordings.undoFirst.changed(name);
      const outcome = await changeTeacher(record, { change: await planned(record, left, by), by });
      return isRefused(outcome) ? 'refused' : null;
    },
    what: 'this teacher',
  });
}

function planned(record: TeacherRecord, changes: readonly AuditFieldChange[], { request: { now } }: Authorship) {
  const values = Object.fromEntries(changes.map(({ field, after }) => [field, after ?? undefined]));
  return planTeacherChange(record, { employee: { ...record.employee, ...values }, changes, now });
}
