import type { StudentField } from '#shared/students/fields.ts';
import type { StudentColumns } from '#shared/students/register/list-calls.ts';

export type View = 'current' | 'archived';

/** The start of the key of every list of the register: invalidate it after a change of a student. */
export const studentsKey = ['student register'] as const;

/** A student of the table, with the fields that were asked for. */
export type StudentRow = Readonly<Partial<Record<StudentField, string | null>>> & { readonly id: string };

/** "Last, First", as the table names a row. */
export const listedName = ({ last_name, first_name }: StudentRow): string => `${last_name ?? ''}, ${first_name ?? ''}`;

/** "First Last", as a sentence names a student. */
export const nameOf = ({ last_name, first_name }: StudentRow): string => `${first_name ?? ''} ${last_name ?? ''}`;

/** The answers of a list, which comes by column, as one row a student. */
export function rowsOf(answers: readonly StudentColumns[]): StudentRow[] {
  const rows = answers.flatMap((answer) => {
    const columns = Object.entries(answer) as [StudentField, (string | null)[]][];
    return answer.id.map((id, index) => {
      const row: Partial<Record<StudentField, string | null>> & { id: string } = { id };
      for (const [field, values] of columns) if (field !== 'id') row[field] = values[index] ?? null;
      return row;
    });
  });
  return rows.sort(
    (a, b) =>
      collator.compare(a.last_name ?? '', b.last_name ?? '') ||
      collator.compare(a.first_name ?? '', b.first_name ?? '') ||
      collator.compare(a.id, b.id),
  );
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
