import { type ReactNode, useState } from 'react';
import { groupTitles, type StudentField, studentFields } from '#shared/students/fields.ts';
import { studentScreenWordings } from '#shared/students/wordings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { createTextMatcher, foldForSearch } from '../../../ui/fields/search-text.ts';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Muted } from '../../../ui/layout/text.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { defaultStudentColumns } from '../table/student-columns.tsx';
import { ColumnPresets } from './column-presets.tsx';
import styles from './columns.module.css';

interface ColumnsDialogProps {
  /** The columns to choose from, in the order of the register. */
  fields: readonly StudentField[];
  shown: readonly StudentField[];
  /** null: the default columns. */
  onShow: (columns: readonly StudentField[] | null) => void;
  onClose: () => void;
  /** Further buttons, for the columns that are chosen here. */
  actions?: (chosen: readonly StudentField[]) => ReactNode;
}

/**
 * 'Select Data Columns' (product §2): the columns of the table beside the name. The table changes when Show Columns is
 * pressed.
 */
export default function ColumnsDialog({ fields, shown, onShow, onClose, actions }: ColumnsDialogProps) {
  const [chosen, setChosen] = useState<readonly StudentField[]>(shown);
  const inOrder = (wanted: readonly StudentField[]) => fields.filter((field) => wanted.includes(field));
  const choose = (wanted: readonly StudentField[]) => setChosen(inOrder(wanted));
  const isAsAtFirst = inOrder(defaultStudentColumns).join() === chosen.join();
  return (
    <Dialog
      openedBy="act"
      open
      size="broad"
      title={studentScreenWordings.selectDataColumns}
      text="The name is always shown."
      onClose={onClose}
      footer={
        <>
          <span className={styles.count} aria-live="polite">
            {chosen.length} of {fields.length}
          </span>
          <Button onClick={onClose}>Cancel</Button>
          {actions?.(chosen)}
          <Button variant="primary" disabled={chosen.length === 0} onClick={() => onShow(isAsAtFirst ? null : chosen)}>
            Show Columns
          </Button>
        </>
      }
    >
      <Stack gap={16} className={styles.body}>
        <ColumnPresets chosen={chosen} start={inOrder(defaultStudentColumns)} onChosen={choose} />
        <ColumnGroups fields={fields} chosen={chosen} onChosen={choose} />
      </Stack>
    </Dialog>
  );
}

interface ColumnGroupsProps {
  fields: readonly StudentField[];
  chosen: readonly StudentField[];
  onChosen: (chosen: readonly StudentField[]) => void;
}

/** The columns by group; the checkbox of a group is for all its columns that match the search. */
function ColumnGroups({ fields, chosen, onChosen }: ColumnGroupsProps) {
  const [search, setSearch] = useState('');
  const has = createTextMatcher(search);
  const found = fields.filter((field) => {
    const { label, group } = studentFields[field];
    return has(foldForSearch(`${label} ${groupTitles[group]}`));
  });
  const set = (changed: readonly StudentField[], isChosen: boolean) =>
    onChosen(isChosen ? [...chosen, ...changed] : chosen.filter((field) => !changed.includes(field)));
  const groups = [...Map.groupBy(found, (field) => studentFields[field].group)];
  return (
    <>
      <TextField
        label="Search columns"
        type="search"
        placeholder="Phone, medical, father"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {groups.map(([group, members]) => {
        const count = members.filter((field) => chosen.includes(field)).length;
        return (
          <fieldset key={group}>
            <legend className={styles.title}>
              <Row as="label" gap={8} className={styles.choice} size={13.5} breaks>
                <input
                  type="checkbox"
                  checked={count === members.length}
                  ref={(box) => {
                    if (box) box.indeterminate = count > 0 && count < members.length;
                  }}
                  onChange={(event) => set(members, event.target.checked)}
                />
                {groupTitles[group]}
                <Muted className={styles.muted} as="span" weight={400} figures>{`${count} of ${members.length}`}</Muted>
              </Row>
            </legend>
            <div className={styles.fields}>
              {members.map((field) => (
                <Row as="label" gap={8} key={field} className={styles.choice} size={13.5} breaks>
                  <input
                    type="checkbox"
                    checked={chosen.includes(field)}
                    onChange={(event) => set([field], event.target.checked)}
                  />
                  {studentFields[field].label}
                </Row>
              ))}
            </div>
          </fieldset>
        );
      })}
      {groups.length === 0 && (
        <Muted className={styles.muted} weight={400} figures>
          No column matches.
        </Muted>
      )}
    </>
  );
}
