import { levelName } from '#shared/people/form-level.ts';
import {
  type CompletenessRow,
  countMissing,
  isBoardRowComplete,
  teacherNamesOrNobody,
} from '#shared/term-reports/completeness-calls.ts';
import { completenessWordings, termReportScreenWordings } from '#shared/term-reports/wordings.ts';
import { type TableColumn, textOfTableCell } from '../../../tables/columns.ts';
import type { ChangeTable, TableState } from '../../../tables/table-state.ts';
import { Combobox } from '../../../ui/fields/combobox.tsx';
import { Row, Toolbar } from '../../../ui/layout/row.tsx';
import styles from './completeness.module.css';

/** The filters of both views of the board, kept in the address. */
export const boardFilterKeys = ['form', 'class', 'subject', 'teacher', 'state'] as const;
type BoardFilter = (typeof boardFilterKeys)[number];

/** Columns of the list. Teachers who share a row are one value of the filter. */
export const boardColumns: readonly TableColumn<CompletenessRow>[] = [
  {
    key: 'subject',
    label: termReportScreenWordings.subjectOrRemarks,
    value: ({ title }) => title,
    isFiltered: true,
    width: 240,
  },
  { key: 'class', label: 'Class', value: ({ class_id }) => class_id, isFiltered: true, width: 110 },
  {
    key: 'form',
    label: 'Form',
    value: ({ form_level }) => form_level,
    text: (level) => levelName(Number(level)),
    isFiltered: true,
    width: 110,
  },
  { key: 'teacher', label: 'Teacher', value: teacherNamesOrNobody, isFiltered: true, width: 190 },
  { key: 'students', label: 'Students', value: ({ students }) => students, isNumber: true, width: 100 },
  { key: 'marks', label: 'Marks', value: ({ marks }) => marks, isNumber: true, width: 90 },
  { key: 'exams', label: 'Exam', value: ({ exams }) => exams, isNumber: true, isHidden: true, width: 90 },
  { key: 'courses', label: 'Course', value: ({ courses }) => courses, isNumber: true, isHidden: true, width: 90 },
  { key: 'texts', label: 'Comments', value: ({ texts }) => texts, isNumber: true, width: 130 },
  {
    key: 'missing',
    label: 'Missing',
    value: (row) => countMissing(row).marks + countMissing(row).texts,
    isNumber: true,
    width: 100,
  },
  {
    key: 'state',
    label: 'State',
    value: (row) => (isBoardRowComplete(row) ? completenessWordings.complete : completenessWordings.incomplete),
    isFiltered: true,
    width: 130,
  },
];

/** The rows that match the filters, as in the list. */
export const filterRows = (rows: readonly CompletenessRow[], filters: TableState['filters']): CompletenessRow[] => {
  const wanted = boardColumns.filter(({ key }) => filters[key] !== undefined);
  return rows.filter((row) => wanted.every((column) => filters[column.key]?.includes(textOfTableCell(column, row))));
};

interface BoardFiltersProps {
  rows: readonly CompletenessRow[];
  state: TableState;
  onChange: ChangeTable;
}

const fields = [
  { key: 'form', all: 'All forms' },
  { key: 'class', all: 'All classes' },
  { key: 'subject', all: 'All subjects' },
  { key: 'teacher', all: 'All teachers' },
] as const satisfies readonly { key: BoardFilter; all: string }[];

/** Filters of the board by form, class, subject, teacher and state. They are the list's column filters. */
export function BoardFilters({ rows, state: { filters }, onChange }: BoardFiltersProps) {
  const choose = (key: BoardFilter, value: string | null) => {
    const { [key]: _before, ...others } = filters;
    onChange({ filters: value === null ? others : { ...others, [key]: [value] } });
  };
  return (
    <Toolbar as="fieldset" gap={8} across={12} aria-label="Filters">
      {fields.map(({ key, all }) => {
        const column = boardColumns.find((one) => one.key === key);
        if (!column) return null;
        const chosen = filters[key] ?? [];
        const several = chosen.length > 1 ? chosen.join(', ') : null;
        const { [key]: _own, ...others } = filters;
        const options = valuesOf(filterRows(rows, others), column).map((value) => ({ value, label: value }));
        return (
          <div key={key} className={styles.filter}>
            <Combobox
              label={column.label}
              options={several === null ? options : [{ value: several, label: several }, ...options]}
              value={several ?? chosen[0] ?? null}
              onValueChange={(value) => choose(key, value)}
              placeholder={all}
            />
          </div>
        );
      })}
      <Row as="label" gap={8} className={styles.only}>
        <input
          type="checkbox"
          checked={filters.state?.[0] === completenessWordings.incomplete}
          onChange={(event) => choose('state', event.target.checked ? completenessWordings.incomplete : null)}
        />
        Only incomplete
      </Row>
    </Toolbar>
  );
}

const collator = new Intl.Collator('en', { numeric: true });

const valuesOf = (rows: readonly CompletenessRow[], column: TableColumn<CompletenessRow>): string[] =>
  [...new Set(rows.map((row) => textOfTableCell(column, row)))].sort(collator.compare);
