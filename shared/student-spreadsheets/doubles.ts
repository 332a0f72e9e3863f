import type { StudentField } from '../students/fields.ts';
import { type Identity, identityKeys, sameAs } from '../students/same-student.ts';

/** The facts of a row by which a student is told from another. */
export const identityOf = (values: ReadonlyMap<StudentField, string>): Identity => ({
  seaNo: values.get('sea_no'),
  birthCertificateNo: values.get('birth_certificate_no'),
  firstName: values.get('first_name'),
  lastName: values.get('last_name'),
  dateOfBirth: values.get('date_of_birth'),
});

/** Rows that are the student of an earlier row of the file, each with the reason, which names that row. */
export function doublesInFile(
  rows: readonly { row: number; values: ReadonlyMap<StudentField, string> }[],
): Map<number, string> {
  const first = new Map<string, { row: number; name: string }>();
  const doubles = new Map<number, string>();
  for (const { row, values } of rows) {
    const id = values.get('id');
    const keys = identityKeys(identityOf(values)).map(([same, key]) => [sameAs[same], key] as const);
    for (const [what, key] of id === undefined ? keys : [[sameAs.id, `id ${id}`] as const, ...keys]) {
      const other = first.get(key);
      if (other && !doubles.has(row)) doubles.set(row, `Same ${what} as row ${other.row}, ${other.name}.`);
      if (!other)
        first.set(key, { row, name: `${values.get('first_name') ?? ''} ${values.get('last_name') ?? ''}`.trim() });
    }
  }
  return doubles;
}
