import type { RawInput } from '#shared/http/contract.ts';
import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import type { AssessmentDetails, ChangedAssessment } from '#shared/marks/mark-book/history-calls.ts';
import { nameWithId } from '#shared/people/shared-names.ts';
import { call } from '../../../api/call.ts';
import { notRestoredText, SheetAtMoment, type SheetAtMomentProps } from '../../../history/sheet-at-moment.tsx';
import { assessmentTitle } from './page-values.ts';
import type { PageCallFields } from './use-mark-book.ts';

export interface BookPageAtMomentProps extends Pick<SheetAtMomentProps, 'open' | 'onClose' | 'onRestored'> {
  page: PageCallFields;
}

/** A page of the mark book at a moment: its assessments and their marks. */
export default function BookPageAtMoment({ page, ...dialog }: BookPageAtMomentProps) {
  const { employee_id, subject_id, academic_year_id, form_class_id, form_level, term } = page;
  const named = {
    employee_id,
    subject_id,
    academic_year_id,
    ...(form_class_id === undefined ? {} : { form_class_id }),
  };
  const load: SheetAtMomentProps['load'] = async (at, signal) => {
    const input: RawInput<typeof markBookContract.readMarkBookAt> = {
      ...named,
      form_level: String(form_level),
      term: String(term),
      at,
    };
    const { assesments, students, changes } = await call(markBookContract.readMarkBookAt, input, { signal });
    const changeOf = new Map(
      changes.marks.map((change) => [`${change.student_id} ${change.assesment_number}`, change]),
    );
    return {
      columns: assesments.map(({ assesment_number: number, details }) =>
        details?.topic ? `${number} ${details.topic}` : String(number),
      ),
      rows: students.map(({ student_id: id, name, marks }) => ({
        id,
        name,
        cells: assesments.map(({ assesment_number: number }) => ({
          value: marks[number] ?? null,
          change: changeOf.get(`${id} ${number}`),
        })),
      })),
      notes: changes.assesments.map(assessmentNote),
      count: changes.assesments.length + changes.marks.length,
      restore: async () => {
        const { restored, left, undo_at } = await call(markBookContract.restoreMarkBook, {
          ...named,
          form_level,
          term,
          at,
          assesments: changes.assesments.map(({ assesment_number, now }) => ({ assesment_number, now })),
          marks: changes.marks.map(({ student_id, assesment_number, now }) => ({ student_id, assesment_number, now })),
        });
        const texts = [
          ...left.assesments.map((one) =>
            notRestoredText(`Assessment ${one.assesment_number}`, {
              ...one,
              now: one.now && titleOf(one.assesment_number, one.now),
            }),
          ),
          ...left.marks.map((one) => notRestoredText(`${nameWithId(one)}, assessment ${one.assesment_number}`, one)),
        ];
        return { count: restored, left: texts, undoAt: undo_at };
      },
    };
  };
  return (
    <SheetAtMoment
      {...dialog}
      text="Assessments and marks at a date and time. Course marks follow."
      queryKey={['mark-book', page]}
      load={load}
    />
  );
}

/** "Assessment 6: Quiz, out of 20; deleted since, Mona Núñez." */
function assessmentNote({ assesment_number: number, was, now, by }: ChangedAssessment): string {
  const who = by === null ? '' : `, ${by}`;
  if (was === null) return `${now ? titleOf(number, now) : `Assessment ${number}`}: added since${who}.`;
  if (now === null) return `${titleOf(number, was)}: deleted since${who}.`;
  return `${titleOf(number, was)}; now ${titleOf(number, now)}${who}.`;
}

const titleOf = (number: number, details: NonNullable<AssessmentDetails>): string =>
  assessmentTitle({ id: String(number), assesment_number: number, ...details });
