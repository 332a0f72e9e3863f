import * as z from 'zod/mini';

/** One part of a term mark: its maximum, and its share of the total in percent. */
const schemePart = z.lazy(() =>
  z.strictObject({
    /** What a mark is out of. */
    max: z.int().check(z.gte(1), z.lte(1000)),
    /** Its share of the total in percent; course and exam make 100. */
    weight: z.int().check(z.gte(1), z.lte(100)),
  }),
);
type SchemePart = z.output<typeof schemePart>;

/** How a subject is marked in one form level and term. A null part is closed: it takes no marks and does not count. */
export interface Scheme {
  course: SchemePart | null;
  exam: SchemePart | null;
  /** Absent counts as a zero; else it does not count, as exempt never does (rule 43). */
  absentIsZero?: boolean | undefined;
}

/** The scheme as calls answer it. */
export const schemeSchema = z.lazy(() =>
  z.strictObject({
    course: z.nullable(schemePart),
    exam: z.nullable(schemePart),
    absentIsZero: z.optional(z.boolean()),
  }),
);

/**
 * One rule of the school file: the first rule whose levels and terms both match applies. Full marks give 100 (rule 2),
 * so the weights of its open parts make 100 %.
 */
export const schemeRuleSchema = z.lazy(() =>
  z
    .strictObject({
      /** Forms that the rule is for: 1 to 5, 6 and 7 for the sixth. */
      levels: z.array(z.int().check(z.gte(1), z.lte(7))).check(z.minLength(1)),
      /** Terms that it is for. */
      terms: z.array(z.literal([1, 2, 3])).check(z.minLength(1)),
      /** Course work; null where none counts. */
      course: z.nullable(schemePart),
      /** The exam; null where none counts. */
      exam: z.nullable(schemePart),
      /** The mark book shows, beside the percentage total, its weighted share of the term's total. */
      showsWeightedTotal: z._default(z.boolean(), false),
      /** Overrides the school file's setting whether absent counts as a zero. */
      absentIsZero: z.optional(z.boolean()),
    })
    .check(
      z.refine(({ course, exam }) => (course?.weight ?? 0) + (exam?.weight ?? 0) === 100, {
        error: 'The weights of course and exam must make 100.',
        path: ['course', 'weight'],
      }),
    ),
);
export type SchemeRule = z.output<typeof schemeRuleSchema>;

const byItself = { max: 100, weight: 100 };
const weighted = { course: { max: 30, weight: 30 }, exam: { max: 70, weight: 70 } };

/**
 * product §5 and §9: forms 1–4 term 2 and forms 5+ term 1 course only; forms 5+ term 2 exam only; otherwise 30 % and 70
 * %. The mark book of forms below 5 shows the weighted total.
 */
export const defaultSchemeRules: readonly SchemeRule[] = [
  { levels: [1, 2, 3, 4], terms: [2], course: byItself, exam: null, showsWeightedTotal: false },
  { levels: [5, 6, 7], terms: [1], course: byItself, exam: null, showsWeightedTotal: false },
  { levels: [5, 6, 7], terms: [2], course: null, exam: byItself, showsWeightedTotal: false },
  { levels: [1, 2, 3, 4], terms: [1, 3], ...weighted, showsWeightedTotal: true },
  { levels: [5, 6, 7], terms: [3], ...weighted, showsWeightedTotal: false },
];

/** The rule of a form level and term. Throws if none matches: a valid school file covers all 7 levels and 3 terms. */
function ruleFor(rules: readonly SchemeRule[], formLevel: number, term: 1 | 2 | 3): SchemeRule {
  const rule = rules.find(({ levels, terms }) => levels.includes(formLevel) && terms.includes(term));
  if (!rule) throw new RangeError(`No marking rule for form level ${formLevel}, term ${term}`);
  return rule;
}

/** The scheme of a form level and term. Throws a RangeError for one that the rules do not have. */
export function schemeFor(rules: readonly SchemeRule[], formLevel: number, term: 1 | 2 | 3): Scheme {
  const { course, exam, absentIsZero = false } = ruleFor(rules, formLevel, term);
  return { course, exam, ...(absentIsZero ? { absentIsZero } : {}) };
}

/** Whether the mark book shows, beside the percentage total, its weighted share of the term's total. */
export const showsWeightedTotal = (rules: readonly SchemeRule[], formLevel: number, term: 1 | 2 | 3): boolean =>
  ruleFor(rules, formLevel, term).showsWeightedTotal;
