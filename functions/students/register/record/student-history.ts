import { attributeOf, type StudentField, studentFieldNames, studentFields } from '#shared/students/fields.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { auditTrail } from '../../../platform/table/audit.ts';
import { requireStudent } from '../../records/require-student.ts';
import { studentKey, studentSubject } from '../../records/store.ts';

const mostShown = 500;

export const studentHistory = callHandler(studentRegisterContract.studentHistory, {
  prefetch: ({ student_id }) => ({ student: studentKey(student_id) }),
  handle: async ({ input, found }) => {
    requireStudent(found.student);
    const trail = await auditTrail(studentSubject(input.student_id));
    return trail
      .slice(-mostShown)
      .reverse()
      .map(({ at, name, changes }) => ({
        at,
        by: name,
        changes: changesIn(changes),
      }));
  },
});

/** The changes of a row of the trail, in the words of the record. */
export const changesIn = (changes: readonly { field: string; before?: unknown; after?: unknown }[]) =>
  changes.map(({ field, before, after }) => ({ ...saidOf(field), was: textOf(before), now: textOf(after) }));

const fieldsByAttribute = new Map(studentFieldNames.map((field) => [attributeOf(field), field]));
/** What the trail calls otherwise than the record. */
const others: Readonly<Record<string, { field: StudentField | null; label: string }>> = {
  class: { field: 'class_id', label: studentFields.class_id.label },
  status: { field: null, label: 'Status' },
  leavingReason: { field: null, label: 'Reason for Leaving' },
  everything: { field: null, label: 'Everything about the student' },
  mustResetPassword: { field: null, label: 'Must choose a new password' },
};

function saidOf(attribute: string): { field: StudentField | null; label: string } {
  const field = fieldsByAttribute.get(attribute);
  if (field) return { field, label: studentFields[field].label };
  const first = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
  return others[attribute] ?? { field: null, label: first(attribute) };
}

/** As it is stored: a screen shows days and codes its own way. */
const textOf = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'string' ? value : JSON.stringify(value);
};
