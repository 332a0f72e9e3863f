import {
  identifyingFields,
  mayReadField,
  type StudentField,
  studentFieldNames,
  studentFields,
} from '#shared/students/fields.ts';
import type { Caller } from '../../../platform/requests/caller.ts';

/**
 * The fields that a caller is answered of those that were asked for, with the ones that say whom a row is about, in the order of the
 * register. What is kept for the office is left out for everybody else: an address with columns that the office chose opens for the PTA too.
 */
export function columnsFor(
  { role }: Pick<Caller, 'role'>,
  asked: readonly StudentField[] = studentFieldNames.filter((field) => studentFields[field].isDefault),
): StudentField[] {
  const wanted = new Set<StudentField>([...identifyingFields, ...asked]);
  return studentFieldNames.filter(
    (field) => wanted.has(field) && mayReadField(field, role === 'Admin' ? 'Admin' : 'PTA'),
  );
}
