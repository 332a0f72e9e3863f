import { useState } from 'react';
import { levelName } from '#shared/people/form-level.ts';
import { pluralize } from '#shared/pluralize.ts';
import { schoolScreenWordings } from '#shared/school/wordings.ts';
import { DataTable } from '../../../tables/data-table.tsx';
import type { RowSelection } from '../../../tables/row-selection.ts';
import type { useTableState } from '../../../tables/table-state.ts';
import { listWordings } from '../../../tables/wordings.ts';
import { NumberCell, NumberHead, Table } from '../../../ui/display/table.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Text } from '../../../ui/layout/text.tsx';
import { DecideForSelected } from './decide-for-selected.tsx';
import styles from './plan.module.css';
import { planColumnsWithinClass } from './plan-columns.tsx';
import type { ComingClass, PlanRow } from './plan-model.ts';

interface ComingYearClassesProps {
  classes: readonly ComingClass[];
  /** The class whose students are shown. */
  chosen: string | null;
  onChosen: (classId: string) => void;
  table: ReturnType<typeof useTableState>;
  isClosed: boolean;
  isBusy: boolean;
  onOpen: (row: PlanRow) => void;
  onSet: (decided: readonly (readonly [PlanRow, string | null])[], remark?: string) => Promise<boolean>;
}

/**
 * The classes of the coming year, form by form, with their numbers; the students of one, who are moved to its
 * neighbours.
 */
export function ComingYearClasses({
  classes,
  chosen,
  onChosen,
  table,
  isClosed,
  isBusy,
  onOpen,
  onSet,
}: ComingYearClassesProps) {
  const [selection, setSelection] = useState<RowSelection>(new Set());
  const here = classes.find(({ class_id }) => class_id === chosen) ?? classes.find(({ rows }) => rows.length > 0);
  const levels = [...Map.groupBy(classes, ({ form_level }) => form_level)];
  const neighbours = classes.filter((one) => one.form_level === here?.form_level && one !== here);
  const selected = here?.rows.filter(({ student_id }) => selection.has(student_id)) ?? [];
  return (
    <div className={styles.balance}>
      <Table label={schoolScreenWordings.classesOfTheComingYear} dense>
        <thead>
          <tr>
            <th scope="col">Class</th>
            <NumberHead>Students</NumberHead>
            <NumberHead>Average</NumberHead>
            <th scope="col">From</th>
          </tr>
        </thead>
        {levels.map(([level, ofLevel]) => (
          <tbody key={level}>
            <tr>
              <th scope="rowgroup" colSpan={4} className={styles.level}>
                {`${levelName(level)}: ${pluralize(sum(ofLevel), 'student')}`}
              </th>
            </tr>
            {ofLevel.map((one) => (
              <tr key={one.class_id}>
                <th scope="row">
                  <button
                    type="button"
                    className={styles.class}
                    aria-pressed={one === here}
                    aria-label={`${one.class_id}, ${pluralize(one.rows.length, 'student')}`}
                    onClick={() => {
                      setSelection(new Set());
                      onChosen(one.class_id);
                    }}
                  >
                    {one.class_id}
                  </button>
                </th>
                <NumberCell>{one.rows.length}</NumberCell>
                <NumberCell>{one.average ?? ''}</NumberCell>
                <td>{one.from}</td>
              </tr>
            ))}
          </tbody>
        ))}
      </Table>
      {here && (
        <Stack as="section" gap={8} shrinks aria-label={`Students of ${here.class_id} in the coming year`}>
          <Text as="h2" size={15}>{`${here.class_id}: ${pluralize(here.rows.length, 'student')}`}</Text>
          <DataTable
            label={`Students of ${here.class_id} in the coming year`}
            rows={here.rows}
            columns={planColumnsWithinClass}
            keyOf={({ student_id }) => student_id}
            state={table.state}
            onChange={table.change}
            onOpen={onOpen}
            {...(isClosed ? {} : { selection, onSelection: setSelection })}
            searchPlaceholder={listWordings.nameIdOrClass}
            nothingFound="Nobody comes to this class."
            tools={
              <DecideForSelected
                key={here.class_id}
                label="Move to…"
                button="Move"
                options={neighbours.map(({ class_id, rows }) => ({
                  value: class_id,
                  label: `${class_id} (${pluralize(rows.length, 'student')})`,
                }))}
                selected={selected}
                isBusy={isBusy}
                isDisabled={isClosed}
                onSet={async (...decided) => {
                  const isSet = await onSet(...decided);
                  if (isSet) setSelection(new Set());
                  return isSet;
                }}
              />
            }
          />
        </Stack>
      )}
    </div>
  );
}

const sum = (classes: readonly ComingClass[]): number => classes.reduce((all, { rows }) => all + rows.length, 0);
