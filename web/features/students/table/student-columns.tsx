import { queryOptions } from '@tanstack/react-query';
import { canReadField, type StudentField, studentFieldNames, studentFields } from '#shared/students/fields.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import type { FilterValueOfClasses, StudentRow } from '#shared/students/register/list-calls.ts';
import { call } from '../../../api/call.ts';
import type { FilterValue, TableColumn } from '../../../tables/columns.ts';
import { RowMenu } from '../../../tables/menus/row-menu.tsx';
import type { RowAction } from '../../../tables/menus/row-menu-list.tsx';
import { HouseByCode } from '../record/house-chip.tsx';
import { type StudentsView, studentsQueryKey, toFullName, toNameInTable } from './use-students.ts';
import type { ValueTexts } from './use-value-texts.ts';

/** The column that names a row, with last and first name. */
const nameColumn = 'name';
const inName: readonly StudentField[] = ['last_name', 'first_name'];

/** The default columns, beside the name. */
export const defaultStudentColumns: readonly StudentField[] = studentFieldNames.filter(
  (field) => studentFields[field].isDefault && !inName.includes(field),
);

interface ColumnOptions {
  kind: 'Admin' | 'PTA';
  view: StudentsView;
  words: ValueTexts;
  actionsOf: (student: StudentRow) => readonly RowAction[];
}

/** All columns that the user may see: the name, the fields in the order of the register, and the actions. */
export const createStudentColumns = ({ kind, view, words, actionsOf }: ColumnOptions): TableColumn<StudentRow>[] => [
  { key: nameColumn, label: 'Name', value: toNameInTable, width: 220, isAlwaysSearched: true },
  ...studentFieldNames.filter((field) => canReadField(field, kind)).map((field) => columnOf(field, { view, words })),
  {
    key: 'actions',
    label: 'Actions',
    value: () => null,
    isPure: true,
    cell: (student) => (
      <RowMenu of={student.id} label={`Actions: ${toFullName(student)}`} actionsOf={() => actionsOf(student)} />
    ),
    width: 84,
    isFixed: true,
    isAlwaysShown: true,
  },
];

function columnOf(
  field: StudentField,
  { view, words }: Pick<ColumnOptions, 'view' | 'words'>,
): TableColumn<StudentRow> {
  const { label, type, limit = 0 } = studentFields[field];
  const filterQuery = filterQueryOf(field, view);
  return {
    key: field,
    label,
    value: (row) => row[field] ?? null,
    isFiltered: true,
    ...(filterQuery && { filterQuery }),
    isHidden: !defaultStudentColumns.includes(field),
    isAlwaysSearched: field === 'id' || field === 'class_id',
    // Room for the label with the icons of order and filter.
    width: Math.max(
      type === 'long text' || limit > 120 ? 260 : type === 'text' || type === 'email' ? 180 : 130,
      78 + 7.5 * label.length,
    ),
    ...(type === 'number' && { value: (row: StudentRow) => numberOf(row[field]), isNumber: true }),
    ...(type !== 'number' && { text: (value: string | number) => words.textOf(field, String(value)) }),
    ...(type === 'house' && {
      isPure: true,
      cell: (row: StudentRow) => <HouseByCode houses={words.houses} code={row[field]} />,
    }),
  };
}

/** A numeric text as a number, any other text as it is. */
function numberOf(text: string | null | undefined): number | string | null {
  if (text === null || text === undefined) return null;
  return Number.isFinite(Number(text)) ? Number(text) : text;
}

type FilterQuery = NonNullable<TableColumn<StudentRow>['filterQuery']>;

const { listAddressTowns, listParentOccupations } = studentRegisterContract;
const filterCalls: Partial<
  Record<StudentField, (view: StudentsView, signal: AbortSignal) => Promise<FilterValueOfClasses[]>>
> = {
  address_line_2: (view, signal) => call(listAddressTowns, { view }, { signal }),
  father_occupation: (view, signal) => call(listParentOccupations, { parent: 'father', view }, { signal }),
  mother_occupation: (view, signal) => call(listParentOccupations, { parent: 'mother', view }, { signal }),
  guardian_occupation: (view, signal) => call(listParentOccupations, { parent: 'guardian', view }, { signal }),
};

/** Loads the filter values of towns and occupations, counted in the classes that the table is filtered by. */
function filterQueryOf(field: StudentField, view: StudentsView): FilterQuery | undefined {
  const values = filterCalls[field];
  if (!values) return undefined;
  return ({ class_id: classes }) =>
    queryOptions<readonly FilterValue[]>({
      queryKey: [...studentsQueryKey, 'values', field, view, classes ?? null],
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
