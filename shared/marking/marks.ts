import type { Scheme } from './scheme.ts';

/** Sums of the mark book for one student, subject and term: marks given and what they were out of, both whole numbers. */
export interface CourseWork {
  sum: number;
  outOf: number;
}

/** A mark and the maximum it was out of. */
export interface MarkOutOf {
  mark: number;
  outOf: number;
}

/**
 * Rounds the exact ratio of two whole numbers half up. Whole numbers in and integer steps inside, so no binary fraction
 * ever decides a rounding.
 */
const halfUp = (numerator: bigint, denominator: bigint): number =>
  Number((2n * numerator + denominator) / (2n * denominator));

/** A value with at most one decimal as a whole number of tenths. */
const tenths = (value: number): number => Math.round(value * 10);

/** Percentage total of the mark book, one decimal (product §9); null while nothing is marked. */
export function percentageTotal(work: CourseWork | null): number | null {
  if (!work || work.outOf <= 0) return null;
  return halfUp(BigInt(work.sum) * 1000n, BigInt(work.outOf)) / 10;
}

/** The term's course mark: the percentage total scaled to the scheme's course maximum, one decimal (rule 3). */
export function courseMark(work: CourseWork | null, scheme: Scheme): number | null {
  const percentage = percentageTotal(work);
  if (percentage === null || !scheme.course) return null;
  return halfUp(BigInt(tenths(percentage)) * BigInt(scheme.course.max), 100n) / 10;
}

/** The share of the term's total that a percentage total makes, one decimal: 30 % of 81.8 is 24.5. */
export const weightedTotal = (percentage: number | null, { weight }: { weight: number }): number | null =>
  percentage === null ? null : halfUp(BigInt(tenths(percentage)) * BigInt(weight), 100n) / 10;

/**
 * A subject's total in percent, one decimal: Σ weight × mark / maximum (rule 2). Null as long as an open part has no
 * mark, for a blank is not a zero (rule 4).
 */
export function subjectTotal(
  marks: { course: MarkOutOf | null; exam: MarkOutOf | null },
  scheme: Scheme,
): number | null {
  const parts: { weight: number; mark: MarkOutOf }[] = [];
  for (const part of ['course', 'exam'] as const) {
    const open = scheme[part];
    if (!open) continue;
    const mark = marks[part];
    if (!mark) return null;
    parts.push({ weight: open.weight, mark });
  }
  if (parts.length === 0) return null;
  const denominator = parts.reduce((product, { mark }) => product * BigInt(mark.outOf), 1n);
  const numerator = parts.reduce(
    (sum, { weight, mark }) => sum + (BigInt(weight) * BigInt(tenths(mark.mark)) * denominator) / BigInt(mark.outOf),
    0n,
  );
  return halfUp(numerator, denominator) / 10;
}

/** The marks of a subject as calls and screens have them; null is blank. */
export interface SubjectMarks {
  /** The term's course mark, out of the scheme's course maximum (`courseMark`). */
  course: number | null;
  exam: number | null;
  /** What the exam mark was out of when it was entered; null where that is not known, or where it is being entered. */
  examOutOf: number | null;
}

/**
 * A subject's total, one decimal, for every screen and document alike. An exam mark counts out of what it was entered out of,
 * whatever the scheme's maximum has become since (rule 2).
 */
export const totalOf = ({ course, exam, examOutOf }: SubjectMarks, scheme: Scheme): number | null =>
  subjectTotal(
    {
      course: course === null || !scheme.course ? null : { mark: course, outOf: scheme.course.max },
      exam: exam === null || !scheme.exam ? null : { mark: exam, outOf: examOutOf ?? scheme.exam.max },
    },
    scheme,
  );

/** What the average of a term report rests on. */
export interface Average {
  /** 3 significant digits, half up, without the percent sign ("64.3", "100", "9.57"); null when no subject counts. */
  text: string | null;
  /** Subjects with a total, and all subjects of the report. */
  entered: number;
  of: number;
}

/** The mean of the subjects that have a total (rule 4). `totals` holds one entry a subject, as `subjectTotal` gives it. */
export function average(totals: readonly (number | null)[]): Average {
  const known = totals.filter((total) => total !== null);
  const sum = known.reduce((all, total) => all + tenths(total), 0);
  return {
    text: known.length === 0 ? null : significant3(sum, known.length * 10),
    entered: known.length,
    of: totals.length,
  };
}

/** numerator / denominator, up to 100, with 3 significant digits, half up, never as a power of ten; 0 is "0.00". */
function significant3(numerator: number, denominator: number): string {
  if (numerator === 0) return '0.00';
  const scaledBy = (decimals: number) => BigInt(numerator) * 10n ** BigInt(decimals);
  let decimals = 0;
  while (scaledBy(decimals) < 100n * BigInt(denominator)) decimals += 1;
  let digits = halfUp(scaledBy(decimals), BigInt(denominator));
  if (digits === 1000) {
    digits = 100;
    decimals -= 1;
  }
  return (digits / 10 ** decimals).toFixed(decimals);
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
