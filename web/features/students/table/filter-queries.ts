import { queryOptions } from '@tanstack/react-query';
import type { StudentField } from '#shared/students/fields.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import type { FilterValueOfClasses, StudentRow } from '#shared/students/register/list-calls.ts';
import { call } from '../../../api/call.ts';
import type { Column, FilterValue } from '../../../tables/columns.ts';
import { studentsKey, type View } from './student-row.ts';

type FilterQuery = NonNullable<Column<StudentRow>['filterQuery']>;

const { studentAddressTown, studentParentOccupation } = studentRegisterContract;
const ask: Partial<Record<StudentField, (view: View, signal: AbortSignal) => Promise<FilterValueOfClasses[]>>> = {
  address_line_2: (view, signal) => call(studentAddressTown, { view }, { signal }),
  father_occupation: (view, signal) => call(studentParentOccupation, { parent: 'father', view }, { signal }),
  mother_occupation: (view, signal) => call(studentParentOccupation, { parent: 'mother', view }, { signal }),
  guardian_occupation: (view, signal) => call(studentParentOccupation, { parent: 'guardian', view }, { signal }),
};

/** Towns and occupations are asked for, with their students by class: those of the classes that the table is filtered by count. */
export function filterQueryOf(field: StudentField, view: View): FilterQuery | undefined {
  const values = ask[field];
  if (!values) return undefined;
  return ({ class_id: classes }) =>
    queryOptions<readonly FilterValue[]>({
      queryKey: [...studentsKey, 'values', field, view, classes ?? null],
      queryFn: async ({ signal }) =>
        (await values(view, signal))
          .map(({ value, class_ids }) => ({
            value,
            count: class_ids
              .filter(({ class_id }) => !classes || classes.includes(class_id))
              .reduce((sum, { count }) => sum + count, 0),
          }))
          .filter(({ count }) => count > 0),
    });
}
