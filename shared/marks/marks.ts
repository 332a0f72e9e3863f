import { addFractions, divideFraction, type Fraction, roundHalfUp, toFraction, weightedShare } from './fraction.ts';
import { isMarkWord, type Mark, type MarkWord } from './mark-words.ts';
import type { Scheme } from './scheme.ts';

/** Sums of the mark book for one student, subject and term, all whole numbers. Null without entries. */
export interface CourseWork {
  /** Marks given, and their maximum: 0 if all entries are absent or exempt. */
  sum: number;
  outOf: number;
  /** Maximum of the assessments in which the student was absent. */
  absentOutOf?: number | undefined;
}

/** The exact value of marks; a word if they do not count (rule 43); null if they are missing (rule 4). */
export type ExactFigure = Fraction | MarkWord | null;

/** Whether a figure is a number. */
export const isCounted = (figure: ExactFigure): figure is Fraction => figure !== null && !isMarkWord(figure);

/** A figure for display: one decimal, half up. Never computed with (rule 2). */
export const roundedMark = (figure: ExactFigure): Mark | null =>
  isMarkWord(figure) ? figure : figure && roundHalfUp(figure, 1);

type AbsentRule = Pick<Scheme, 'absentIsZero'>;

/** A mark's share of `weight`. The one place that decides how absent and exempt marks count. */
function markShare(
  mark: Mark | null,
  { outOf, weight }: { outOf: number; weight: number },
  rule: AbsentRule,
): ExactFigure {
  if (mark === null) return null;
  if (!isMarkWord(mark)) return weightedShare(mark, outOf, weight);
  return mark === 'Abs' && rule.absentIsZero ? toFraction(0) : mark;
}

/** The mark book's share of `weight`: absent and exempt do not count, unless absent is a zero. */
function workShare(work: CourseWork | null, weight: number, { absentIsZero = false }: AbsentRule): ExactFigure {
  if (work === null) return null;
  const { sum, outOf } = countedCourseWork(work, { absentIsZero });
  if (outOf > 0) return weightedShare(sum, outOf, weight);
  return (work.absentOutOf ?? 0) > 0 ? 'Abs' : 'Ex';
}

/** Sum and maximum of the marks that count. */
export const countedCourseWork = (
  { sum, outOf, absentOutOf = 0 }: CourseWork,
  { absentIsZero = false }: AbsentRule,
): { sum: number; outOf: number } => ({ sum, outOf: absentIsZero ? outOf + absentOutOf : outOf });

/** The exact value of a typed mark. */
export const exactMark = (mark: Mark | null, rule: AbsentRule): ExactFigure =>
  markShare(mark, { outOf: 1, weight: 1 }, rule);

/** Percentage total of the mark book (product §9). */
export const exactPercentage = (work: CourseWork | null, rule: AbsentRule): ExactFigure => workShare(work, 100, rule);
/** The percentage total for display. */
export const percentageTotal = (work: CourseWork | null, rule: AbsentRule): Mark | null =>
  roundedMark(exactPercentage(work, rule));

/** The term's course mark: the mark book's share of the scheme's course maximum (rule 3). */
export const exactCourseMark = (work: CourseWork | null, scheme: Scheme): ExactFigure =>
  scheme.course && workShare(work, scheme.course.max, scheme);
/** The course mark for display. */
export const courseMark = (work: CourseWork | null, scheme: Scheme): Mark | null =>
  roundedMark(exactCourseMark(work, scheme));

/** The mark book's share of the term's total: 30 % of 61 of 110 is 16.6. */
export const exactWeighted = (work: CourseWork | null, { weight }: { weight: number }, rule: AbsentRule): ExactFigure =>
  workShare(work, weight, rule);

/** The marks of a subject; null is blank. */
export interface SubjectMarks {
  /** The mark book's sums: the course mark itself is rounded. */
  course: CourseWork | null;
  exam: Mark | null;
  /** The exam's maximum when the mark was entered; null for a mark that is being entered, or if unknown. */
  examOutOf: number | null;
}

/** An open part of a subject's total: name, weight in percent, and share of that weight. */
export interface TotalPart {
  what: 'Course' | 'Exam';
  weight: number;
  share: ExactFigure;
}

/** The open parts of a subject. An exam mark counts out of the maximum at its entry. */
export const computeTotalParts = ({ course, exam, examOutOf }: SubjectMarks, scheme: Scheme): TotalPart[] => [
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
 * A subject's total in percent: Σ weight × mark / maximum, not rounded (rule 2). Null while an open part has no mark: a blank is
 * not a zero (rule 4). Absent and exempt parts are left out, and the others are scaled so that full marks give 100; if no part
 * counts, the total is the word itself (rule 43).
 */
export function exactTotal(marks: SubjectMarks, scheme: Scheme): ExactFigure {
  const parts = computeTotalParts(marks, scheme);
  if (parts.length === 0 || parts.some(({ share }) => share === null)) return null;
  const counted = parts.flatMap(({ weight, share }) => (isCounted(share) ? [{ weight, share }] : []));
  if (counted.length === 0) return parts.some(({ share }) => share === 'Abs') ? 'Abs' : 'Ex';
  const sum = addFractions(counted.map(({ share }) => share));
  const weights = counted.reduce((all, { weight }) => all + weight, 0);
  return weights === 100 ? sum : { numerator: sum.numerator * 100n, denominator: sum.denominator * BigInt(weights) };
}

/** A subject's total for display, on every screen and document. */
export const subjectTotal = (marks: SubjectMarks, scheme: Scheme): Mark | null =>
  roundedMark(exactTotal(marks, scheme));

/** The average of a term report. */
export interface Average {
  /** 3 significant digits, half up, without the percent sign ("64.3", "100", "9.57"); null when no subject counts. */
  text: string | null;
  /** Subjects with a total, and all subjects that count; without absent and exempt ones. */
  entered: number;
  of: number;
}

/** The mean of the subjects with a total (rule 4). `totals`: the exact total of each subject. */
export function computeAverage(totals: readonly ExactFigure[]): Average {
  const counting = totals.filter((total) => !isMarkWord(total));
  const known = totals.filter(isCounted);
  return {
    text: known.length === 0 ? null : significant3(divideFraction(addFractions(known), known.length)),
    entered: known.length,
    of: counting.length,
  };
}

/** A number up to 100 with 3 significant digits, half up, without exponent; 0 is "0.00". */
function significant3(value: Fraction): string {
  const { numerator, denominator } = value;
  if (numerator === 0n) return '0.00';
  let decimals = 0;
  while (numerator * 10n ** BigInt(decimals) < 100n * denominator) decimals += 1;
  const rounded = roundHalfUp(value, decimals);
  // 9.996 is rounded to 10.00: one digit more before the point, so one less after it.
  return rounded * 10 ** decimals >= 1000 && decimals > 0 ? rounded.toFixed(decimals - 1) : rounded.toFixed(decimals);
}

/** A typed mark as text: "57", "18.5", "Abs". */
export const markText = (mark: Mark | null): string | null => (mark === null ? null : String(mark));

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
 * Ranks by average, highest first, in the order of `averages`. Equal averages share a rank and the next ranks are skipped: 1 2 2 4.
 * Averages are the rounded texts, so that equal figures on paper have equal ranks. Null, no average, has no rank.
 */
export function computeRanks(averages: readonly (string | null)[]): (number | null)[] {
  const known = averages.filter((average) => average !== null).map(Number);
  const rankOf = new Map<number, number>();
  for (const [index, average] of known.sort((a, b) => b - a).entries()) {
    if (!rankOf.has(average)) rankOf.set(average, index + 1);
  }
  return averages.map((average) => (average === null ? null : (rankOf.get(Number(average)) ?? null)));
}
