import { markFieldName, noteFieldName } from '#shared/marks/field-names.ts';
import type { Assessment, MarkBookStudent } from '#shared/marks/mark-book/contract.ts';
import type { Mark } from '#shared/marks/mark-words.ts';
import { type CourseWork, percentageTotal } from '#shared/marks/marks.ts';
import type { Scheme } from '#shared/marks/scheme.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { type CellValue, markOfCell, numberOfCell, type RowValues } from '../../../ui/grid/grid-columns.ts';

/** A student's row of the grid: the class, a mark an assessment, and the percentage total. */
export const toPageRowValues = (student: MarkBookStudent, assessments: readonly Assessment[]): RowValues => ({
  class_id: student.class_id,
  ...Object.fromEntries(
    assessments.map(({ assesment_number: number }) => [markFieldName(number), student.marks[number] ?? null]),
  ),
  percentage: student.percentage,
  // Not columns: notes on the marks, and the earlier marks that the percentage total counts.
  ...Object.fromEntries(
    assessments.map((one) => [noteFieldName(one.assesment_number), student.notes[one.assesment_number] ?? null]),
  ),
  earlier: student.earlier?.mark ?? null,
  earlierOutOf: student.earlier?.out_of ?? null,
  earlierAbsentOutOf: student.earlier?.absent_out_of ?? null,
});

/** A row's values without notes. */
export const withoutNotes = (values: RowValues): RowValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !name.endsWith(' note')));

/** The percentage total of a row's values, until the server answers its own. */
export const computeRowPercentage = (
  values: RowValues,
  assessments: readonly Assessment[],
  scheme: Scheme,
): Mark | null => percentageTotal(sumRowMarks(values, assessments), scheme);

/** The sums of a row's marks; null without entries. */
export function sumRowMarks(values: RowValues, assessments: readonly Assessment[]): CourseWork | null {
  const entered = assessments.flatMap(({ assesment_number, total }) => {
    const mark = markOfCell(values[markFieldName(assesment_number)]);
    return mark === null || total === null ? [] : [{ mark, total }];
  });
  const earlierOutOf = numberOfCell(values.earlierOutOf);
  if (entered.length === 0 && earlierOutOf === null) return null;
  const work = { sum: numberOfCell(values.earlier) ?? 0, outOf: earlierOutOf ?? 0 };
  let absentOutOf = numberOfCell(values.earlierAbsentOutOf) ?? 0;
  for (const { mark, total } of entered) {
    if (mark === 'Abs') absentOutOf += total;
    else if (mark !== 'Ex') {
      work.sum += mark;
      work.outOf += total;
    }
  }
  return absentOutOf > 0 ? { ...work, absentOutOf } : work;
}

export const toTextOrNull = (value: CellValue | undefined): string | null => (typeof value === 'string' ? value : null);

/** "Assessment 3: Fractions". */
export const assessmentShortTitle = ({
  assesment_number,
  topic,
}: Pick<Assessment, 'assesment_number' | 'topic'>): string =>
  topic === null ? `Assessment ${assesment_number}` : `Assessment ${assesment_number}: ${topic}`;

/** "Assessment 3: Fractions, out of 20, 02-Oct-2025". */
export const assessmentTitle = ({ assesment_number, topic, total, date }: Assessment): string =>
  [
    assessmentShortTitle({ assesment_number, topic }),
    total === null ? 'no total' : `out of ${total}`,
    ...(date === null ? [] : [displayDate(date)]),
  ].join(', ');
