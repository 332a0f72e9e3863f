import { markFieldName } from '#shared/marks/field-names.ts';
import { isMarkWord } from '#shared/marks/mark-words.ts';
import { inParallel } from '../../../platform/in-parallel.ts';
import { isRefused } from '../../../platform/table/acts/carry-out-act.ts';
import type { Authorship } from '../../../platform/table/audit.ts';
import { retryRefused } from '../../../platform/table/retry-refused.ts';
import { readItems } from '../../../platform/table/table.ts';
import { formLevelOfClass } from '../../../school/records/school.ts';
import {
  type AssessmentItem,
  assessmentKey,
  type CourseWorkItem,
  courseWorkKey,
  readMarkBookPage,
  type WorkMark,
  writeStudentCourseWork,
} from '../../records/course-work.ts';

/** An assessment whose lines are changed, and who changes them. */
export interface AssessmentChangeContext {
  page: string;
  number: number;
  formLevel: number;
  by: Authorship;
}

/** The change of one line. */
export interface LineChange {
  marks: CourseWorkItem['marks'];
  field: string;
  before: unknown;
  after: unknown;
  removed?: { number: number; mark: WorkMark; deletedAt: string; expires: number };
}
/** The change that a line needs; undefined if none. */
type Decide = (line: CourseWorkItem, assessment: AssessmentItem | undefined) => LineChange | undefined;

const concurrency = 20;

/**
 * Updates lines to match the stored assessment. A line that changed meanwhile is read again with its assessment, and
 * decided again. Safe to repeat: a second call resumes where the first one stopped.
 */
export async function changeLines({
  lines,
  assessment,
  decide,
  context,
}: {
  lines: readonly CourseWorkItem[];
  /** As it is stored. */
  assessment: AssessmentItem | undefined;
  decide: Decide;
  context: AssessmentChangeContext;
}): Promise<void> {
  const wanted = lines.filter((line) => decide(line, assessment));
  await inParallel(wanted, { atOnce: concurrency, does: (line) => changeLine({ line, assessment }, decide, context) });
}

interface Stored {
  line: CourseWorkItem | undefined;
  assessment: AssessmentItem | undefined;
}

function changeLine(
  first: Stored & { line: CourseWorkItem },
  decide: Decide,
  context: AssessmentChangeContext,
): Promise<void> {
  const { studentId, year, term, subjectId } = first.line;
  const key = { studentId, year, term, subjectId };
  const { page, number, formLevel, by } = context;
  return retryRefused<Stored, void>({
    first,
    read: async () =>
      (await readItems({ line: courseWorkKey(key), assessment: assessmentKey(page, number) })) as Stored,
    attempt: async ({ line, assessment }) => {
      // On another page the number names another assessment: the student has changed class.
      const change = line?.page === page ? decide(line, assessment) : undefined;
      if (!line || !change) return;
      const { marks, removed, ...audited } = change;
      // A line may still be on its page when the student has gone to another form (ADR 0022).
      const placement = { classId: line.classId, formLevel: formLevelOfClass(line.classId) ?? formLevel, checks: [] };
      const read = { key, page, placement, before: line };
      const outcome = await writeStudentCourseWork(read, { marks, changes: [audited], removed }, by);
      return isRefused(outcome) ? outcome : undefined;
    },
    what: 'these marks',
  });
}

/**
 * Removes the marks of a deleted assessment from the lines, and so from every course mark. Each mark is kept as long as
 * the assessment is. Safe to repeat.
 */
export const removeMarksFromLines = (
  lines: readonly CourseWorkItem[],
  assessment: AssessmentItem,
  context: AssessmentChangeContext,
) => changeLines({ lines, assessment, decide: withoutDeleted, context });

function withoutDeleted(line: CourseWorkItem, assessment: AssessmentItem | undefined): LineChange | undefined {
  const { number = 0, page, deletedAt, expires } = assessment ?? {};
  const { [String(number)]: mark, ...marks } = line.marks;
  if (mark === undefined || deletedAt === undefined || expires === undefined || line.page !== page) return undefined;
  return {
    marks,
    field: markFieldName(number),
    before: mark.mark,
    after: null,
    removed: { number, mark, deletedAt, expires },
  };
}

/**
 * Puts every mark of an assessment, and every course mark, on the stored total. Reads only what is stored, so that a
 * repeated call resumes after a crash or a conflicting save. Returns the stored assessment.
 */
export async function applyStoredTotalToMarks(context: AssessmentChangeContext): Promise<AssessmentItem | undefined> {
  const { page, number } = context;
  const [{ stored }, { lines }] = await Promise.all([
    readItems({ stored: assessmentKey(page, number) }),
    readMarkBookPage(page),
  ]);
  await changeLines({
    lines,
    assessment: stored,
    decide: (line, assessment) => withTotal(line, number, assessment?.total),
    context,
  });
  return stored;
}

/** The line with this assessment's mark out of `total`; undefined if it is already, or if the mark is above it. */
function withTotal(line: CourseWorkItem, number: number, total: number | undefined): LineChange | undefined {
  const name = String(number);
  const given = line.marks[name];
  if (given === undefined || given.mark === null || total === undefined || given.outOf === total) return undefined;
  if (!isMarkWord(given.mark) && given.mark > total) return undefined;
  return {
    marks: { ...line.marks, [name]: { ...given, outOf: total } },
    field: `assessment ${name} out of`,
    before: given.outOf,
    after: total,
  };
}
