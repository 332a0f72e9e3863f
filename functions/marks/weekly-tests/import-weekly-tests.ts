import { serverWordings } from '#shared/http/wordings.ts';
import type { Mark } from '#shared/marks/mark-words.ts';
import { weeklyTestsContract } from '#shared/marks/weekly-tests/contract.ts';
import { weeklyTestWordings } from '#shared/marks/wordings.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../platform/errors.ts';
import { type CallContext, callHandler } from '../../platform/requests/call-handler.ts';
import { isRefused } from '../../platform/table/acts/carry-out-act.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import type { WeeklyTestItem } from '../records/weekly-test.ts';
import { authorizeTest, listStudentsOfTest, type TermOfTest } from './check-test.ts';
import { filterMarksOfTest, isMarkSaveDone, readTestsOfWeek, type WeeklyMarkItem, writeWeeklyMark } from './store.ts';

type Import = CallContext<typeof weeklyTestsContract.importWeeklyTests, Record<never, never>>;
type Typed = Import['input']['marks'][number];
type Left = { student_id: string; theirs: Mark | null; by: string | null; at: string | null };

export const importWeeklyTests = callHandler(weeklyTestsContract.importWeeklyTests, {
  handle: async (context) => {
    const { input, caller } = context;
    const { term } = await authorizeTest(input, caller);
    const { week_end_date: date, form_class_id: classId, subject_id: subjectId } = input;
    const { tests, marks } = await readTestsOfWeek({ date, classId });
    const test = tests.find((one) => one.subjectId === subjectId);
    const marked = test ? filterMarksOfTest(test, marks) : [];
    const own = await listStudentsOfTest({ date, subjectId, classId, employeeId: caller.accountId }, { term, marked });
    const students = new Set(own.map(({ studentId }) => studentId));
    const ids = input.marks.map(({ student_id }) => student_id);
    if (ids.some((id) => !students.has(id)) || new Set(ids).size < ids.length) {
      throw new ValidationError({ marks: [weeklyTestWordings.studentsOnce] });
    }
    const left = (await Promise.all(input.marks.map((typed) => save(context, { typed, term })))).flatMap(
      (one) => one ?? [],
    );
    const [only] = left;
    if (only && input.marks.length === 1) throw conflict(input.marks[0]?.mark ?? null, only);
    const isLeft = new Set(left.map(({ student_id }) => student_id));
    return {
      saved: input.marks
        .filter(({ student_id }) => !isLeft.has(student_id))
        .map(({ student_id, mark }) => ({ student_id, mark })),
      left,
    };
  },
});

/** Saves one mark; returns the conflict if somebody else changed it since it was seen. */
function save(
  { input, caller, request }: Import,
  { typed, term }: { typed: Typed; term: TermOfTest },
): Promise<Left | undefined> {
  const { student_id: studentId, mark, was } = typed;
  return retryRefused({
    read: () => read(input, studentId),
    attempt: async ({ test, stored }): Promise<Left | undefined | 'refused'> => {
      const before = stored?.mark ?? null;
      if (before === mark) return undefined;
      const isTooHigh = typeof mark === 'number' && mark > test.maxMark;
      const isUnseen = was !== undefined && was !== before;
      // A repeated request has its answer, whatever was changed since.
      if ((isTooHigh || isUnseen) && (await isMarkSaveDone(test, studentId, request.idempotencyKey))) return undefined;
      if (isTooHigh) throw new ValidationError({ mark: [weeklyTestWordings.outOf(test.maxMark)] });
      if (isUnseen) return { student_id: studentId, theirs: before, by: stored?.by ?? null, at: stored?.at ?? null };
      const outcome = await writeWeeklyMark({ test, studentId, before, mark, term, caller, request });
      return isRefused(outcome) ? 'refused' : undefined;
    },
    what: 'this mark',
  });
}

async function read(
  input: Import['input'],
  studentId: string,
): Promise<{ test: WeeklyTestItem; stored: WeeklyMarkItem | undefined }> {
  const { tests, marks } = await readTestsOfWeek({ date: input.week_end_date, classId: input.form_class_id });
  const test = tests.find(({ subjectId }) => subjectId === input.subject_id);
  if (!test) throw new NotFoundError(weeklyTestWordings.noSuchTest);
  return { test, stored: marks.find((one) => one.run === test.run && one.studentId === studentId) };
}

const conflict = (yours: Mark | null, { theirs, by, at }: Left) =>
  new ConflictError(serverWordings.changedSinceOpened, { field: 'mark', yours, theirs, by, at });
