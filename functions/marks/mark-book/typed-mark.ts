import { canDeleteAssessment, markFieldName, noteFieldName } from '#shared/marks/field-names.ts';
import type { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { isMarkWord, type Mark } from '#shared/marks/mark-words.ts';
import { markBookRefusals, markBookWordings } from '#shared/marks/wordings.ts';
import { ValidationError } from '../../platform/errors.ts';
import type { CallContext } from '../../platform/requests/call-handler.ts';
import type { FieldSave, StoredFields, ValueChange } from '../../platform/table/field-changes.ts';
import type { AssessmentItem, WorkMark } from '../records/course-work.ts';

type SaveInput = CallContext<typeof markBookContract.saveMark, Record<never, never>>['input'];

/** A typed mark, or the note on it, and its name in refusals. A value of undefined is not changed. */
interface TypedMark {
  number: number;
  mark: Mark | null | undefined;
  was?: Mark | null | undefined;
  note?: string | null | undefined;
  noteWas?: string | null | undefined;
  field: string;
}

/** The marks of the input: one, or several. */
export function toTypedMarks({ marks, assesment_number: number = 0, ...one }: SaveInput): TypedMark[] {
  if (!marks) return [{ number, mark: one.mark, was: one.was, ...noted(one), field: 'mark' }];
  return marks.map((one) => ({
    number: one.assesment_number,
    mark: one.mark,
    was: one.was,
    field: markFieldName(one.assesment_number),
  }));
}

const noted = ({ note, note_was: noteWas }: Pick<SaveInput, 'note' | 'note_was'>) => ({
  note: note === undefined ? undefined : note?.trim() || null,
  noteWas,
});

/** The total of the mark's assessment. Refuses what the grid refuses, in the same words (product §5). */
export function requireValidMark(
  { number, mark, note, field }: TypedMark,
  assessment: AssessmentItem | undefined,
): number {
  if (assessment?.deletedAt !== undefined) throw assessmentDeletedError(field);
  if (note && !assessment && canDeleteAssessment(number))
    throw new ValidationError({ note: [markBookRefusals.noSuchAssessment] });
  const total = assessment?.total;
  if (mark === null || mark === undefined) return total ?? 0;
  if (total === undefined) throw new ValidationError({ [field]: [markBookWordings.noTotal] });
  if (!isMarkWord(mark) && mark > total) throw new ValidationError({ [field]: [markBookWordings.aboveTotal] });
  return total;
}

export const assessmentDeletedError = (field: string) =>
  new ValidationError({ [field]: [markBookRefusals.assessmentDeleted] });

/** The typed marks, or the note, by their names in conflicts. */
export function marksByField(typed: readonly TypedMark[]) {
  const cells = typed
    .flatMap(({ number, mark, was, note, noteWas }) => [
      { field: markFieldName(number), audited: markFieldName(number), number, is: 'mark', value: mark, was },
      { field: 'note', audited: noteFieldName(number), number, is: 'note', value: note, was: noteWas },
    ])
    .filter(({ value }) => value !== undefined);
  const cellOf = new Map(cells.map((cell) => [cell.field, cell]));
  const storedOf = (field: string, marks: Marks) => {
    const mark = marks[cellOf.get(field)?.number ?? ''];
    return cellOf.get(field)?.is === 'note'
      ? { value: mark?.note?.text, stamp: mark?.note }
      : { value: mark?.mark, stamp: mark };
  };
  return {
    save: {
      values: Object.fromEntries(cells.map(({ field, value }) => [field, value])),
      was: Object.fromEntries(cells.map(({ field, was }) => [field, was])),
    } as FieldSave<string>,
    /** What is stored. Every typed mark is meant, also one that was seen. */
    stored: (marks: Marks): StoredFields<string> & { meant: string[] } => ({
      value: (field) => storedOf(field, marks).value ?? null,
      stamp: (field) => {
        const { by, at } = storedOf(field, marks).stamp ?? { by: null, at: null };
        return { by, at };
      },
      meant: [...cellOf.keys()],
    }),
    /**
     * The marks with the changes, each with its own stamp, and the changes as the trail names them. `totals`: by
     * number.
     */
    apply: (
      changes: readonly ValueChange<string>[],
      { marks, totals, stamp }: { marks: Marks; totals: ReadonlyMap<number, number>; stamp: Stamp },
    ) => {
      const after = { ...marks };
      const audited = changes.flatMap(({ field, ...change }) => {
        const cell = cellOf.get(field);
        if (!cell) return [];
        const { note, ...mark } = after[cell.number] ?? { mark: null, outOf: totals.get(cell.number) ?? 0, ...stamp };
        const changed: WorkMark =
          cell.is === 'note'
            ? { ...mark, ...(change.after === null ? {} : { note: { text: String(change.after), ...stamp } }) }
            : {
                mark: change.after as Mark | null,
                outOf: totals.get(cell.number) ?? 0,
                ...stamp,
                ...(note && { note }),
              };
        after[cell.number] = changed;
        if (changed.mark === null && changed.note === undefined) delete after[cell.number];
        return [{ field: cell.audited, ...change }];
      });
      return { marks: after, changes: audited };
    },
  };
}

type Marks = Record<string, WorkMark>;
type Stamp = { by: string; at: string };
