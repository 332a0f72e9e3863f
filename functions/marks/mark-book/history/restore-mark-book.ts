import { markFieldName } from '#shared/marks/field-names.ts';
import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { markSheetRefusals } from '#shared/marks/wordings.ts';
import { type CallContext, callHandler, type RequestFacts } from '../../../platform/requests/call-handler.ts';
import { keysToDecideListSource, openPage } from '../mark-book-page.ts';
import { saveCellsAsTyped } from '../save-cells.ts';
import { AssessmentRestorer } from './assessment-restorer.ts';
import { readPageSnapshot } from './page-snapshot.ts';
import { toPageSelection } from './read-mark-book-at.ts';

type Restore = CallContext<typeof markBookContract.restoreMarkBook, Record<never, never>>;

/**
 * First the assessments that marks need, then the marks, then the assessments that remove marks or need them removed.
 * Each step reads only what is stored, so that a repeated call resumes under the same key.
 */
export const restoreMarkBook = callHandler(markBookContract.restoreMarkBook, {
  prefetch: keysToDecideListSource,
  handle: async ({ input, caller, found, request }) => {
    const page = await openPage(toPageSelection(input), { caller, found });
    const snapshot = await readPageSnapshot(page, input.at);
    const assessments = new AssessmentRestorer({ page, snapshot, shown: input.assesments, caller });
    await assessments.restoreForMarks(step(request, 0));
    const { saved, conflicts, refused } = await saveCellsAsTyped({
      page,
      changes: input.marks.map(({ student_id, assesment_number, now }) => ({
        student_id,
        assesment_number,
        was: assessments.returnedMark(student_id, assesment_number) ?? now,
        mark: snapshot.mark(student_id, assesment_number),
      })),
      by: { caller, request: step(request, 1), restoredTo: input.at },
    });
    await assessments.restoreAfterMarks(step(request, 2));

    const shown = new Map(input.marks.map((cell) => [cellOf(cell), cell.now]));
    const marksLeft = [
      ...conflicts.map(({ yours: was, theirs: now, was: _, ...cell }) => ({
        ...cell,
        was,
        now,
        reason: markSheetRefusals.changedMeanwhile,
      })),
      ...refused.map((cell) => ({
        ...cell,
        was: snapshot.mark(cell.student_id, cell.assesment_number),
        now: shown.get(cellOf(cell)) ?? null,
        by: null,
        at: null,
      })),
    ];
    return {
      restored: saved + assessments.restored,
      left: { assesments: assessments.left, marks: marksLeft },
      undo_at: new Date(request.now.getTime() - 1).toISOString(),
    };
  },
});

const cellOf = ({ student_id, assesment_number }: Omit<Restore['input']['marks'][number], 'now'>): string =>
  `${student_id} ${markFieldName(assesment_number)}`;

/** Gives each step a key and a time of its own, for the audit trail. */
const step = (request: RequestFacts, number: number): RequestFacts => ({
  ...request,
  now: new Date(request.now.getTime() + number),
  idempotencyKey: `${request.idempotencyKey}/${number}`,
});
