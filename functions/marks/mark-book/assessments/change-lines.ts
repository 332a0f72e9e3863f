import { markField } from '#shared/marks/field-names.ts';
import { isMarkWord } from '#shared/marks/mark-words.ts';
import { inParallel } from '../../../platform/in-parallel.ts';
import type { Attempt, Author } from '../../../platform/table/audit.ts';
import { retryRefused } from '../../../platform/table/retry-refused.ts';
import { readItems } from '../../../platform/table/table.ts';
import { formLevelOf } from '../../../school/records/school.ts';
import {
  type AssessmentItem,
  assessmentKey,
  type CourseWorkItem,
  courseWorkKey,
  readPage,
  type WorkMark,
  writeLine,
} from '../../records/course-work.ts';

/** An assessment whose lines are changed, and who changes them. */
export interface AssessmentContext {
  page: string;
  number: number;
  formLevel: number;
  caller: Author;
  request: Attempt;
}

/** How one line is to look; undefined where it does so already. */
export interface LineChange {
  marks: CourseWorkItem['marks'];
  field: string;
  before: unknown;
  after: unknown;
  removed?: { number: number; mark: WorkMark; deletedAt: string; expires: number };
}
type Decide = (line: CourseWorkItem, assessment: AssessmentItem | undefined) => LineChange | undefined;

const concurrency = 20;

/**
 * Brings lines to what follows from the stored assessment. A line that was changed meanwhile is read again, together with the
 * assessment, and decided again; so doing it once more carries on where it stopped.
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
  context: AssessmentContext;
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
  context: AssessmentContext,
): Promise<void> {
  const { studentId, year, term, subjectId } = first.line;
  const key = { studentId, year, term, subjectId };
  const { page, number, formLevel, caller, request } = context;
  return retryRefused<Stored, void>({
    first,
    read: async () =>
      (await readItems({ line: courseWorkKey(key), assessment: assessmentKey(page, number) })) as Stored,
    attempt: async ({ line, assessment }) => {
      // On another page the number names another assessment: the student has changed class.
      const change = line?.page === page ? decide(line, assessment) : undefined;
      if (!line || !change) return;
      const { marks, removed, ...audited } = change;
      const outcome = await writeLine({
        ...{ key, page, before: line, marks, removed, caller, request },
        // A line may still be on its page when the student has gone to another form (ADR 0022).
        placement: { classId: line.classId, formLevel: formLevelOf(line.classId) ?? formLevel, checks: [] },
        changes: [audited],
      });
      return outcome === 'refused' ? outcome : undefined;
    },
    what: 'these marks',
  });
}

/**
 * Takes the marks of a deleted assessment out of the lines, and with them out of every course mark; each is kept beside it
 * for as long as the assessment is. Asks for nothing but what is stored, so doing it again carries on.
 */
export const removeMarks = (lines: readonly CourseWorkItem[], assessment: AssessmentItem, context: AssessmentContext) =>
  changeLines({ lines, assessment, decide: withoutDeleted, context });

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

/**
 * Brings every mark of an assessment to the total that is stored, and with it every course mark. It asks for nothing but
 * what is stored, so stopped on the way, or met by another save, doing it again carries on. Returns what is stored.
 */
export async function applyTotal(context: AssessmentContext): Promise<AssessmentItem | undefined> {
  const { page, number } = context;
  const [{ stored }, { lines }] = await Promise.all([
    readItems({ stored: assessmentKey(page, number) }),
    readPage(page),
  ]);
  await changeLines({
    lines,
    assessment: stored,
    decide: (line, assessment) => underTotal(line, number, assessment?.total),
    context,
  });
  return stored;
}

/** The line's marks with this assessment's out of `total`; undefined where it is so already or cannot be. */
function underTotal(line: CourseWorkItem, number: number, total: number | undefined): LineChange | undefined {
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
