import * as z from 'zod/mini';

/** What Cognito's pool demands as well: both sides state one rule, so a refusal never surprises. */
export const passwordRule = z.lazy(() =>
  z
    .string()
    .check(
      z.minLength(10, 'At least 10 characters.'),
      z.maxLength(128, 'At most 128 characters.'),
      z.regex(/[a-z]/, 'At least one small letter.'),
      z.regex(/[A-Z]/, 'At least one capital letter.'),
      z.regex(/[0-9]/, 'At least one digit.'),
      z.regex(/^\S.*\S$/, 'No space at the beginning or end.'),
    ),
);
