import type { Mark } from '#shared/marks/mark-words.ts';
import type { Scheme } from '#shared/marks/scheme.ts';

/** The counted fields of a student's subject record. */
export interface EnteredMarks {
  studentId: string;
  exam?: Mark | undefined;
  examAt?: string | undefined;
  workOutOf?: number | undefined;
  workAt?: string | undefined;
  comment?: string | undefined;
  commentAt?: string | undefined;
}

/** Attributes of a subject record that are read to count progress. */
export const countedFields = ['studentId', 'exam', 'examAt', 'workOutOf', 'workAt', 'comment', 'commentAt'] as const;

/** Counts the entered marks and comments of these students, as their mark sheet shows them. */
export function countProgress(
  studentIds: ReadonlySet<string>,
  { entered, scheme }: { entered: readonly EnteredMarks[]; scheme: Scheme },
) {
  const records = entered.filter(({ studentId }) => studentIds.has(studentId));
  const exams = records.filter(({ exam }) => scheme.exam && exam !== undefined);
  const courses = records.filter(({ workOutOf }) => scheme.course && workOutOf !== undefined);
  const comments = records.filter(({ comment }) => comment !== undefined);
  const courseStamps = courses.map(({ workAt }) => workAt);
  const stamps = [...exams.map(({ examAt }) => examAt), ...courseStamps, ...comments.map(({ commentAt }) => commentAt)];
  return {
    students: studentIds.size,
    marks: (scheme.exam ? exams : courses).length,
    has_exam: scheme.exam !== null,
    course_marks: courses.length,
    comments: comments.length,
    last: latestOf(stamps),
    course_last: latestOf(courseStamps),
  };
}

const latestOf = (stamps: readonly (string | undefined)[]): string | null =>
  stamps
    .filter((stamp) => stamp !== undefined)
    .toSorted()
    .at(-1) ?? null;
