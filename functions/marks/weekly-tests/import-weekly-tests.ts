import type { Mark } from '#shared/marks/mark-words.ts';
import { weeklyTestsContract } from '#shared/marks/weekly-tests/contract.ts';
import { weeklyTestWordings } from '#shared/marks/wordings.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../platform/errors.ts';
import { type CallContext, callHandler } from '../../platform/requests/call-handler.ts';
import { saveTyped } from '../../platform/table/save-typed.ts';
import type { WeeklyTestItem } from '../records/weekly-test.ts';
import { authorizeTest, listStudentsOfTest, type TermOfTest } from './check-test.ts';
import {
  filterMarksOfTest,
  readTestsOfWeek,
  type WeeklyMarkItem,
  weeklyMarkAuditSubject,
  writeWeeklyMark,
} from './store.ts';

type Import = CallContext<typeof weeklyTestsContract.importWeeklyTests, Record<never, never>>;
type Typed = Import['input']['marks'][number];

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
    const left = (await Promise.all(input.marks.map((typed) => saveUnlessConflict(context, { typed, term })))).flatMap(
      (one) => one ?? [],
    );
    const [only] = left;
    if (only && input.marks.length === 1) throw only.error;
    const isLeft = new Set(left.map(({ student_id }) => student_id));
    return {
      saved: input.marks
        .filter(({ student_id }) => !isLeft.has(student_id))
        .map(({ student_id, mark }) => ({ student_id, mark })),
      left: left.map(({ error: _, ...one }) => one),
    };
  },
});

/** Saves one mark; returns the conflict if somebody else changed it since it was seen. */
async function saveUnlessConflict(context: Import, of: { typed: Typed; term: TermOfTest }) {
  try {
    await saveMark(context, of);
    return undefined;
  } catch (error) {
    const conflict = error instanceof ConflictError ? error.conflict : undefined;
    if (!conflict) throw error;
    const { theirs, by, at } = conflict;
    return { error, student_id: of.typed.student_id, theirs: theirs as Mark | null, by, at };
  }
}

async function saveMark({ input, caller, request }: Import, { typed, term }: { typed: Typed; term: TermOfTest }) {
  const { student_id: studentId, mark, was } = typed;
  const { week_end_date: date, form_class_id: classId, subject_id: subjectId } = input;
  await saveTyped<Awaited<ReturnType<typeof read>>, 'mark'>({
    read: () => read(input, studentId),
    save: { values: { mark }, was: was === undefined ? undefined : { mark: was } },
    trail: { subject: weeklyMarkAuditSubject({ date, classId, subjectId }, studentId) },
    request,
    decide: async (current, changesTo) => {
      const { test, stored } = current;
      const before = stored?.mark ?? null;
      if (mark !== before && typeof mark === 'number' && mark > test.maxMark)
        throw new ValidationError({ mark: [weeklyTestWordings.outOf(test.maxMark)] });
      const [change] = await changesTo({
        value: () => before,
        stamp: () => ({ by: stored?.by ?? null, at: stored?.at ?? null }),
        meant: ['mark'],
      });
      if (!change) return null;
      return {
        write: () => writeWeeklyMark({ test, studentId, before, mark, term, by: { caller, request } }),
        after: current,
      };
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
