import {
  addExact,
  divideExact,
  multiplyExact,
  parseExact,
  roundExact,
  toThreeDigits,
} from '../../support/samples/exact-ratio.ts';
import type { GradedPupil } from './real-grades.ts';

export type Term = 1 | 2 | 3;

/** What sheet, list and card must show, as text; null is a blank. */
export interface ExpectedMarks {
  /** One decimal always: it is worked out, not typed. */
  course: string | null;
  exam: string | null;
  /** One decimal always. */
  total: string;
  /** Three significant digits. */
  average: string;
}

/** What course and exam are out of, by the sentences of the specification (§5 "Mark limits in term reports"). */
export function specifiedMaxima(formLevel: number, term: Term): { course: number | null; exam: number | null } {
  const isCourseOnly = formLevel <= 4 ? term === 2 : term === 1;
  const isExamOnly = formLevel > 4 && term === 2;
  if (isCourseOnly) return { course: 100, exam: null };
  return isExamOnly ? { course: null, exam: 100 } : { course: 30, exam: 70 };
}

/** G3, which is out of 20, as the teacher types it: out of what the exam is out of, one decimal. */
export const typedExam = (g3: number, max: number): string =>
  roundExact(divideExact(multiplyExact(parseExact(g3), parseExact(max)), parseExact(20)), 1);

/**
 * Computed with ratios of whole numbers, by the specification alone: G1 and G2 are two assessments out of 20, which
 * make a share of the course maximum with one decimal; to it the exam is added. The average is of totals as they are
 * shown.
 */
export function expectedMarks({ formLevel, g1, g2, g3 }: GradedPupil, term: Term): ExpectedMarks {
  const max = specifiedMaxima(formLevel, term);
  const course =
    max.course === null
      ? null
      : roundExact(divideExact(multiplyExact(parseExact(g1 + g2), parseExact(max.course)), parseExact(20 + 20)), 1);
  const exam = max.exam === null ? null : typedExam(g3, max.exam);
  const parts = [course, exam].filter((part) => part !== null).map(parseExact);
  const total = roundExact(parts.reduce(addExact), 1);
  return { course, exam: asTyped(exam), total, average: toThreeDigits(parseExact(total)) };
}

/** A mark as people write it: no decimal that says nothing. */
const asTyped = (digits: string | null): string | null => digits?.replace(/\.0$/, '') ?? null;
