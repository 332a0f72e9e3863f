import { toEmployeeEntry } from '../../people/records/employee-mapper.ts';
import type { RequestFacts } from '../../platform/requests/call-handler.ts';
import { type Author, isChangeDone } from '../../platform/table/audit.ts';
import { decideAndWrite } from '../../platform/table/field-changes.ts';
import { updateIdentity } from '../../sessions/identity-updates.ts';
import { type PasswordIssuer, storeOneTimePassword } from '../sign-in-slips.ts';
import { rereadTeacher } from './teacher-rules.ts';
import { type ChangedTeacher, changeTeacher, type TeacherRecord, teacherAuditSubject } from './teacher-store.ts';

/**
 * Carries out a change of a teacher, then sends the identity store what is due of the account, by this change or by an
 * attempt that ended early. `decide` gives null where nothing is left to write.
 */
export async function applyTeacherChange({
  record,
  decide,
  caller,
  request,
}: {
  record: TeacherRecord;
  decide: (record: TeacherRecord) => Promise<ChangedTeacher | null>;
  caller: Author;
  request: RequestFacts;
}) {
  const { employeeId } = record.employee;
  await decideAndWrite<TeacherRecord, ChangedTeacher>({
    record,
    read: () => rereadTeacher(employeeId),
    decide,
    write: (change, before) => changeTeacher(before, { change, by: { caller, request } }),
    isDone: () => isChangeDone(teacherAuditSubject(employeeId), request.idempotencyKey),
  });
  return finishTeacherChange(employeeId, { caller, request });
}

/**
 * The teacher as stored now, with the one-time password where one was due. A change that is due of an administrator who
 * teaches waits for callers with `manageAdmins`: the Teachers menu does not give such a password.
 */
export async function finishTeacherChange(employeeId: string, making: PasswordIssuer) {
  const made = await updateIdentity(employeeId, making.request.now, ({ role }) => role === 'teacher');
  const one_time_password = await storeOneTimePassword(employeeId, made, making);
  const { employee, account } = await rereadTeacher(employeeId);
  return { employee: toEmployeeEntry(employee, account), one_time_password };
}
