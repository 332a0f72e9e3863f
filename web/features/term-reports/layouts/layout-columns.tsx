import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { type CardLayout, type SubjectColumn, subjectColumns } from '#shared/term-reports/layouts/card-layout.ts';
import { listBlocks, moveColumn, renameColumn, switchColumn } from '#shared/term-reports/layouts/edit-layout.ts';
import { columnTitles } from '#shared/term-reports/layouts/screen-wordings.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Text } from '../../../ui/layout/text.tsx';

interface LayoutColumnsProps {
  layout: CardLayout;
  onChange: (layout: CardLayout) => void;
}

/** The columns of the subject table from left to right, each with a heading of the school's own. */
export function LayoutColumns({ layout, onChange }: LayoutColumnsProps) {
  const columns = listBlocks(layout).flatMap(({ block }) => (block.block === 'subjects' ? block.columns : []));
  const missing = subjectColumns.filter((name) => !columns.some(({ column }) => column === name));
  const act = (label: string, icon: typeof X, next: CardLayout, column: SubjectColumn) => (
    <IconButton
      icon={icon}
      label={`${label}: ${columnTitles[column]}`}
      aria-disabled={JSON.stringify(next) === JSON.stringify(layout) || undefined}
      onClick={() => onChange(next)}
    />
  );
  return (
    <Stack as="section" gap={8} aria-label="Columns of the subjects">
      <Text as="h2" size={14} weight={600}>
        Columns of the subjects
      </Text>
      {columns.map(({ column, heading }) => (
        <Row justify="between" gap={8} align="end" key={column}>
          <TextField
            label={columnTitles[column]}
            value={heading ?? ''}
            placeholder="Our heading"
            limit={30}
            onChange={(event) => onChange(renameColumn(layout, column, event.currentTarget.value))}
          />
          <Row gap={2}>
            {act('To the left', ArrowUp, moveColumn(layout, column, -1), column)}
            {act('To the right', ArrowDown, moveColumn(layout, column, 1), column)}
            {act('Take off', X, switchColumn(layout, column, false), column)}
          </Row>
        </Row>
      ))}
      <Select
        label="Add a column"
        options={missing.map((value) => ({ value, label: columnTitles[value] }))}
        value={null}
        placeholder="Choose a column"
        onValueChange={(column) => onChange(switchColumn(layout, column, true))}
      />
    </Stack>
  );
}
