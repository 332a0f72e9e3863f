import { accountsContract } from '#shared/accounts/contract.ts';
import type { EmployeeItem } from '../../people/records/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import {
  decideChangesUnlessConflict,
  type FieldValue,
  fieldsMeantToChange,
  toFieldSave,
} from '../../platform/table/field-changes.ts';
import { applyTeacherChange } from './apply-teacher-change.ts';
import { planTeacherChange, requireKnownPost, requireTeacher } from './teacher-rules.ts';
import { teacherAndAccountKeys, teacherAuditSubject } from './teacher-store.ts';

/** The record's names of the call's fields. */
const attributes = {
  teacher_num: 'teacherNum',
  first_name: 'firstName',
  last_name: 'lastName',
  date_of_birth: 'dateOfBirth',
  post_id: 'postId',
  user_name: 'userName',
} as const satisfies Record<string, keyof EmployeeItem>;
type Field = keyof typeof attributes;
const names = Object.keys(attributes) as Field[];

export const updateEmployee = callHandler(accountsContract.updateEmployee, {
  prefetch: ({ id }) => teacherAndAccountKeys(id),
  handle: ({ input, caller, found, request }) => {
    const save = toFieldSave(input, names);
    if (fieldsMeantToChange(save).includes('post_id')) requireKnownPost(input.post_id);
    const trail = { subject: teacherAuditSubject(input.id), names: (field: Field) => [attributes[field]] };
    return applyTeacherChange({
      record: requireTeacher({ employee: found.employee, account: found.account }),
      caller,
      request,
      decide: async (record) => {
        const value = (field: Field): FieldValue => record.employee[attributes[field]] ?? null;
        const changes = await decideChangesUnlessConflict({ save, value, trail });
        if (changes.length === 0) return null;
        const set = changes.map(({ field, after }) => [attributes[field], after ?? undefined] as const);
        const employee: EmployeeItem = { ...record.employee, ...Object.fromEntries(set) };
        return planTeacherChange(record, {
          employee,
          changes: changes.map(({ field, ...change }) => ({ field: attributes[field], ...change })),
          now: request.now,
        });
      },
    });
  },
});
