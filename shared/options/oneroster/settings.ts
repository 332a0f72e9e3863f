import * as z from 'zod/mini';

/** What a school sets of it in its file. */
export const onerosterSettings = z.strictObject({
  /** Whether each night a file is put into the school's bucket. */
  nightly: z._default(z.boolean(), false),
  /** Whether dates of birth and sexes of students are in what is given out. */
  demographics: z._default(z.boolean(), false),
});

/** Of the file's settings by option. */
export const readOnerosterSettings = (settings: Readonly<Record<string, unknown>>) =>
  onerosterSettings.parse(settings.oneroster ?? {});
