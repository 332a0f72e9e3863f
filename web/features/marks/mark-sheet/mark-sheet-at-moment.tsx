import type { RawInput } from '#shared/http/contract.ts';
import { type TypedField, typedFields } from '#shared/marks/field-names.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { nameWithId } from '#shared/people/shared-names.ts';
import { call } from '../../../api/call.ts';
import { notRestoredText, SheetAtMoment, type SheetAtMomentProps } from '../../../history/sheet-at-moment.tsx';

type Named = Omit<RawInput<typeof markSheetContract.readMarkSheetAt>, 'at'>;

const labels: Record<TypedField, string> = {
  exam_mark: 'Exam',
  late: 'Late',
  absent: 'Absent',
  app: 'App',
  con: 'Con',
  comment: 'Comment',
};

export interface MarkSheetAtMomentProps extends Pick<SheetAtMomentProps, 'open' | 'onClose' | 'onRestored'> {
  /** How the sheet is named to the server. */
  sheet: Named;
}

/** The mark sheet at a moment. */
export default function MarkSheetAtMoment({ sheet, ...dialog }: MarkSheetAtMomentProps) {
  const load: SheetAtMomentProps['load'] = async (at, signal) => {
    const { data, changes } = await call(markSheetContract.readMarkSheetAt, { ...sheet, at }, { signal });
    const changeOf = new Map(changes.map((change) => [`${change.student_id} ${change.field}`, change]));
    return {
      columns: typedFields.map((field) => labels[field]),
      rows: data.map(({ student_id: id, name, values }) => ({
        id,
        name,
        cells: typedFields.map((field) => ({
          value: values[field] ?? null,
          change: changeOf.get(`${id} ${field}`),
        })),
      })),
      notes: [],
      count: changes.length,
      restore: async () => {
        const { restored, left, undo_at } = await call(markSheetContract.restoreMarkSheet, {
          ...sheet,
          form_level: Number(sheet.form_level),
          year: Number(sheet.year),
          term: Number(sheet.term) as 1 | 2 | 3,
          at,
          cells: changes.map(({ student_id, field, now }) => ({ student_id, field, now })),
        });
        const texts = left.map((cell) => notRestoredText(`${nameWithId(cell)}, ${labels[cell.field]}`, cell));
        return { count: restored, left: texts, undoAt: undo_at };
      },
    };
  };
  return (
    <SheetAtMoment
      {...dialog}
      text="Typed marks, counts, grades and comments at a date and time. Course marks follow the mark book."
      queryKey={['mark-sheet', sheet]}
      load={load}
    />
  );
}
