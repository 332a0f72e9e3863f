import type { StudentRow } from '#shared/students/register/list-calls.ts';

export type View = 'current' | 'archived';

/** The start of the key of every list of the register: invalidate it after a change of a student. */
export const studentsKey = ['student register'] as const;

/** "Last, First", as the table names a row. */
export const listedName = ({ last_name, first_name }: StudentRow): string => `${last_name ?? ''}, ${first_name ?? ''}`;

/** "First Last", as a sentence names a student. */
export const nameOf = ({ last_name, first_name }: StudentRow): string => `${first_name ?? ''} ${last_name ?? ''}`;

/** The order of the table. */
export const byName = (a: StudentRow, b: StudentRow): number =>
  collator.compare(a.last_name ?? '', b.last_name ?? '') ||
  collator.compare(a.first_name ?? '', b.first_name ?? '') ||
  collator.compare(a.id, b.id);

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
