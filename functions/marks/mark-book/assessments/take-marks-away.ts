import { markField } from '#shared/marks/mark-book/messages.ts';
import type { AssessmentItem, CourseWorkItem } from '../../records/course-work.ts';
import { bringLines, type Following, type LineChange } from './bring-lines.ts';

/**
 * Takes the marks of a deleted assessment out of the lines, and with them out of every course mark; each is kept beside it
 * for as long as the assessment is. Asks for nothing but what is stored, so doing it again carries on.
 */
export const takeMarksAway = (lines: readonly CourseWorkItem[], assessment: AssessmentItem, following: Following) =>
  bringLines({ lines, assessment, decide: withoutDeleted, following });

function withoutDeleted(line: CourseWorkItem, assessment: AssessmentItem | undefined): LineChange | undefined {
  const { number = 0, page, deletedAt, expires } = assessment ?? {};
  const { [String(number)]: mark, ...marks } = line.marks;
  if (mark === undefined || deletedAt === undefined || expires === undefined || line.page !== page) return undefined;
  return {
    marks,
    field: markField(number),
    before: mark.mark,
    after: null,
    removed: { number, mark, deletedAt, expires },
  };
}
