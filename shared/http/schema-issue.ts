import { requestWordings } from './wordings.ts';
/** The parts of a schema's issue that are read. */
export interface SchemaIssue {
  code?: string | undefined;
  message: string;
  expected?: unknown;
  origin?: unknown;
  minimum?: unknown;
  maximum?: unknown;
}

/** How the library's own sentences begin; those of our schemas do not. */
const libraryWords = /^(invalid|too (big|small)|unrecognized)\b|\b(expected|received) /i;

/** Whether a sentence is the library's own, which is not for people. */
export const isLibraryText = (message: string): boolean => message === '' || libraryWords.test(message);

const expectedWords: Readonly<Record<string, string>> = {
  string: 'Text is expected here.',
  number: 'A number is expected here.',
  int: 'A whole number is expected here.',
  boolean: 'Yes or no is expected here.',
  array: 'A list is expected here.',
  file: 'A file is expected here.',
};

const units: Readonly<Record<string, string>> = { string: ' characters', array: ' entries', file: ' bytes' };

/**
 * The sentence for a person about an issue of a schema: that of our schema if it has one, never the library's words,
 * which name types.
 */
export function sentenceOfIssue({ code, message, expected, origin, minimum, maximum }: SchemaIssue): string {
  if (!isLibraryText(message)) return message;
  if (/received (null|undefined)/.test(message)) return 'Required.';
  const unit = units[String(origin)] ?? '';
  if (code === 'invalid_type') return expectedWords[String(expected)] ?? requestWordings.notValid;
  if (code === 'too_small') return `At least ${minimum}${unit}.`;
  if (code === 'too_big') return `At most ${maximum}${unit}.`;
  if (code === 'invalid_value') return requestWordings.notOneOfTheChoices;
  return requestWordings.notValid;
}
