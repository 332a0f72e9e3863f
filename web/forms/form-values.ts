import { isLibraryText } from '#shared/http/schema-issue.ts';
import { parseNumber as readWritten } from '#shared/marks/parse-typed.ts';

/** A field's value. */
export type FormValue = string | number | boolean | null;

/**
 * The values of a form: what is meant, or the text as it was typed where it cannot be read (rule 40). Null is blank.
 */
export type TypedValues<V> = { [K in keyof V]: V[K] | string | null };

/** A number as marks are read too, null for nothing, and the text itself for anything else: the schema refuses it. */
export function parseFormNumber(text: string): number | string | null {
  if (text.trim() === '') return null;
  const number = readWritten(text, { decimals: 1, counts: 'numbers' });
  // A decimal more than is kept would change what was typed.
  return 'refused' in number || number.isRounded ? text : number.value;
}

export const blankToNull = (text: string): string | null => (text === '' ? null : text);

/** The sentence beside a field: the schema's or the server's own words, or what is expected there. */
export function fieldRefusalText(message: string, value: FormValue, expected: string): string {
  if (!isLibraryText(message)) return message;
  return value === null || value === '' ? 'Required.' : expected;
}
