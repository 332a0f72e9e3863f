import { markFieldName } from '#shared/marks/field-names.ts';
import type { MarksUploadOutcome } from '#shared/marks/mark-book/spreadsheet-calls.ts';
import { isMarkWord, type Mark } from '#shared/marks/mark-words.ts';
import { markBookRefusals } from '#shared/marks/wordings.ts';
import { lastFirst } from '#shared/people/shared-names.ts';
import { toAcademicYearId } from '#shared/school/academic-year.ts';
import { AppError, ConflictError, ValidationError } from '../../platform/errors.ts';
import { inParallel } from '../../platform/in-parallel.ts';
import type { RequestFacts } from '../../platform/requests/call-handler.ts';
import type { Caller } from '../../platform/requests/caller.ts';
import type { Authorship } from '../../platform/table/audit.ts';
import { readItems } from '../../platform/table/table.ts';
import type { OpenPage } from './mark-book-page.ts';
import { keysToSaveMarks, saveTypedMarks } from './save-mark.ts';

/** A new mark, and the one that the caller was shown. */
export interface MarkCellChange {
  student_id: string;
  assesment_number: number;
  was: Mark | null;
  mark: Mark | null;
}

/** Students whose marks are saved in parallel. */
const concurrency = 8;

/**
 * Saves cells of a page as if they were typed, a student at a time: the same checks, conditions and audit rows, under
 * the call's idempotency key. A refused cell does not stop the others.
 */
export async function saveCellsAsTyped({
  page,
  changes,
  by,
}: {
  page: OpenPage;
  changes: readonly MarkCellChange[];
  by: Authorship<Caller, RequestFacts>;
}): Promise<MarksUploadOutcome> {
  const outcome: MarksUploadOutcome = { saved: 0, conflicts: [], refused: [] };
  await inParallel([...Map.groupBy(changes, (change) => change.student_id)], {
    atOnce: concurrency,
    does: ([studentId, ofStudent]) => saveStudent({ studentId, changes: ofStudent, page, outcome, by }),
  });
  return outcome;
}

interface Saving {
  studentId: string;
  changes: readonly MarkCellChange[];
  page: OpenPage;
  outcome: MarksUploadOutcome;
  by: Authorship<Caller, RequestFacts>;
}

/**
 * Saves a student's cells in one write. A refused cell goes into the outcome, and the others are retried without it.
 */
async function saveStudent({ studentId, changes, page, outcome, by }: Saving): Promise<void> {
  const student = page.students.find((one) => one.studentId === studentId);
  const name = student ? lastFirst(student) : studentId;
  const cellOf = (change: MarkCellChange) => ({
    student_id: studentId,
    name,
    assesment_number: change.assesment_number,
  });
  const refuse = (refused: readonly MarkCellChange[], reason: string) => {
    for (const change of refused) outcome.refused.push({ ...cellOf(change), reason });
  };
  if (!student) {
    refuse(changes, markBookRefusals.studentNotOnPage);
    return;
  }
  let left = [...changes];
  while (left.length > 0) {
    const input = {
      employee_id: page.employeeId,
      subject_id: page.subjectId,
      academic_year_id: toAcademicYearId(page.year),
      form_class_id: student.classId,
      term: page.term,
      student_id: studentId,
      marks: left.map(({ assesment_number, was, mark }) => ({ assesment_number, was, mark })),
    };
    try {
      const found = await readItems(keysToSaveMarks(input));
      const { marks } = await saveTypedMarks({ input, found, ...by });
      // A repeated call changes nothing, also if the first one had conflicts.
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
      const change = left.find((one) => markFieldName(one.assesment_number) === named);
      if (!change) {
        refuse(left, error.message);
        return;
      }
      left = left.filter((one) => one !== change);
      if (conflict) {
        const theirs = typeof conflict.theirs === 'number' || isMarkWord(conflict.theirs) ? conflict.theirs : null;
        const { by, at } = conflict;
        outcome.conflicts.push({ ...cellOf(change), was: change.was, yours: change.mark, theirs, by, at });
      } else refuse([change], error.message);
    }
  }
}
