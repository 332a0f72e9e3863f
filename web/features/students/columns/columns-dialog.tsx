import { type ReactNode, useState } from 'react';
import type { StudentField } from '#shared/students/fields.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { defaultColumns } from '../table/student-columns.tsx';
import { ColumnGroups } from './column-groups.tsx';
import styles from './columns.module.css';
import { Presets } from './presets.tsx';

interface ColumnsDialogProps {
  /** What may be chosen, in the order of the register. */
  fields: readonly StudentField[];
  shown: readonly StudentField[];
  /** null: those that show from the start. */
  onShow: (columns: readonly StudentField[] | null) => void;
  onClose: () => void;
  /** What else can be done with the columns as they are chosen here. */
  actions?: (chosen: readonly StudentField[]) => ReactNode;
}

/** 'Select Data Columns' (product §2): what the table shows beside the name. Nothing changes behind the window until it is pressed. */
export default function ColumnsDialog({ fields, shown, onShow, onClose, actions }: ColumnsDialogProps) {
  const [chosen, setChosen] = useState<readonly StudentField[]>(shown);
  const inOrder = (wanted: readonly StudentField[]) => fields.filter((field) => wanted.includes(field));
  const choose = (wanted: readonly StudentField[]) => setChosen(inOrder(wanted));
  const isAsAtFirst = inOrder(defaultColumns).join() === chosen.join();
  return (
    <Dialog
      openedBy="act"
      open
      title="Select Data Columns"
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
      <div className={styles.body}>
        <Presets chosen={chosen} start={inOrder(defaultColumns)} onChosen={choose} />
        <ColumnGroups fields={fields} chosen={chosen} onChosen={choose} />
      </div>
    </Dialog>
  );
}
