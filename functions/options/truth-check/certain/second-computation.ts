/**
 * The figures of a report card, computed a second time (rule 63). This module imports nothing: it shares the stored
 * records and the school file with the first computation, and no line of code. It counts in whole numbers of any size,
 * and its rules are written from the rules of the product (2, 4, 43), not from `#shared/marks`.
 */

/** A stored subject record, as far as figures are made of it. */
export interface StoredMarks {
  subjectId: string;
  exam?: number | 'Abs' | 'Ex' | undefined;
  examOutOf?: number | undefined;
  workSum?: number | undefined;
  workOutOf?: number | undefined;
  workAbsentOutOf?: number | undefined;
}

/** A stored term report, as far as figures are made of it. */
export interface StoredReport {
  formLevel: number;
  term: number;
  subjectIds?: readonly string[] | undefined;
}

interface StoredPart {
  max: number;
  weight: number;
}

/** A rule of marking, as the school file has it. */
export interface StoredRule {
  levels: readonly number[];
  terms: readonly number[];
  course: StoredPart | null;
  exam: StoredPart | null;
  absentIsZero?: boolean | undefined;
}

/** Figures as they are printed; null where nothing is. */
export interface SubjectFigures {
  subjectId: string;
  course: string | null;
  exam: string | null;
  total: string | null;
}

export interface ComputedFigures {
  /** What each part is out of; null where it is closed. */
  maxima: { course: number | null; exam: number | null };
  subjects: SubjectFigures[];
  /** Without the percent sign; null where no subject has a total. */
  average: string | null;
  /** Subjects with a total, and subjects that count. */
  entered: number;
  of: number;
}

/** A quotient of whole numbers; `below` is above 0. */
type Ratio = readonly [above: bigint, below: bigint];

/** A part of a total: a quotient of full marks, with its weight; null for a blank, a word where nothing counts. */
type Part = { share: Ratio; weight: bigint } | 'Abs' | 'Ex' | null;

/** A decimal number of the records, read from its digits. */
function exactly(value: number): Ratio {
  const [whole = '0', decimals = ''] = String(value).split('.');
  return [BigInt(whole + decimals), 10n ** BigInt(decimals.length)];
}

/** Digits with so many decimals, half up. */
function digits([above, below]: Ratio, decimals: number): string {
  const scale = 10n ** BigInt(decimals);
  const whole = (above * scale) / below;
  const rest = above * scale - whole * below;
  const text = (rest * 2n >= below ? whole + 1n : whole).toString().padStart(decimals + 1, '0');
  return decimals === 0 ? text : `${text.slice(0, -decimals)}.${text.slice(-decimals)}`;
}

const ratioOfDigits = (text: string): Ratio => {
  const [whole = '0', decimals = ''] = text.split('.');
  return [BigInt(whole + decimals), 10n ** BigInt(decimals.length)];
};

const isMore = (one: string, other: string): boolean => {
  const [a, b] = [ratioOfDigits(one), ratioOfDigits(other)];
  return a[0] * b[1] > b[0] * a[1];
};

/** The course mark: the mark book's marks out of the rule's maximum, rounded once. */
function courseOf(marks: StoredMarks, part: StoredPart, isZero: boolean): string | null {
  const { workSum, workOutOf, workAbsentOutOf = 0 } = marks;
  if (workSum === undefined || workOutOf === undefined) return null;
  const outOf = BigInt(workOutOf) + (isZero ? BigInt(workAbsentOutOf) : 0n);
  if (outOf > 0n) return digits([BigInt(workSum) * BigInt(part.max), outOf], 1);
  return workAbsentOutOf > 0 ? 'Abs' : 'Ex';
}

function partOf(mark: string | null, outOf: number, { weight }: StoredPart, isZero: boolean): Part {
  if (mark === null) return null;
  if (mark === 'Ex' || (mark === 'Abs' && !isZero)) return mark;
  const [above, below] = mark === 'Abs' ? ([0n, 1n] as const) : exactly(Number(mark));
  return { share: [above, below * BigInt(outOf)], weight: BigInt(weight) };
}

/** Blank where a part is blank; a word where no part counts; else what the counting parts give, full marks are 100. */
function totalOf(parts: readonly Part[]): string | null {
  if (parts.length === 0 || parts.includes(null)) return null;
  let above = 0n;
  let below = 1n;
  let weights = 0n;
  for (const part of parts) {
    if (part === null || typeof part === 'string') continue;
    above = above * part.share[1] + part.weight * part.share[0] * below;
    below *= part.share[1];
    weights += part.weight;
  }
  if (weights > 0n) return digits([above * 100n, below * weights], 1);
  return parts.includes('Abs') ? 'Abs' : 'Ex';
}

function examText(exam: StoredMarks['exam'], examOutOf: number | undefined, part: StoredPart): string | null {
  if (exam === undefined) return null;
  const isOutOfAnother = typeof exam === 'number' && examOutOf !== undefined && examOutOf !== part.max;
  return isOutOfAnother ? `${exam} of\u00a0${examOutOf}` : String(exam);
}

function figuresOf(marks: StoredMarks, { course, exam, absentIsZero = false }: StoredRule): SubjectFigures {
  const courseMark = course ? courseOf(marks, course, absentIsZero) : null;
  const parts: Part[] = [];
  if (course) parts.push(partOf(courseMark, course.max, course, absentIsZero));
  if (exam) {
    const mark = marks.exam === undefined ? null : String(marks.exam);
    parts.push(partOf(mark, marks.examOutOf ?? exam.max, exam, absentIsZero));
  }
  return {
    subjectId: marks.subjectId,
    course: courseMark,
    exam: exam ? examText(marks.exam, marks.examOutOf, exam) : null,
    total: totalOf(parts),
  };
}

/** Three digits that say something, half up: 9.57, 64.3, 100. */
function threeDigits([above, below]: Ratio): string {
  if (above === 0n) return '0.00';
  let decimals = 0;
  while (above * 10n ** BigInt(decimals) < 100n * below) decimals += 1;
  const text = digits([above, below], decimals);
  // 9.996 is 10.00 with two decimals: one digit too many.
  const hasFour = text.replace('.', '').replace(/^0+/, '').length > 3;
  return hasFour ? digits([above, below], decimals - 1) : text;
}

/** The mean of totals, as it is printed; null without any. */
function meanOf(totals: readonly string[]): string | null {
  const tenths = totals.map(ratioOfDigits).reduce((sum, [above, below]) => sum + (above * 10n) / below, 0n);
  return totals.length === 0 ? null : threeDigits([tenths, 10n * BigInt(totals.length)]);
}

/**
 * Computes every figure of a card from its stored records; undefined where the school file has no rule for its form
 * level and term.
 */
export function computeAgain(
  report: StoredReport,
  records: readonly StoredMarks[],
  rules: readonly StoredRule[],
): ComputedFigures | undefined {
  const rule = rules.find(({ levels, terms }) => levels.includes(report.formLevel) && terms.includes(report.term));
  if (!rule) return undefined;
  const byId = new Map<string, StoredMarks>();
  for (const subjectId of report.subjectIds ?? []) byId.set(subjectId, { subjectId });
  for (const record of records) byId.set(record.subjectId, record);
  const subjects = [...byId.values()].map((marks) => figuresOf(marks, rule));
  const counting = subjects.filter(({ total }) => total !== 'Abs' && total !== 'Ex');
  const known = counting.flatMap(({ total }) => total ?? []);
  return {
    maxima: { course: rule.course?.max ?? null, exam: rule.exam?.max ?? null },
    subjects,
    average: meanOf(known),
    entered: known.length,
    of: counting.length,
  };
}

/**
 * Places by figures as they are printed, the highest first: one and the number of those who have more. Null without a
 * figure. By the keys of `figures`.
 */
export function placesAgain(figures: ReadonlyMap<string, string | null>): Map<string, number | null> {
  const known = [...figures.values()].flatMap((figure) => figure ?? []);
  return new Map(
    [...figures].map(([id, own]) => [id, own === null ? null : 1 + known.filter((other) => isMore(other, own)).length]),
  );
}

/** How a subject went in a class, as it is printed. */
export interface SubjectOfClass {
  average: string | null;
  highest: string | null;
  /** By student. */
  places: Map<string, number | null>;
}

/** @param totals of those who count, by student; a word counts as nothing */
export function computeSubjectOfClass(totals: ReadonlyMap<string, string | null>): SubjectOfClass {
  const figures = new Map([...totals].map(([id, total]) => [id, total === 'Abs' || total === 'Ex' ? null : total]));
  const known = [...figures.values()].flatMap((figure) => figure ?? []);
  const [first, ...others] = known;
  return {
    average: meanOf(known),
    highest: first === undefined ? null : others.reduce((most, one) => (isMore(one, most) ? one : most), first),
    places: placesAgain(figures),
  };
}

/** What a total is called: the words of the highest step that it reaches; a word stays. */
export function wordsAgain(total: string | null, steps: readonly { from: number; words: string }[]): string | null {
  if (total === null || total === 'Abs' || total === 'Ex') return total;
  let found: { from: number; words: string } | undefined;
  for (const step of steps) {
    const isReached = !isMore(String(step.from), total);
    if (isReached && (!found || step.from > found.from)) found = step;
  }
  return found?.words ?? total;
}
