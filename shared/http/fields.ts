import * as z from 'zod/mini';
import { markWords } from '../marks/mark-words.ts';
import { requestWordings } from './wordings.ts';

// Each schema is lazy, here and in the contracts: zod takes a tenth of a millisecond over the making of one, and a cold
// function needs only those of the call that it answers (ADR 0011).

/** Ids are text: leading zeros live, and nothing that could steer a table key (`#`, `$`) gets in. */
export const id = z.lazy(() =>
  z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9 ._-]{0,39}$/, requestWordings.notValidId)),
);

/** Start year of an academic year; 2025 is shown 2025-2026. */
export const year = z.lazy(() => z.int().check(z.gte(1950), z.lte(2100)));
export const yearInPath = z.lazy(() =>
  z.pipe(z.pipe(z.string().check(z.regex(/^\d{4}$/, 'A year has four digits.')), z.transform(Number)), year),
);

/** Terms are 1, 2 and 3 (product §9). */
export const term = z.lazy(() => z.literal([1, 2, 3]));
export const termInPath = z.lazy(() =>
  z.pipe(
    z.string().check(z.regex(/^[123]$/, 'Terms are 1, 2 and 3.')),
    z.transform((text) => Number(text) as 1 | 2 | 3),
  ),
);

/** 1 to 7; 6 is lower sixth (6L), 7 is upper sixth (6U). */
export const formLevel = z.lazy(() => z.int().check(z.gte(1), z.lte(7)));
export const formLevelInPath = z.lazy(() =>
  z.pipe(z.string().check(z.regex(/^[1-7]$/, 'Form levels are 1 to 7.')), z.transform(Number)),
);

/** Start year followed by end year: 20232024. */
export const academicYearId = z.lazy(() =>
  z.string().check(
    z.regex(/^\d{8}$/, 'An academic year has eight digits.'),
    z.refine((text) => Number(text.slice(4)) === Number(text.slice(0, 4)) + 1, 'The end year follows the start year.'),
    z.refine((text) => text >= '19501951' && text <= '21002101', 'Not a year of this century.'),
  ),
);

/** A calendar day, yyyy-MM-dd, from the first day the date pickers offer (product §5). */
export const day = z.lazy(() =>
  z.iso.date().check(z.refine((text) => text >= '1950-01-01', 'The earliest date is 01-Jan-1950.')),
);

/**
 * Days as a query has them, `2026-01-05,2026-02-27`: the first and the last of them. A single one is a range of one day
 * (product §5).
 */
export const dayRangeInPath = z.lazy(() =>
  z.pipe(
    z.pipe(
      z
        .string()
        .check(z.regex(/^\d{4}-\d{2}-\d{2}(,\d{4}-\d{2}-\d{2})?$/, 'One or two days, such as 2026-01-05,2026-02-27.')),
      z.transform((days) => {
        const [from = '', to = from] = days.split(',');
        return { from, to };
      }),
    ),
    z
      .strictObject({ from: day, to: day })
      .check(z.refine(({ from, to }) => from <= to, requestWordings.lastBeforeFirst)),
  ),
);

/** A moment in UTC, as the audit trail has it. */
export const moment = z.lazy(() => z.iso.datetime({ precision: 3 }));

/** Letters A to E; null clears (product §2). */
export const grade = z.lazy(() => z.nullable(z.literal(['A', 'B', 'C', 'D', 'E'])));

/** Exactly: nearly 0.3 would be stored as such, and what is nearly 0 can be too small for the table's numbers. */
export const oneDecimal = z.refine<number>((value) => value === Math.round(value * 10) / 10, 'One decimal at most.');

/** One decimal at most; the maximum is the marking scheme's and is checked by the rule, not the schema. */
export const mark = z.lazy(() => z.nullable(z.number().check(z.gte(0), z.lte(1000), oneDecimal)));

/** A word instead of a mark (rule 43). */
export const markWord = z.lazy(() => z.literal([...markWords]));

/** A mark that a call takes, or absent, or exempt; null is blank. The maximum is the marking scheme's or the test's. */
export const enteredMark = z.lazy(() =>
  z.nullable(z.union([z.number().check(z.gte(0), z.lte(1000), oneDecimal), markWord])),
);
/** The same of an assessment of the mark book: whole numbers. */
export const enteredWholeMark = z.lazy(() => z.nullable(z.union([z.int().check(z.gte(0), z.lte(1000)), markWord])));

/**
 * A mark or a total as it is answered: a number, or a word where it counts for nothing, or null where it is missing.
 */
export const answeredMark = z.lazy(() => z.nullable(z.union([z.number(), markWord])));

/**
 * What the mark book has of a student's term: marks given, what they were out of, and what the assessments were out of
 * in which the student was absent. Totals are computed from it, for the course mark is rounded to be shown (rule 2);
 * null where nothing is entered or the course is closed.
 */
export const courseWork = z.lazy(() =>
  z.nullable(z.strictObject({ mark: z.int(), out_of: z.int(), absent_out_of: z.optional(z.int()) })),
);

/** Text of a remark or comment, counted in UTF-16 units as a browser counts. */
export const limitedText = (limit: number) =>
  z.nullable(z.string().check(z.maxLength(limit, requestWordings.characters(limit))));

/** Whole number 0 to 999, digits only (times absent or late, product §5). */
export const countUpTo999 = z.lazy(() => z.nullable(z.int().check(z.gte(0), z.lte(999))));

/**
 * Facts that the answer of a call has and the call after it does not store: accepted, so that a row may come back as it
 * is, and ignored.
 */
export const ignoredFacts = <const N extends readonly string[]>(...names: N) =>
  Object.fromEntries(names.map((name) => [name, z.optional(z.unknown())])) as Record<
    N[number],
    z.ZodMiniOptional<z.ZodMiniUnknown>
  >;

/**
 * An id, or a row that a call answered with it as `name` and these facts beside it. The handler receives
 * the id.
 */
export const idOrRow = <const N extends string>(
  name: N,
  facts: readonly string[],
  idOfRow: z.ZodMiniType<string, string> = id,
) =>
  z.lazy(() =>
    z.union([
      idOfRow,
      z.pipe(
        z.strictObject({ [name]: idOfRow, ...ignoredFacts(...facts) } as Record<N, z.ZodMiniType<string, string>>),
        z.transform((row) => (row as Record<N, string>)[name]),
      ),
    ]),
  );

/** An answer without content. */
export const okAnswer = () => z.strictObject({ ok: z.literal(true) });
/** A key for what a browser keeps: 256 bits in base64url. */
export const deviceKey = () => z.string().check(z.regex(/^[\w-]{43}$/));
/** The bytes of a file, as documents answer. */
export const documentBytes = () => z.custom<Uint8Array>((value) => value instanceof Uint8Array);
/** An input without fields. */
export const noInput = () => z.strictObject({});

/** Of a report (`reportTypes`) or a list (`listTypes`): its workbook. Absent: its PDF, or JSON. */
export const reportFormat = z.lazy(() => z.optional(z.literal('xlsx')));
