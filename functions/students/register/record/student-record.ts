import { type StudentField, storedAttributeName, studentFieldNames, studentFields } from '#shared/students/fields.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { enteredFields } from '#shared/students/register/typed-facts.ts';
import { recordWordings } from '#shared/students/wordings.ts';
import { ConflictError } from '../../../platform/errors.ts';
import { callHandler, type RequestFacts } from '../../../platform/requests/call-handler.ts';
import type { Caller } from '../../../platform/requests/caller.ts';
import { isRefused } from '../../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../../platform/table/acts/commit.ts';
import { listAuditTrail } from '../../../platform/table/audit.ts';
import { canStudentsSignIn, choicesByCodeList, school, schoolDay } from '../../../school/records/school.ts';
import { AccountEntity, UserNameEntity } from '../../../sessions/accounts.ts';
import { updateIdentity } from '../../../sessions/identity-updates.ts';
import { resetPassword } from '../../../sessions/password-reset.ts';
import { studentAccountId, studentAccountKey, studentAccountRecords } from '../../../sessions/student-accounts.ts';
import {
  requireStudent,
  setMustResetPassword,
  studentAuditSubject,
  studentKey,
  studentName,
} from '../../records/store.ts';
import { storedFact } from '../../records/student-facts.ts';

export const readStudentRecord = callHandler(studentRegisterContract.readStudentRecord, {
  prefetch: ({ id }) => ({ student: studentKey(id) }),
  handle: async ({ found }) => {
    const student = requireStudent(found.student);
    const facts = enteredFields.map((field) => [field, storedFact(student, field)] as const);
    return {
      id: student.studentId,
      ...(Object.fromEntries(facts) as Record<(typeof enteredFields)[number], string | null>),
      status: student.status,
      leaving_reason: student.leavingReason ?? null,
      password_reset: student.mustResetPassword ?? false,
    };
  },
});

export const readStudentChoices = callHandler(studentRegisterContract.readStudentChoices, {
  handle: async ({ request }) => ({
    classes: school().formClasses.map(({ id, form_level }) => ({ id, form_level })),
    codes: choicesByCodeList(),
    today: schoolDay(request.now),
  }),
});

const maxShown = 500;

export const readStudentHistory = callHandler(studentRegisterContract.readStudentHistory, {
  prefetch: ({ student_id }) => ({ student: studentKey(student_id) }),
  handle: async ({ input, found }) => {
    requireStudent(found.student);
    const trail = await listAuditTrail(studentAuditSubject(input.student_id));
    return trail
      .slice(-maxShown)
      .reverse()
      .map(({ at, name, changes }) => ({
        at,
        by: name,
        changes: describeChanges(changes),
      }));
  },
});

/** The changes of an audit row, with the labels of the record. */
export const describeChanges = (changes: readonly { field: string; before?: unknown; after?: unknown }[]) =>
  changes.map(({ field, before, after }) => ({ ...labelOf(field), was: displayText(before), now: displayText(after) }));

const fieldsByAttribute = new Map(studentFieldNames.map((field) => [storedAttributeName(field), field]));
/** Labels of attributes that are no fields of the record. */
const otherLabels: Readonly<Record<string, { field: StudentField | null; label: string }>> = {
  class: { field: 'class_id', label: studentFields.class_id.label },
  status: { field: null, label: 'Status' },
  leavingReason: { field: null, label: 'Reason for Leaving' },
  everything: { field: null, label: 'Everything about the student' },
  mustResetPassword: { field: null, label: 'Must choose a new password' },
};

function labelOf(attribute: string): { field: StudentField | null; label: string } {
  const field = fieldsByAttribute.get(attribute);
  if (field) return { field, label: studentFields[field].label };
  const first = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
  return otherLabels[attribute] ?? { field: null, label: first(attribute) };
}

/** The stored value as text: the screen formats days and codes. */
const displayText = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/**
 * Gives a student's account a one-time password and ends its sessions (rule 18). Without an account nothing is changed,
 * or one is made where that is asked for. In a school without the families' entrance only the mark that a new password
 * must be chosen is stored, which counts once there is an account.
 */
export const resetStudentPassword = callHandler(studentRegisterContract.resetStudentPassword, {
  prefetch: ({ student_id }) => ({ student: studentKey(student_id), account: studentAccountKey(student_id) }),
  handle: async ({ input: { student_id: studentId, make_account: canMake = false }, caller, found, request }) => {
    const student = requireStudent(found.student);
    if (student.status === 'archived') {
      throw new ConflictError(recordWordings.noSignIn(studentName(student, studentId)));
    }
    if (!canStudentsSignIn()) {
      const mark = { studentId, before: student.mustResetPassword ?? false, after: true };
      await setMustResetPassword({ ...mark, caller, request });
      return { student_id: studentId, account: 'not used' as const, one_time_password: null };
    }
    if (!found.account && !canMake) return { student_id: studentId, account: 'none' as const, one_time_password: null };
    if (found.account) await resetPassword(found.account, { check: () => undefined, caller, request });
    else await makeAccount(studentId, { caller, request });
    const issued = await updateIdentity(studentAccountId(studentId), request.now);
    const account = found.account ? ('reset' as const) : ('made' as const);
    return { student_id: studentId, account, one_time_password: issued?.password ?? null };
  },
});

/**
 * Writes an account with a one-time password due, unless another student's id differs from this one in leading zeros
 * alone (rule 55).
 */
async function makeAccount(
  studentId: string,
  { caller, request }: { caller: Caller; request: RequestFacts },
): Promise<void> {
  const { account, userName } = studentAccountRecords(studentId);
  const changes = [{ field: 'account', before: null, after: account.accountId }];
  const outcome = await commit({
    by: caller,
    under: request,
    changes: [AccountEntity.create(account), UserNameEntity.create(userName)],
    trail: { subject: studentAuditSubject(studentId), changes },
  });
  if (isRefused(outcome)) throw new ConflictError(recordWordings.noAccountMade);
}
