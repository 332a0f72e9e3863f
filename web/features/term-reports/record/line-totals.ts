import type { Mark } from '#shared/marks/mark-words.ts';
import { computeAverage, type SubjectMarks, subjectTotal } from '#shared/marks/marks.ts';
import type { Scheme } from '#shared/marks/scheme.ts';
import type { SubjectLineRow } from '#shared/term-reports/report-rows.ts';

/** The marks of a line as the rules take them. */
export const toSubjectMarks = ({ course_work, exam_mark, exam_out_of }: SubjectLineRow): SubjectMarks => ({
  course: course_work && {
    sum: course_work.mark,
    outOf: course_work.out_of,
    absentOutOf: course_work.absent_out_of,
  },
  exam: exam_mark,
  examOutOf: exam_out_of,
});

/** A subject's total as it is on the screen, what was typed a moment ago included. */
export const computeLineTotal = (line: SubjectLineRow, scheme: Scheme): Mark | null =>
  subjectTotal(toSubjectMarks(line), scheme);

export const computeReportAverage = (lines: readonly SubjectLineRow[], scheme: Scheme) =>
  computeAverage(lines.map((line) => computeLineTotal(line, scheme)));
