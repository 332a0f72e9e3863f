import { roundHalfUp } from '#shared/marks/fraction.ts';

/** From so many students on an average has a decimal. */
const manyStudents = 100;
/** From so many on, completeness has whole percent. */
const manyThings = 1000;

/**
 * The mean of figures in percent, half up, as exactly as two files of a term may have it: from an average of whole
 * percent before and after a student came, that student's mark is known to no closer than twenty points; a hundred
 * students and more can have a decimal for the same. Null without figures.
 * @param figures with two decimals at most
 */
export function computeMean(figures: readonly number[]): number | null {
  if (figures.length === 0) return null;
  const numerator = figures.reduce((sum, figure) => sum + Math.round(figure * 100), 0);
  return roundHalfUp({ numerator, denominator: 100 * figures.length }, decimalsOf(figures.length));
}

const decimalsOf = (students: number): number => (students < manyStudents ? 0 : 1);

/** A share in percent, half up, of so many students; null of nothing. */
export const computeShare = ({ part, of }: { part: number; of: number }, students: number): number | null =>
  of === 0 ? null : roundHalfUp({ numerator: 100 * part, denominator: of }, decimalsOf(students));

/**
 * How much is entered, in percent: full tens, so that it does not tell how few are missing; of a thousand and more
 * whole percent. 100 says that nothing is missing. Null where nothing is due.
 */
export function computeCompleteness({ entered, due }: { entered: number; due: number }): number | null {
  if (due === 0) return null;
  const step = due < manyThings ? 10 : 1;
  return step * Math.floor((100 * entered) / due / step);
}
