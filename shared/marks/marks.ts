import { addFractions, type Fraction, roundHalfUp, toTenths, weightedShare } from './fraction.ts';
import { isMarkWord, type Mark } from './mark-words.ts';
import type { Scheme } from './scheme.ts';

/** Sums of the mark book for one student, subject and term, all whole numbers. Null without entries. */
export interface CourseWork {
  /** Marks given, and their maximum: 0 if all entries are absent or exempt. */
  sum: number;
  outOf: number;
  /** Maximum of the assessments in which the student was absent. */
  absentOutOf?: number | undefined;
}

/** Whether a mark is a number: neither missing (rule 4) nor a word (rule 43). */
export const isCounted = (mark: Mark | null): mark is number => mark !== null && !isMarkWord(mark);

type AbsentRule = Pick<Scheme, 'absentIsZero'>;

/**
 * A typed mark as it counts: absent is a zero if the rule says so. With `computeCourseShare` the one place that decides
 * this.
 */
export const toCountedMark = (mark: Mark | null, { absentIsZero = false }: AbsentRule): Mark | null =>
  mark === 'Abs' && absentIsZero ? 0 : mark;

/** Sum and maximum of the marks that count. */
export const countedCourseWork = (
  { sum, outOf, absentOutOf = 0 }: CourseWork,
  { absentIsZero = false }: AbsentRule,
): { sum: number; outOf: number } => ({ sum, outOf: absentIsZero ? outOf + absentOutOf : outOf });

/** The mark book's marks out of `max`, rounded once from the exact fraction (rule 2). */
function computeCourseShare(work: CourseWork | null, max: number, rule: AbsentRule): Mark | null {
  if (work === null) return null;
  const { sum, outOf } = countedCourseWork(work, rule);
  if (outOf > 0) return roundHalfUp(weightedShare(sum, outOf, max), 1);
  return (work.absentOutOf ?? 0) > 0 ? 'Abs' : 'Ex';
}

/** Percentage total of the mark book (product §9). */
export const percentageTotal = (work: CourseWork | null, rule: AbsentRule): Mark | null =>
  computeCourseShare(work, 100, rule);

/** The term's course mark: the mark book's marks out of the scheme's course maximum (rule 3). */
export const courseMark = (work: CourseWork | null, scheme: Scheme): Mark | null =>
  scheme.course && computeCourseShare(work, scheme.course.max, scheme);

/** The course mark's share of the term's total: 16.6 of 30 at 30 % is 16.6. Null where the course is closed. */
export function weightedCourseMark(work: CourseWork | null, scheme: Scheme): Mark | null {
  const mark = courseMark(work, scheme);
  if (!scheme.course || !isCounted(mark)) return mark;
  return roundHalfUp(weightedShare(mark, scheme.course.max, scheme.course.weight), 1);
}

/** The marks of a subject; null is blank. */
export interface SubjectMarks {
  /** The mark book's sums. */
  course: CourseWork | null;
  exam: Mark | null;
  /** The exam's maximum when the mark was entered; null for a mark that is being entered, or if unknown. */
  examOutOf: number | null;
}

/** An open part of a subject's total: its mark as it is shown, what that is out of, and its weight in percent. */
export interface TotalPart<M = Mark | null> {
  what: 'Course' | 'Exam';
  mark: M;
  outOf: number;
  weight: number;
}

/** The open parts of a subject. An exam mark counts out of the maximum at its entry. */
export const computeTotalParts = ({ course, exam, examOutOf }: SubjectMarks, scheme: Scheme): TotalPart[] => [
  ...(scheme.course
    ? [
        {
          what: 'Course' as const,
          mark: courseMark(course, scheme),
          outOf: scheme.course.max,
          weight: scheme.course.weight,
        },
      ]
    : []),
  ...(scheme.exam
    ? [
        {
          what: 'Exam' as const,
          mark: toCountedMark(exam, scheme),
          outOf: examOutOf ?? scheme.exam.max,
          weight: scheme.exam.weight,
        },
      ]
    : []),
];

/** The parts that count. */
export const countedParts = (parts: readonly TotalPart[]): TotalPart<number>[] =>
  parts.flatMap(({ mark, ...part }) => (isCounted(mark) ? [{ ...part, mark }] : []));

/**
 * Σ weight × mark / maximum of the parts that count, scaled so that full marks give 100; not rounded. At least one
 * part.
 */
export function sumParts(counted: readonly TotalPart<number>[]): Fraction {
  const { numerator, denominator } = addFractions(
    counted.map(({ mark, outOf, weight }) => weightedShare(mark, outOf, weight)),
  );
  return { numerator: numerator * 100, denominator: denominator * sumWeights(counted) };
}

export const sumWeights = (parts: readonly Pick<TotalPart, 'weight'>[]): number =>
  parts.reduce((sum, { weight }) => sum + weight, 0);

/**
 * A subject's total in percent, on every screen and document: Σ weight × mark / maximum of the marks as they are shown,
 * with one decimal (rule 2). Null while an open part has no mark: a blank is not a zero (rule 4). Absent and exempt
 * parts are left out, and the others are scaled so that full marks give 100; if no part counts, the total is the word
 * itself (rule 43).
 */
export function subjectTotal(marks: SubjectMarks, scheme: Scheme): Mark | null {
  const parts = computeTotalParts(marks, scheme);
  if (parts.length === 0 || parts.some(({ mark }) => mark === null)) return null;
  const counted = countedParts(parts);
  if (counted.length > 0) return roundHalfUp(sumParts(counted), 1);
  return parts.some(({ mark }) => mark === 'Abs') ? 'Abs' : 'Ex';
}

/** The average of a term report. */
export interface Average {
  /** 3 significant digits, half up, without the percent sign ("64.3", "100", "9.57"); null when no subject counts. */
  text: string | null;
  /** Subjects with a total, and all subjects that count; without absent and exempt ones. */
  entered: number;
  of: number;
}

/** The mean of the totals that subjects have, as they are shown (rules 2, 4). */
export function computeAverage(totals: readonly (Mark | null)[]): Average {
  const counting = totals.filter((total) => !isMarkWord(total));
  const known = totals.filter(isCounted);
  return {
    text: known.length === 0 ? null : significant3({ numerator: sumTenths(known), denominator: 10 * known.length }),
    entered: known.length,
    of: counting.length,
  };
}

/** The sum of marks, in tenths. */
export const sumTenths = (marks: readonly number[]): number => marks.reduce((sum, mark) => sum + toTenths(mark), 0);

/** A number up to 100 with 3 significant digits, half up, without exponent; 0 is "0.00". */
function significant3(value: Fraction): string {
  const { numerator, denominator } = value;
  if (numerator === 0) return '0.00';
  let decimals = 0;
  while (numerator * 10 ** decimals < 100 * denominator) decimals += 1;
  const rounded = roundHalfUp(value, decimals);
  // 9.996 is rounded to 10.00: one digit more before the point, so one less after it.
  return rounded * 10 ** decimals >= 1000 && decimals > 0 ? rounded.toFixed(decimals - 1) : rounded.toFixed(decimals);
}

/** A typed mark as text: "57", "18.5", "Abs". */
export const markText = (mark: Mark | null): string | null => (mark === null ? null : String(mark));

/**
 * An exam mark as documents print it: with its maximum where that is not the one of the scheme, so that totals can be
 * recomputed: "41 of 60", with a space that does not break.
 */
export const examText = (exam: Mark | null, examOutOf: number | null, { exam: part }: Scheme): string | null =>
  isCounted(exam) && part && examOutOf !== null && examOutOf !== part.max
    ? `${exam} of\u00a0${examOutOf}`
    : markText(exam);

/** What a part of the total is out of: "of 30", and its weight where that is another number: "of 100, 30 %". */
export const partText = ({ max, weight }: { max: number; weight: number }): string =>
  weight === max || weight === 100 ? `of ${max}` : `of ${max}, ${weight} %`;

/** A total or course mark as text, always with one decimal: "64.0", "Abs". */
export const totalText = (total: Mark | null): string | null =>
  total === null || isMarkWord(total) ? total : total.toFixed(1);

/** Why calls refuse an exam mark under a scheme, or null; screens clamp it (product §5). */
export function examProblem(exam: Mark | null, { exam: part }: Scheme): string | null {
  if (exam === null) return null;
  if (!part) return 'There is no exam in this form level and term.';
  return !isMarkWord(exam) && exam > part.max ? `The exam mark is out of ${part.max}.` : null;
}

/**
 * Ranks by average, highest first, in the order of `averages`. Equal averages share a rank and the next ranks are
 * skipped: 1 2 2 4. Averages are the rounded texts, so that equal figures on paper have equal ranks. Null, no average,
 * has no rank.
 */
export function computeRanks(averages: readonly (string | null)[]): (number | null)[] {
  const known = averages.filter((average) => average !== null).map(Number);
  const rankOf = new Map<number, number>();
  for (const [index, average] of known.sort((a, b) => b - a).entries()) {
    if (!rankOf.has(average)) rankOf.set(average, index + 1);
  }
  return averages.map((average) => (average === null ? null : (rankOf.get(Number(average)) ?? null)));
}
