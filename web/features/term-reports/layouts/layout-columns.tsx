import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { type SubjectColumn, subjectColumns } from '#shared/term-reports/layouts/card-layout.ts';
import {
  moveColumn,
  placeColumn,
  renameColumn,
  subjectTableOf,
  switchColumn,
} from '#shared/term-reports/layouts/edit-subject-table.ts';
import { columnTitles } from '#shared/term-reports/layouts/screen-wordings.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { HeadingField, OrderLine, type PartProps } from './order-line.tsx';
import { useDragOrder } from './use-drag-order.ts';

/** The columns of the subject table from left to right, each with a heading of the school's own. */
export function LayoutColumns({ layout, onChange }: PartProps) {
  const columns = subjectTableOf(layout)?.columns ?? [];
  const missing = subjectColumns.filter((name) => !columns.some(({ column }) => column === name));
  const dragOf = useDragOrder<SubjectColumn>((dragged, onto) =>
    onChange(
      placeColumn(
        layout,
        dragged,
        columns.findIndex(({ column }) => column === onto),
      ),
    ),
  );
  return (
    <>
      {columns.map(({ column, heading }) => (
        <OrderLine
          key={column}
          title={columnTitles[column]}
          layout={layout}
          onChange={onChange}
          drag={dragOf(column, column)}
          acts={[
            { label: 'To the left', icon: ArrowUp, next: () => moveColumn(layout, column, -1) },
            { label: 'To the right', icon: ArrowDown, next: () => moveColumn(layout, column, 1) },
            { label: 'Take off', icon: X, next: () => switchColumn(layout, column, false) },
          ]}
        >
          <HeadingField
            label={columnTitles[column]}
            value={heading}
            onChange={(text) => onChange(renameColumn(layout, column, text))}
          />
        </OrderLine>
      ))}
      <Select
        label="Add a column"
        options={missing.map((value) => ({ value, label: columnTitles[value] }))}
        value={null}
        placeholder="Choose a column"
        onValueChange={(column) => onChange(switchColumn(layout, column, true))}
      />
    </>
  );
}
