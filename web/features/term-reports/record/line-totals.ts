import { average, subjectTotal } from '#shared/marking/marks.ts';
import type { Scheme } from '#shared/marking/scheme.ts';
import type { SubjectLineRow } from '../use-class-records.ts';

/** A subject's total as it stands on the screen, what was typed a moment ago included. */
export function totalOf(line: SubjectLineRow, scheme: Scheme): number | null {
  const { course_mark: course, exam_mark: exam, exam_out_of: outOf } = line;
  return subjectTotal(
    {
      course: course === null || !scheme.course ? null : { mark: course, outOf: scheme.course.max },
      exam: exam === null || !scheme.exam ? null : { mark: exam, outOf: outOf ?? scheme.exam.max },
    },
    scheme,
  );
}

export const averageOf = (lines: readonly SubjectLineRow[], scheme: Scheme) =>
  average(lines.map((line) => totalOf(line, scheme)));
