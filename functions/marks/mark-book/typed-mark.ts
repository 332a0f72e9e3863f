import { serverWordings } from '#shared/http/wordings.ts';
import { canDeleteAssessment, markFieldName, noteFieldName } from '#shared/marks/field-names.ts';
import type { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { isMarkWord, type Mark } from '#shared/marks/mark-words.ts';
import { markBookRefusals, markBookWordings } from '#shared/marks/wordings.ts';
import { ConflictError, ValidationError } from '../../platform/errors.ts';
import type { CallContext } from '../../platform/requests/call-handler.ts';
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

type Value = Mark | string | null;

export interface MarkChange {
  field: string;
  before: Value;
  after: Value;
}

interface CellChange extends MarkChange {
  is: 'mark' | 'note';
  was: Value | undefined;
  /** Its name in a conflict. */
  name: string;
  /** Who changed it last, and when. */
  stamp: { by: string; at: string } | undefined;
}

/** The differences between the typed and the stored mark and note. */
export function markAndNoteChanges(
  { number, mark, was, note, noteWas }: TypedMark,
  stored: WorkMark | undefined,
): CellChange[] {
  const field = markFieldName(number);
  const both: (Omit<CellChange, 'after'> & { after: Value | undefined })[] = [
    { is: 'mark', field, name: field, before: stored?.mark ?? null, after: mark, was, stamp: stored },
    {
      is: 'note',
      field: noteFieldName(number),
      name: 'note',
      before: stored?.note?.text ?? null,
      after: note,
      was: noteWas,
      stamp: stored?.note,
    },
  ];
  return both.flatMap(({ after, ...one }) => (after === undefined || after === one.before ? [] : [{ ...one, after }]));
}

/** The mark with a new value or a new note; each has its own stamp. */
export function withMarkOrNote(
  stored: WorkMark | undefined,
  { is, value, outOf, stamp }: { is: 'mark' | 'note'; value: Value; outOf: number; stamp: { by: string; at: string } },
): WorkMark {
  const { note, ...mark } = stored ?? { mark: null, outOf, ...stamp };
  if (is === 'mark') return { mark: value as Mark | null, outOf, ...stamp, ...(note ? { note } : {}) };
  return { ...mark, ...(value === null ? {} : { note: { text: value as string, ...stamp } }) };
}

export const markConflictError = ({ name, before, after, stamp }: CellChange): ConflictError =>
  new ConflictError(serverWordings.changedSinceOpened, {
    field: name,
    yours: after,
    theirs: before,
    by: stamp?.by ?? null,
    at: stamp?.at ?? null,
  });
