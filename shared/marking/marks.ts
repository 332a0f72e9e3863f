import { dividedBy, type Exact, exactOf, halfUp, sumOf, weightedShare } from './exact.ts';
import type { Scheme } from './scheme.ts';

/** Sums of the mark book for one student, subject and term: marks given and what they were out of, both whole numbers. */
export interface CourseWork {
  sum: number;
  outOf: number;
}

/** The marks' share of `weight`, exactly; null while nothing is marked. */
const workShare = (work: CourseWork | null, weight: number): Exact | null =>
  work && work.outOf > 0 ? weightedShare(work.sum, work.outOf, weight) : null;

/** As it is shown: one decimal, half up. Nothing is computed from it (rule 2). */
export const shownOf = (exact: Exact | null): number | null => exact && halfUp(exact, 1);

/** A typed mark, to be computed with. */
export const exactMark = (mark: number | null): Exact | null => (mark === null ? null : exactOf(mark));

/** Percentage total of the mark book (product §9); null while nothing is marked. */
export const exactPercentage = (work: CourseWork | null): Exact | null => workShare(work, 100);
/** The percentage total as it is shown: one decimal. */
export const percentageTotal = (work: CourseWork | null): number | null => shownOf(exactPercentage(work));

/** The term's course mark: the mark book's share of the scheme's course maximum (rule 3). */
export const exactCourseMark = (work: CourseWork | null, { course }: Scheme): Exact | null =>
  course && workShare(work, course.max);
/** The course mark as it is shown: one decimal. */
export const courseMark = (work: CourseWork | null, scheme: Scheme): number | null =>
  shownOf(exactCourseMark(work, scheme));

/** The share of the term's total that the mark book makes, as it is shown: 30 % of 61 of 110 is 16.6. */
export const weightedTotal = (work: CourseWork | null, { weight }: { weight: number }): number | null =>
  shownOf(workShare(work, weight));

/** The marks of a subject as calls and screens have them; null is blank. */
export interface SubjectMarks {
  /** The mark book's sums, which the course mark is made of: that itself is rounded to be shown. */
  course: CourseWork | null;
  exam: number | null;
  /** What the exam mark was out of when it was entered; null where that is not known, or where it is being entered. */
  examOutOf: number | null;
}

/**
 * A subject's total in percent: Σ weight × mark / maximum, not rounded (rule 2). An exam mark counts out of what it was entered out
 * of, whatever the scheme's maximum has become since. Null as long as an open part has no mark, for a blank is not a zero (rule 4).
 */
export function exactTotal({ course, exam, examOutOf }: SubjectMarks, scheme: Scheme): Exact | null {
  const parts = [
    ...(scheme.course ? [workShare(course, scheme.course.weight)] : []),
    ...(scheme.exam
      ? [exam === null ? null : weightedShare(exam, examOutOf ?? scheme.exam.max, scheme.exam.weight)]
      : []),
  ];
  const known = parts.filter((part) => part !== null);
  return parts.length === 0 || known.length < parts.length ? null : sumOf(known);
}

/** A subject's total as it is shown, one decimal, on every screen and document alike. */
export const totalOf = (marks: SubjectMarks, scheme: Scheme): number | null => shownOf(exactTotal(marks, scheme));

/** What the average of a term report rests on. */
export interface Average {
  /** 3 significant digits, half up, without the percent sign ("64.3", "100", "9.57"); null when no subject counts. */
  text: string | null;
  /** Subjects with a total, and all subjects of the report. */
  entered: number;
  of: number;
}

/** The mean of the subjects that have a total (rule 4). `totals` holds one entry a subject, as `exactTotal` gives it. */
export function average(totals: readonly (Exact | null)[]): Average {
  const known = totals.filter((total) => total !== null);
  return {
    text: known.length === 0 ? null : significant3(dividedBy(sumOf(known), known.length)),
    entered: known.length,
    of: totals.length,
  };
}

/** A number up to 100 with 3 significant digits, half up, never as a power of ten; 0 is "0.00". */
function significant3(value: Exact): string {
  const { over, under } = value;
  if (over === 0n) return '0.00';
  let decimals = 0;
  while (over * 10n ** BigInt(decimals) < 100n * under) decimals += 1;
  const rounded = halfUp(value, decimals);
  // 9.996 has become 10.00: a digit more before the point, so one less behind it.
  return rounded * 10 ** decimals >= 1000 && decimals > 0 ? rounded.toFixed(decimals - 1) : rounded.toFixed(decimals);
}

/** A typed mark as people read it: "57", "18.5". */
export const markText = (mark: number | null): string | null => (mark === null ? null : String(mark));

/** A total or a course mark as people read it, always one decimal: "64.0". */
export const totalText = (total: number | null): string | null => (total === null ? null : total.toFixed(1));

/** What is wrong with an exam mark under a scheme, or null: what screens clamp, calls refuse (product §5). */
export function examProblem(exam: number | null, { exam: part }: Scheme): string | null {
  if (exam === null) return null;
  if (!part) return 'There is no exam in this form level and term.';
  return exam > part.max ? `The exam mark is out of ${part.max}.` : null;
}
