import { attributeOf, type StudentField } from '#shared/students/fields.ts';
import type { StudentItem } from '../../records/store.ts';

/** The stored form of a field; empty where it is blank. */
export const storedValue = (student: StudentItem, field: StudentField): string =>
  (student[attributeOf(field) as keyof StudentItem] as string | undefined) ?? '';
