import { type StudentField, storedAttributeName, studentFieldNames, studentFields } from '#shared/students/fields.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { enteredFields } from '#shared/students/register/typed-facts.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { listAuditTrail } from '../../../platform/table/audit.ts';
import { choicesByCodeList, school, schoolDay } from '../../../school/records/school.ts';
import { requireStudent, studentAuditSubject, studentKey } from '../../records/store.ts';
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
