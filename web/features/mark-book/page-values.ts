import type { Assessment, MarkBookStudent } from '#shared/mark-book/contract.ts';
import { markField } from '#shared/mark-book/messages.ts';
import { type CourseWork, percentageTotal } from '#shared/marking/marks.ts';
import { showDay } from '../../ui/fields/dates/day-text.ts';
import type { CellValue, RowValues } from '../../ui/grid/columns.ts';

/** A student's row of the grid: the class, a mark an assessment, and the percentage total. */
export const valuesOf = (student: MarkBookStudent, assessments: readonly Assessment[]): RowValues => ({
  class_id: student.class_id,
  ...Object.fromEntries(
    assessments.map(({ assesment_number: number }) => [markField(number), student.marks[number] ?? null]),
  ),
  percentage: student.percentage,
  // Not a column: what the percentage total counts besides.
  earlier: student.earlier?.mark ?? null,
  earlierOutOf: student.earlier?.out_of ?? null,
});

/** The percentage total of what a row shows, before the server has said its own. */
export const percentageOf = (values: RowValues, assessments: readonly Assessment[]): number | null =>
  percentageTotal(workOf(values, assessments));

/** The marks of a row, and what they are out of. */
export function workOf(values: RowValues, assessments: readonly Assessment[]): CourseWork {
  const marked = assessments.flatMap(({ assesment_number, total }) => {
    const mark = numberOf(values[markField(assesment_number)]);
    return mark === null || total === null ? [] : [{ mark, total }];
  });
  return {
    sum: marked.reduce((sum, { mark }) => sum + mark, numberOf(values.earlier) ?? 0),
    outOf: marked.reduce((sum, { total }) => sum + total, numberOf(values.earlierOutOf) ?? 0),
  };
}

export const numberOf = (value: CellValue | undefined): number | null => (typeof value === 'number' ? value : null);

/** "Assessment 3: Fractions". */
export const shortTitle = ({ assesment_number, topic }: Pick<Assessment, 'assesment_number' | 'topic'>): string =>
  topic === null ? `Assessment ${assesment_number}` : `Assessment ${assesment_number}: ${topic}`;

/** "Assessment 3: Fractions, out of 20, 02-Oct-2025". */
export const assessmentTitle = ({ assesment_number, topic, total, date }: Assessment): string =>
  [
    shortTitle({ assesment_number, topic }),
    total === null ? 'no total' : `out of ${total}`,
    ...(date === null ? [] : [showDay(date)]),
  ].join(', ');
