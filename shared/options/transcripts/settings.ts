import * as z from 'zod/mini';

const percent = () => z.number().check(z.gte(0), z.lte(100));

/** A line of the honour roll: students with at least this average, and no total below the lowest. */
const honour = () =>
  z.strictObject({
    /** What the list calls it, such as Principal's List. */
    title: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
    /** The printed average must be this or more, in percent. */
    average: percent(),
    /** No total may be lower than this. */
    lowest: z.optional(percent()),
    /** So many subjects at least must have a total. */
    subjects: z.optional(z.int().check(z.gte(1), z.lte(30))),
  });

/** What a school file may set of transcripts; made when it is first read. */
export const transcriptsSettings = z.lazy(() =>
  z.strictObject({
    /** Who is on the honour roll: a student is on the first line whose rules hold. */
    honours: z._default(z.array(honour()).check(z.minLength(1), z.maxLength(10)), [
      { title: 'Honour Roll', average: 80, lowest: 50 },
    ]),
    /** Places that the prize list has: of each class, and of each subject in a form level. */
    prizes: z._default(
      z.strictObject({
        /** Places of each class, by average. */
        ofClass: z.int().check(z.gte(0), z.lte(10)),
        /** Places of each subject in a form level. */
        ofSubject: z.int().check(z.gte(0), z.lte(10)),
      }),
      { ofClass: 3, ofSubject: 1 },
    ),
  }),
);

export type Honour = z.output<ReturnType<typeof honour>>;

/** @param ofOptions the settings of all options in a school file that was checked */
export const readTranscriptsSettings = (ofOptions: Readonly<Record<string, unknown>>) =>
  transcriptsSettings.parse(ofOptions.transcripts ?? {});
