import { addFractions, divideFraction, type Fraction, roundHalfUp, toFraction, weightedShare } from './fraction.ts';
import { isMarkWord, type Mark, type MarkWord } from './mark-words.ts';
import type { Scheme } from './scheme.ts';

/** Sums of the mark book for one student, subject and term, all whole numbers. Without any entry there are none: null. */
export interface CourseWork {
  /** Marks given, and what they were out of: 0 where all that is entered is absent or exempt. */
  sum: number;
  outOf: number;
  /** What the assessments were out of in which the student was absent. */
  absentOutOf?: number | undefined;
}

/** What a mark or a sum of them comes to, exactly; a word where it counts for nothing (rule 43); null where it is missing (rule 4). */
export type Figure = Fraction | MarkWord | null;

/** Whether a figure is one to be computed with. */
export const isCounted = (figure: Figure): figure is Fraction => figure !== null && !isMarkWord(figure);

/** A figure as it is shown: one decimal, half up. Nothing is computed from it (rule 2). */
export const roundedMark = (figure: Figure): Mark | null =>
  isMarkWord(figure) ? figure : figure && roundHalfUp(figure, 1);

type AbsentRule = Pick<Scheme, 'absentIsZero'>;

/** The share of `weight` that a mark is; nothing else decides what absent and exempt count for. */
function markShare(mark: Mark | null, { outOf, weight }: { outOf: number; weight: number }, rule: AbsentRule): Figure {
  if (mark === null) return null;
  if (!isMarkWord(mark)) return weightedShare(mark, outOf, weight);
  return mark === 'Abs' && rule.absentIsZero ? toFraction(0) : mark;
}

/** The same of the mark book: of what is absent and exempt nothing counts, unless absent is a zero. */
function workShare(work: CourseWork | null, weight: number, { absentIsZero = false }: AbsentRule): Figure {
  if (work === null) return null;
  const { sum, outOf } = countedWork(work, { absentIsZero });
  if (outOf > 0) return weightedShare(sum, outOf, weight);
  return (work.absentOutOf ?? 0) > 0 ? 'Abs' : 'Ex';
}

/** The marks that count, and what they are out of. */
export const countedWork = (
  { sum, outOf, absentOutOf = 0 }: CourseWork,
  { absentIsZero = false }: AbsentRule,
): { sum: number; outOf: number } => ({ sum, outOf: absentIsZero ? outOf + absentOutOf : outOf });

/** A typed mark, to be computed with. */
export const exactMark = (mark: Mark | null, rule: AbsentRule): Figure =>
  markShare(mark, { outOf: 1, weight: 1 }, rule);

/** Percentage total of the mark book (product §9). */
export const exactPercentage = (work: CourseWork | null, rule: AbsentRule): Figure => workShare(work, 100, rule);
/** The percentage total as it is shown: one decimal. */
export const percentageTotal = (work: CourseWork | null, rule: AbsentRule): Mark | null =>
  roundedMark(exactPercentage(work, rule));

/** The term's course mark: the mark book's share of the scheme's course maximum (rule 3). */
export const exactCourseMark = (work: CourseWork | null, scheme: Scheme): Figure =>
  scheme.course && workShare(work, scheme.course.max, scheme);
/** The course mark as it is shown: one decimal. */
export const courseMark = (work: CourseWork | null, scheme: Scheme): Mark | null =>
  roundedMark(exactCourseMark(work, scheme));

/** The share of the term's total that the mark book makes: 30 % of 61 of 110 is 16.6. */
export const exactWeighted = (work: CourseWork | null, { weight }: { weight: number }, rule: AbsentRule): Figure =>
  workShare(work, weight, rule);

/** The marks of a subject as calls and screens have them; null is blank. */
export interface SubjectMarks {
  /** The mark book's sums, which the course mark is made of: that itself is rounded to be shown. */
  course: CourseWork | null;
  exam: Mark | null;
  /** What the exam mark was out of when it was entered; null where that is not known, or where it is being entered. */
  examOutOf: number | null;
}

/** One open part of a subject's total: its name, its weight in percent, and the share of that. */
export interface TotalPart {
  what: 'Course' | 'Exam';
  weight: number;
  share: Figure;
}

/** The open parts of a subject. An exam mark counts out of what it was entered out of, whatever the maximum has become since. */
export const partsOf = ({ course, exam, examOutOf }: SubjectMarks, scheme: Scheme): TotalPart[] => [
  ...(scheme.course
    ? [
        {
          what: 'Course' as const,
          weight: scheme.course.weight,
          share: workShare(course, scheme.course.weight, scheme),
        },
      ]
    : []),
  ...(scheme.exam
    ? [
        {
          what: 'Exam' as const,
          weight: scheme.exam.weight,
          share: markShare(exam, { outOf: examOutOf ?? scheme.exam.max, weight: scheme.exam.weight }, scheme),
        },
      ]
    : []),
];

/**
 * A subject's total in percent: Σ weight × mark / maximum, not rounded (rule 2). Null as long as an open part has no mark, for a blank
 * is not a zero (rule 4). A part that is absent or exempt is left out, and the others make up the whole, so that full marks are 100
 * whatever counts; where nothing counts, the total is that word itself (rule 43).
 */
export function exactTotal(marks: SubjectMarks, scheme: Scheme): Figure {
  const parts = partsOf(marks, scheme);
  if (parts.length === 0 || parts.some(({ share }) => share === null)) return null;
  const counted = parts.flatMap(({ weight, share }) => (isCounted(share) ? [{ weight, share }] : []));
  if (counted.length === 0) return parts.some(({ share }) => share === 'Abs') ? 'Abs' : 'Ex';
  const sum = addFractions(counted.map(({ share }) => share));
  const weights = counted.reduce((all, { weight }) => all + weight, 0);
  return weights === 100 ? sum : { numerator: sum.numerator * 100n, denominator: sum.denominator * BigInt(weights) };
}

/** A subject's total as it is shown, one decimal, on every screen and document alike. */
export const totalOf = (marks: SubjectMarks, scheme: Scheme): Mark | null => roundedMark(exactTotal(marks, scheme));

/** What the average of a term report rests on. */
export interface Average {
  /** 3 significant digits, half up, without the percent sign ("64.3", "100", "9.57"); null when no subject counts. */
  text: string | null;
  /** Subjects with a total, and all subjects that count: one that is absent or exempt is in neither. */
  entered: number;
  of: number;
}

/** The mean of the subjects that have a total (rule 4). `totals` holds one entry a subject, as `exactTotal` gives it. */
export function average(totals: readonly Figure[]): Average {
  const counting = totals.filter((total) => !isMarkWord(total));
  const known = totals.filter(isCounted);
  return {
    text: known.length === 0 ? null : significant3(divideFraction(addFractions(known), known.length)),
    entered: known.length,
    of: counting.length,
  };
}

/** A number up to 100 with 3 significant digits, half up, never as a power of ten; 0 is "0.00". */
function significant3(value: Fraction): string {
  const { numerator, denominator } = value;
  if (numerator === 0n) return '0.00';
  let decimals = 0;
  while (numerator * 10n ** BigInt(decimals) < 100n * denominator) decimals += 1;
  const rounded = roundHalfUp(value, decimals);
  // 9.996 has become 10.00: a digit more before the point, so one less behind it.
  return rounded * 10 ** decimals >= 1000 && decimals > 0 ? rounded.toFixed(decimals - 1) : rounded.toFixed(decimals);
}

/** A typed mark as people read it: "57", "18.5", "Abs". */
export const markText = (mark: Mark | null): string | null => (mark === null ? null : String(mark));

/** A total or a course mark as people read it, always one decimal: "64.0"; or the word in its place. */
export const totalText = (total: Mark | null): string | null =>
  total === null || isMarkWord(total) ? total : total.toFixed(1);

/** What is wrong with an exam mark under a scheme, or null: what screens clamp, calls refuse (product §5). */
export function examProblem(exam: Mark | null, { exam: part }: Scheme): string | null {
  if (exam === null) return null;
  if (!part) return 'There is no exam in this form level and term.';
  return !isMarkWord(exam) && exam > part.max ? `The exam mark is out of ${part.max}.` : null;
}

/**
 * Ranks by average, highest first: equal averages share a rank and the ranks they take up are skipped, as 1 2 2 4. Averages
 * as `average` writes them, so that two students whose paper shows the same figure never have different places; null,
 * for no average, has no rank. One entry an average, in the same order.
 */
export function ranks(averages: readonly (string | null)[]): (number | null)[] {
  const known = averages.filter((average) => average !== null).map(Number);
  const rankOf = new Map<number, number>();
  for (const [index, average] of known.sort((a, b) => b - a).entries()) {
    if (!rankOf.has(average)) rankOf.set(average, index + 1);
  }
  return averages.map((average) => (average === null ? null : (rankOf.get(Number(average)) ?? null)));
}
