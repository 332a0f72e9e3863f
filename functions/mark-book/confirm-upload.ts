import { type MarkBookStudent, markBookContract } from '#shared/mark-book/contract.ts';
import { markField } from '#shared/mark-book/messages.ts';
import type { UploadOutcome } from '#shared/mark-book/spreadsheet-calls.ts';
import { academicYearIdOf } from '#shared/terms/academic-year.ts';
import { type CallContext, callHandler } from '../platform/call-handler.ts';
import { AppError, ConflictError, ValidationError } from '../platform/errors.ts';
import { readPoints } from '../platform/table.ts';
import { type OpenPage, openPage } from './open-page.ts';
import { saveMark } from './save-mark.ts';

type Confirm = CallContext<typeof markBookContract.confirmUpload, Record<never, never>>;
type Change = Confirm['input']['changes'][number];

/** Students whose marks are saved at the same time; more would only wait for each other. */
const atOnce = 8;

/**
 * Saves previewed changes as if they were typed, a student at a time: the same checks, conditions and audit rows, under the
 * call's own idempotency key. A cell that cannot be saved keeps none of the others back.
 */
export const confirmUpload = callHandler(markBookContract.confirmUpload, {
  handle: async ({ input, caller, request }) => {
    const page = await openPage(input, caller);
    const outcome: UploadOutcome = { saved: 0, conflicts: [], refused: [] };
    const waiting = [...Map.groupBy(input.changes, (change) => change.student_id)];
    const work = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const [studentId, changes] = next;
        await saveStudent({ studentId, changes, page, outcome, caller, request });
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    return outcome;
  },
});

interface Saving {
  studentId: string;
  changes: readonly Change[];
  page: OpenPage;
  outcome: UploadOutcome;
  caller: Confirm['caller'];
  request: Confirm['request'];
}

/** Saves a student's cells all at once; one that is refused is put into the outcome, and the others are tried again. */
async function saveStudent({ studentId, changes, page, outcome, caller, request }: Saving): Promise<void> {
  const student = page.students.find((one) => one.studentId === studentId);
  const name = student ? `${student.lastName}, ${student.firstName}` : studentId;
  const cellOf = (change: Change) => ({ student_id: studentId, name, assesment_number: change.assesment_number });
  const refuse = (refused: readonly Change[], reason: string) => {
    for (const change of refused) outcome.refused.push({ ...cellOf(change), reason });
  };
  if (!student) {
    refuse(changes, 'This student is not on this page.');
    return;
  }
  let left = [...changes];
  while (left.length > 0) {
    const input = {
      employee_id: page.employeeId,
      subject_id: page.subjectId,
      academic_year_id: academicYearIdOf(page.year),
      form_class_id: student.classId,
      term: page.term,
      student_id: studentId,
      marks: left.map(({ assesment_number, was, mark }) => ({ assesment_number, was, mark })),
    };
    try {
      const found = await readPoints(saveMark.points?.(input, caller.accountId) ?? {});
      const { marks } = (await saveMark.handle({ input, caller, found: found as never, request })) as MarkBookStudent;
      // A repeated call changes nothing more, also where the first one had met a conflict.
      for (const change of left) {
        const theirs = marks[change.assesment_number] ?? null;
        if (theirs === change.mark) outcome.saved += 1;
        else
          outcome.conflicts.push({
            ...cellOf(change),
            was: change.was,
            yours: change.mark,
            theirs,
            by: null,
            at: null,
          });
      }
      return;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const conflict = error instanceof ConflictError ? error.conflict : undefined;
      const named = conflict?.field ?? Object.keys(error instanceof ValidationError ? error.fields : {})[0];
      const change = left.find((one) => markField(one.assesment_number) === named);
      if (!change) {
        refuse(left, error.message);
        return;
      }
      left = left.filter((one) => one !== change);
      if (conflict) {
        const theirs = typeof conflict.theirs === 'number' ? conflict.theirs : null;
        const { by, at } = conflict;
        outcome.conflicts.push({ ...cellOf(change), was: change.was, yours: change.mark, theirs, by, at });
      } else refuse([change], error.message);
    }
  }
}
