import type { StudentField } from '../fields.ts';
import { withoutLeadingZeros } from '../id-finder.ts';
import { identityKeys, type StudentIdentity, sharedFactLabels } from '../identity-keys.ts';

/** The facts of a row that identify a student. */
export const identityOfRow = (values: ReadonlyMap<StudentField, string>): StudentIdentity => ({
  seaNo: values.get('sea_no'),
  birthCertificateNo: values.get('birth_certificate_no'),
  firstName: values.get('first_name'),
  lastName: values.get('last_name'),
  dateOfBirth: values.get('date_of_birth'),
});

/** What identifies the student of a row. */
export interface RowIdentity {
  row: number;
  /** Where it stands, of a file whose rows are not numbered through: "row 7 of “Form 1A”". */
  place?: string | undefined;
  values: ReadonlyMap<StudentField, string>;
  /** The student of the school that the row changes; null for a new one. */
  student: string | null;
  /**
   * The user has not yet said whether the id, which differs from one of the school in zeros alone, is that of the
   * student.
   */
  hasOpenQuestion: boolean;
}

/**
 * Rows with the student of an earlier row of the file, each with the reason, which names that row. The ids of new
 * students are compared without leading zeros (rule 55).
 */
export function findDuplicatesInFile(rows: readonly RowIdentity[]): Map<number, string> {
  const first = new Map<string, { place: string; name: string }>();
  const duplicates = new Map<number, string>();
  for (const one of rows) {
    const { row, place = `row ${row}`, values } = one;
    for (const [what, key] of keysOf(one)) {
      const other = first.get(key);
      if (other && !duplicates.has(row)) duplicates.set(row, `Same ${what} as ${other.place}, ${other.name}.`);
      if (!other)
        first.set(key, { place, name: `${values.get('first_name') ?? ''} ${values.get('last_name') ?? ''}`.trim() });
    }
  }
  return duplicates;
}

function keysOf({ values, student, hasOpenQuestion }: RowIdentity): [what: string, key: string][] {
  const id = values.get('id');
  const papers = identityKeys(identityOfRow(values)).map(([same, key]): [string, string] => [
    sharedFactLabels[same],
    key,
  ]);
  const exact: [string, string][] = id === undefined ? [] : [[sharedFactLabels.id, `written ${id}`]];
  const near: [string, string][] =
    id === undefined || student !== null || hasOpenQuestion
      ? []
      : [[sharedFactLabels.id, `id ${withoutLeadingZeros(id)}`]];
  const own: [string, string][] = student === null || hasOpenQuestion ? [] : [['student', `student ${student}`]];
  return [...exact, ...near, ...papers, ...own];
}
