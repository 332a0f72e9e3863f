import type { LessonProgress, Progress } from '#shared/marks/mark-sheet/progress-calls.ts';
import { displayDate } from '#shared/school/display-date.ts';

/** The marks that a screen counts: those of the mark sheet, with its comments, or those of the mark book. */
export type CountedMarks = 'marks' | 'course marks';

/** Entered marks of the counted kind. */
const enteredOf = (progress: Progress, counted: CountedMarks): number =>
  counted === 'marks' ? progress.marks : progress.course_marks;

/** When a mark of that kind, or a comment of the mark sheet, was entered last. */
export const lastEntryTime = (progress: Progress, counted: CountedMarks): string | null =>
  counted === 'marks' ? progress.last : progress.course_last;

/** No mark is missing; true without students. */
export const isProgressComplete = (progress: Progress, counted: CountedMarks): boolean =>
  enteredOf(progress, counted) >= progress.students;

/** "34 of 35 marks, 20 comments". */
export function progressText(progress: Progress, counted: CountedMarks): string {
  const kind = counted === 'marks' && progress.has_exam ? 'marks' : 'course marks';
  const marks = `${enteredOf(progress, counted)} of ${progress.students} ${kind}`;
  if (counted === 'course marks') return marks;
  return `${marks}, ${progress.comments} ${progress.comments === 1 ? 'comment' : 'comments'}`;
}

/** Progress of several lessons or subjects together. */
export const sumProgress = (all: readonly Progress[]): Progress => {
  const latest = (of: (one: Progress) => string | null) =>
    all.reduce<string | null>((last, one) => ((of(one) ?? '') > (last ?? '') ? of(one) : last), null);
  const sum = (count: (one: Progress) => number) => all.reduce((total, one) => total + count(one), 0);
  return {
    students: sum(({ students }) => students),
    marks: sum(({ marks }) => marks),
    has_exam: all.some(({ has_exam }) => has_exam),
    course_marks: sum(({ course_marks }) => course_marks),
    comments: sum(({ comments }) => comments),
    last: latest(({ last }) => last),
    course_last: latest(({ course_last }) => course_last),
  };
};

/** "Marks are due by 12-Dec-2025": the last day of the term. */
export const dueText = (due: string): string => `Marks are due by ${displayDate(due)}, the last day of the term.`;

/**
 * The lesson to continue with: of the incomplete ones the last that was edited, or the first where none has a mark.
 * Undefined where all are complete.
 */
export function findLessonToContinue(
  lessons: readonly LessonProgress[],
  counted: CountedMarks,
): LessonProgress | undefined {
  const open = lessons.filter((lesson) => !isProgressComplete(lesson, counted));
  const at = (lesson: LessonProgress) => lastEntryTime(lesson, counted);
  const begun = open.filter((lesson) => at(lesson) !== null);
  return begun.toSorted((a, b) => (at(b) ?? '').localeCompare(at(a) ?? '')).at(0) ?? open[0];
}
