import { average, totalOf } from '#shared/marking/marks.ts';
import type { Scheme } from '#shared/marking/scheme.ts';
import type { SubjectLineRow } from '../use-class-records.ts';

/** A subject's total as it is on the screen, what was typed a moment ago included. */
export const lineTotal = ({ course_mark, exam_mark, exam_out_of }: SubjectLineRow, scheme: Scheme): number | null =>
  totalOf({ course: course_mark, exam: exam_mark, examOutOf: exam_out_of }, scheme);

export const averageOf = (lines: readonly SubjectLineRow[], scheme: Scheme) =>
  average(lines.map((line) => lineTotal(line, scheme)));
