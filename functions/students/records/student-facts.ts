import { storedAttributeName } from '#shared/students/fields.ts';
import { identityKeys } from '#shared/students/identity-keys.ts';
import {
  type EnteredField,
  enteredFields,
  requiredFactMessage,
  requiredFields,
} from '#shared/students/register/typed-facts.ts';
import { recordWordings } from '#shared/students/wordings.ts';
import { ValidationError } from '../../platform/errors.ts';
import type { AuditFieldChange } from '../../platform/table/audit.ts';
import {
  createDuplicateFinder,
  type DuplicateStudent,
  describeStudent,
  type PersonToCompare,
  readAllIdentities,
} from './duplicates.ts';
import { type ClaimsFound, certificateNumbersIn, readClaims } from './identity-claims.ts';
import type { StudentItem } from './store.ts';
import { createFactReader } from './value-reader.ts';

export type TypedFacts = Partial<Record<EnteredField, string | null>>;

/** A stored fact, null where it is blank. */
export const storedFact = (student: Partial<StudentItem>, field: EnteredField): string | null =>
  (student[storedAttributeName(field) as keyof StudentItem] as string | undefined) ?? null;

/**
 * Converts typed facts to their stored values (rule 40).
 * @throws ValidationError with a sentence for each refused one
 */
export function parseFacts(given: { readonly [K in EnteredField]?: string | null | undefined }, now: Date): TypedFacts {
  const read = createFactReader(now);
  const facts: TypedFacts = {};
  const refused: Record<string, string[]> = {};
  for (const field of enteredFields) {
    const typed = given[field];
    if (typed === undefined) continue;
    const result = read(field, typed ?? '');
    if ('refused' in result) refused[field] = [result.refused];
    else if (result.value === null && requiredFields.includes(field)) refused[field] = [requiredFactMessage];
    else facts[field] = result.value;
  }
  if (Object.keys(refused).length > 0) throw new ValidationError(refused);
  return facts;
}

/** Facts by their stored names. */
export const toStoredFacts = (facts: TypedFacts): Partial<StudentItem> =>
  Object.fromEntries(
    Object.entries(facts).flatMap(([field, value]) =>
      value === null ? [] : [[storedAttributeName(field as EnteredField), value]],
    ),
  );

/** Students, archived ones too, who may be this person. Reads the whole register: for rare writes only. */
async function findDuplicatesOf(
  one: PersonToCompare,
  identities: typeof readAllIdentities,
): Promise<DuplicateStudent[]> {
  return createDuplicateFinder(await identities())(one);
}

/** @throws ValidationError where another student has a certificate number */
export function refuseTakenNumbers(duplicates: readonly DuplicateStudent[]): void {
  const refused = Object.fromEntries(
    duplicates.flatMap(({ same, student }) =>
      same === 'name and birthday' ? [] : [[same, [recordWordings.hasNumber(describeStudent(student))]]],
    ),
  );
  if (Object.keys(refused).length > 0) throw new ValidationError(refused);
}

/**
 * Refuses certificate numbers of another student among changes, by their stored names. Searches only where one is
 * written.
 * @param identities of everybody; for many students read once
 * @returns the claims for the transaction of the changes
 */
export async function claimCertificateNumbers(
  changes: readonly AuditFieldChange[],
  { studentId }: Pick<StudentItem, 'studentId'>,
  identities = readAllIdentities,
): Promise<ClaimsFound> {
  const papers = certificateNumbersIn(changes);
  const found = await readClaims(papers, { withName: false });
  if (identityKeys(papers).length > 0) refuseTakenNumbers(await findDuplicatesOf({ ...papers, studentId }, identities));
  refuseTakenNumbers(found.duplicates.filter(({ student }) => student.studentId !== studentId));
  return found;
}
