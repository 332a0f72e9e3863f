import * as z from 'zod/mini';

/** A group with fewer students has no figures (rule 62). */
export const smallestGroup = 10;

export const figuresFormat = 'formroom-district-figures';

const percent = () => z.number().check(z.gte(0), z.lte(100));
const students = () => z.int().check(z.gte(smallestGroup), z.lte(20_000));
const level = () => z.int().check(z.gte(1), z.lte(7));
const text = (limit: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(limit));

/** Of a form, or of the school; null where the group is hidden. */
const levelFigures = () =>
  z.nullable(
    z.strictObject({
      /** With a report of the term, who have not left in it. */
      students: students(),
      /** Mean of the students' averages: one decimal of a hundred students, else whole; null without marks. */
      average: z.nullable(percent()),
      /** Sessions attended, of those that were taken; null where none was taken. */
      attendance: z.nullable(percent()),
      /** Subjects of students that have their mark: full tens, and whole percent of a thousand and more. */
      marks_entered: z.nullable(percent()),
      /** The same of the form teachers' remarks. */
      remarks_entered: z.nullable(percent()),
    }),
  );

/** Of a subject, in a form or in all; null where the group is hidden. */
const subjectFigures = () =>
  z.nullable(
    z.strictObject({
      students: students(),
      average: z.nullable(percent()),
      marks_entered: z.nullable(percent()),
      comments_entered: z.nullable(percent()),
    }),
  );

/** What a school hands out of a term: figures without names (rule 62). */
export const figuresContent = z.lazy(() =>
  z.strictObject({
    format: z.literal(figuresFormat),
    version: z.literal(1),
    /** By the school file: `code` is its id. */
    school: z.strictObject({
      code: z.string().check(z.regex(/^[a-z][a-z0-9-]{1,15}$/)),
      name: text(120),
    }),
    /** Start year of the academic year. */
    year: z.int().check(z.gte(1950), z.lte(2100)),
    term: z.literal([1, 2, 3]),
    /** `posted`: as the reports were posted. `open`: as the marks were. */
    state: z.literal(['posted', 'open']),
    /** Of the files of this year, from 1. */
    number: z.int().check(z.gte(1)),
    made_at: z.iso.datetime({ precision: 3 }),
    /** The version of the program. */
    product: text(40),
    smallest_group: z.literal(smallestGroup),
    school_figures: levelFigures(),
    levels: z.array(z.strictObject({ level: level(), figures: levelFigures() })).check(z.maxLength(7)),
    subjects: z
      .array(
        z.strictObject({
          title: text(120),
          figures: subjectFigures(),
          levels: z.array(z.strictObject({ level: level(), figures: subjectFigures() })).check(z.maxLength(7)),
        }),
      )
      .check(z.maxLength(500)),
  }),
);

export type FiguresContent = z.output<typeof figuresContent>;
export type LevelFigures = NonNullable<FiguresContent['school_figures']>;
export type SubjectFigures = NonNullable<FiguresContent['subjects'][number]['figures']>;

/** The file: the content, its hash and its signature. */
export const figuresFile = z.lazy(() =>
  z.strictObject({
    content: figuresContent,
    /** Of the content as one line with its properties by name, in hex. */
    sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    signature: z.strictObject({
      algorithm: z.literal('Ed25519'),
      /** The school's public key, 32 bytes in base64url. */
      key: z.string().check(z.regex(/^[\w-]{43}$/)),
      /** Over the same line, 64 bytes in base64url. */
      value: z.string().check(z.regex(/^[\w-]{86}$/)),
    }),
  }),
);

export type FiguresFile = z.output<typeof figuresFile>;

/** "district-figures-demo-2025-1.json". */
export const figuresFileName = ({ school, year, term }: Pick<FiguresContent, 'school' | 'year' | 'term'>): string =>
  `district-figures-${school.code}-${year}-${term}.json`;
