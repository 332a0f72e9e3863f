import { accountsContract } from '#shared/accounts/contract.ts';
import type { EmployeeItem } from '../../people/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { auditTrail } from '../../platform/table/audit.ts';
import {
  changesOf,
  type FieldValue,
  givenFields,
  meantFields,
  refuseConflicts,
} from '../../platform/table/field-changes.ts';
import { carryOut } from './finish-teacher.ts';
import { changeTo, requirePost, requireTeacher } from './teacher-rules.ts';
import { subjectOf, teacherKeys } from './teacher-store.ts';

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
  prefetch: ({ id }) => teacherKeys(id),
  handle: ({ input, caller, found, request }) => {
    const save = { values: givenFields(input, names, (_field, value) => value), was: input.was as Seen };
    const meant = meantFields(save);
    if (meant.includes('post_id')) requirePost(input.post_id);
    return carryOut({
      record: requireTeacher({ employee: found.employee, account: found.account }),
      ...{ caller, request },
      decide: async (record) => {
        const value = (field: Field): FieldValue => record.employee[attributes[field]] ?? null;
        const changes = changesOf(meant, save, { value, stamp: unknown });
        if (changes.length === 0) return null;
        const isSeen = ({ field, before }: (typeof changes)[number]) =>
          save.was?.[field] === undefined || save.was[field] === before;
        const stamp = changes.every(isSeen) ? unknown : await stampsOf(input.id);
        refuseConflicts(changes, save.was, { value, stamp });
        const set = changes.map(({ field, after }) => [attributes[field], after ?? undefined] as const);
        const employee: EmployeeItem = { ...record.employee, ...Object.fromEntries(set) };
        return changeTo(record, {
          employee,
          changes: changes.map(({ field, ...change }) => ({ field: attributes[field], ...change })),
          now: request.now,
        });
      },
    });
  },
});

type Seen = Partial<Record<Field, FieldValue>> | undefined;

const unknown = () => ({ by: null, at: null });

/** Who changed each field last, and when. One query. */
async function stampsOf(employeeId: string) {
  const trail = await auditTrail(subjectOf(employeeId));
  return (field: Field) => {
    const last = trail.findLast(({ changes }) => changes.some((change) => change.field === attributes[field]));
    return { by: last?.name ?? null, at: last?.at ?? null };
  };
}
