import * as z from 'zod/mini';
import {
  type EnteredField,
  enteredFields,
  forEveryTypedFact,
  requiredFactMessage,
  requiredFields,
} from '#shared/students/register/typed-facts.ts';
import type { StudentValueReader } from '#shared/students/values.ts';

/** The facts of a form, each as it is stored or as it was typed; null is blank. */
export type StudentFormValues = Record<EnteredField, string | null>;

/**
 * The schema of the facts, with the rules of the server (rule 40). An unchanged fact is always valid: a list of the
 * school may have changed since it was chosen.
 */
export function createFactsSchema(read: StudentValueReader, stored: StudentFormValues) {
  const facts = forEveryTypedFact(null) as unknown as Record<EnteredField, ReturnType<typeof fact>>;
  for (const field of enteredFields) facts[field] = fact(field, read, stored[field]);
  return z.strictObject(facts);
}

const fact = (field: EnteredField, read: StudentValueReader, stored: string | null) =>
  z.pipe(
    z.nullable(z.string()),
    z.transform((typed: string | null, context) => {
      const result = typed === stored ? { value: stored } : read(field, typed ?? '');
      const refused =
        'refused' in result
          ? result.refused
          : result.value === null && requiredFields.includes(field) && requiredFactMessage;
      if (!refused) return 'value' in result ? result.value : null;
      context.issues.push({ code: 'custom', message: refused, input: typed });
      return z.NEVER;
    }),
  );

export const blankFacts: StudentFormValues = forEveryTypedFact(null);

/** The changed facts, with the values that the user saw. */
export function pickChangedFacts(values: StudentFormValues, seen: StudentFormValues) {
  const changed = enteredFields.filter((field) => values[field] !== seen[field]);
  const only = (facts: StudentFormValues): Partial<StudentFormValues> =>
    Object.fromEntries(changed.map((field) => [field, facts[field]]));
  return { ...only(values), was: only(seen) };
}
