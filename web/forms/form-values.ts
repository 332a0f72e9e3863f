/** What a field holds. */
export type FieldValue = string | number | boolean | null;

/** The values of a form: what is meant, or the text as it was typed where it cannot be read (rule 40). Null is blank. */
export type Typed<V> = { [K in keyof V]: V[K] | string | null };

/** A number for "12", "12.5" and "12,5", null for nothing, and the text itself for anything else: the schema refuses it. */
export function readNumber(text: string): number | string | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  return /^-?\d+([.,]\d+)?$/.test(trimmed) ? Number(trimmed.replace(',', '.')) : text;
}

export const readText = (text: string): string | null => (text === '' ? null : text);

/** What the schema says of a value that it has no words for. */
const wordless = 'Invalid input';

/** The sentence beside a field: the schema's or the server's own words, or what is expected there. */
export function refusalText(message: string, value: FieldValue, expected: string): string {
  if (message !== wordless) return message;
  return value === null || value === '' ? 'Required.' : expected;
}
