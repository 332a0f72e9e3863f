import * as z from 'zod/mini';
import { formLevel, id } from '../../http/fields.ts';

const words = (most: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(most));

/** Facts of student and term, each with a heading of ours or of the school's own. */
export const studentFacts = [
  'studentId',
  'class',
  'form',
  'dateOfBirth',
  'house',
  'termBegan',
  'termEnded',
  'newTermBegins',
] as const;
export type StudentFact = (typeof studentFacts)[number];

/** Columns of the subject table after that of the subject, which always is the first. */
export const subjectColumns = [
  'course',
  'exam',
  'total',
  'totalInWords',
  'classAverage',
  'highest',
  'place',
  'absent',
  'late',
  'application',
  'conduct',
  'teacher',
  'comment',
] as const;
export type SubjectColumn = (typeof subjectColumns)[number];

export const signatoryPosts = ['formTeacher', 'dean', 'principal', 'guardian'] as const;
export type SignatoryPost = (typeof signatoryPosts)[number];

const heading = () => z.optional(words(30));

/** Percent of the page's width; said of every block of a row, or of none. */
const width = () => z.optional(z.int().check(z.gte(15), z.lte(85)));

/** A picture by the SHA-256 of its bytes, in hex (`addCrest`). */
const picture = () => z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/, 'Not a picture.')));

const block = () =>
  z.discriminatedUnion('block', [
    z.strictObject({
      block: z.literal('student'),
      /** Rows of facts below the name. */
      facts: z
        .array(
          z
            .array(z.strictObject({ fact: z.literal(studentFacts), heading: heading() }))
            .check(z.minLength(1), z.maxLength(4)),
        )
        .check(z.maxLength(4)),
      width: width(),
    }),
    z.strictObject({ block: z.literal('average'), width: width() }),
    z.strictObject({ block: z.literal('attendance'), width: width() }),
    z.strictObject({ block: z.literal('conduct'), width: width() }),
    z.strictObject({
      block: z.literal('subjects'),
      columns: z
        .array(z.strictObject({ column: z.literal(subjectColumns), heading: heading() }))
        .check(z.minLength(1), z.maxLength(subjectColumns.length)),
      /** Prints the teacher in small letters below the subject's title. */
      teacherBelowTitle: z.boolean(),
      /** Ids of subjects in their order; those that no group names follow them by title. Null: all by title. */
      groups: z.nullable(
        z
          .array(
            z.strictObject({
              heading: z.nullable(words(40)),
              subjects: z.array(id).check(z.minLength(1), z.maxLength(60)),
            }),
          )
          .check(z.minLength(1), z.maxLength(20)),
      ),
    }),
    z.strictObject({ block: z.literal('legend'), width: width() }),
    z.strictObject({ block: z.literal('music'), width: width() }),
    z.strictObject({ block: z.literal('activities'), heading: heading(), width: width() }),
    z.strictObject({
      block: z.literal('remarks'),
      of: z.literal(['formTeacher', 'dean']),
      heading: heading(),
      width: width(),
    }),
    /** On which day the next term begins, as a sentence of its own. */
    z.strictObject({ block: z.literal('reopening'), width: width() }),
    z.strictObject({
      block: z.literal('signatures'),
      of: z
        .array(
          z.strictObject({
            post: z.literal(signatoryPosts),
            heading: heading(),
            /** Of the signature: on posted cards alone, above the line. */
            picture: picture(),
          }),
        )
        .check(z.minLength(1), z.maxLength(signatoryPosts.length)),
    }),
    /** The school's own words. */
    z.strictObject({ block: z.literal('words'), text: words(400), width: width() }),
  ]);
export type LayoutBlock = z.output<ReturnType<typeof block>>;
export type BlockOf<B extends LayoutBlock['block']> = Extract<LayoutBlock, { block: B }>;

const page = () =>
  z.array(z.array(block()).check(z.minLength(1), z.maxLength(4))).check(z.minLength(1), z.maxLength(30));
/** Rows of blocks that stand beside each other, from the head of a page to its foot. */
export type LayoutPage = z.output<ReturnType<typeof page>>;

/** What a layout consists of (rule 66); `cardLayoutSchema` also refuses one that contradicts itself. */
export const cardLayoutShape = () =>
  z.strictObject({
    name: words(40),
    paper: z.literal(['A4', 'Letter']),
    /** `beside`: name left, address right; `centred`: one below the other. Mark and rank sheets have it too. */
    head: z.literal(['beside', 'centred']),
    /** The school's crest in the head. */
    crest: picture(),
    /** The title of the card, beside its term: "Term report". */
    title: words(30),
    /** How grades of application, conduct and the like are printed. */
    grades: z.literal(['letters', 'words']),
    /** What a total is called in words: the first whose `from` it reaches. */
    marksInWords: z.nullable(
      z
        .array(z.strictObject({ from: z.int().check(z.gte(0), z.lte(100)), words: words(30) }))
        .check(z.minLength(2), z.maxLength(12)),
    ),
    front: page(),
    /** Null for a card of one page. */
    back: z.nullable(page()),
  });
export type CardLayout = z.output<ReturnType<typeof cardLayoutShape>>;

/** The pictures that a layout names: the crest, and signatures. Pure. */
export const picturesOf = ({ crest, front, back }: CardLayout): string[] =>
  [
    crest,
    ...[...front, ...(back ?? [])]
      .flat()
      .flatMap((one) => (one.block === 'signatures' ? one.of.map(({ picture: signature }) => signature) : [])),
  ].filter((hash) => hash !== undefined);

/** The same words without a picture. Pure. */
export function withoutPictures({ crest: _crest, ...layout }: CardLayout): CardLayout {
  const unsigned = (rows: LayoutPage): LayoutPage =>
    rows.map((row) =>
      row.map((one) =>
        one.block === 'signatures' ? { ...one, of: one.of.map(({ picture: _signature, ...who }) => who) } : one,
      ),
    );
  return { ...layout, front: unsigned(layout.front), back: layout.back && unsigned(layout.back) };
}

/** A rule of the school file: the layout of cards of these form levels and terms. The first that matches applies. */
export const layoutRuleSchema = () =>
  z.strictObject({
    /** Forms whose cards have the layout. */
    levels: z.array(formLevel).check(z.minLength(1)),
    /** Terms in which they have it. */
    terms: z.array(z.literal([1, 2, 3])).check(z.minLength(1)),
    /** The name of a layout. */
    layout: words(40),
  });
export type LayoutRule = z.output<ReturnType<typeof layoutRuleSchema>>;
