import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import styles from './corrections.module.css';
import { deleteRecords, type ListedDay } from './delete-records.ts';

interface DeleteModeProps {
  studentId: string;
  /** Every day of the list. */
  days: readonly ListedDay[];
  /** Days that are chosen; null outside of delete mode. */
  chosen: ReadonlySet<string> | null;
  onChosen: (chosen: ReadonlySet<string> | null) => void;
  /** Something was deleted, or undone: read the list again. */
  onDone: () => void;
}

/** The buttons of delete mode, for a list whose rows have checkboxes while it is on (product §2). */
export function DeleteMode({ studentId, days, chosen, onChosen, onDone }: DeleteModeProps) {
  const [isBusy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    const picked = days.filter(({ date }) => chosen?.has(date));
    if (await deleteRecords({ studentId, days: picked, onDone })) onChosen(null);
    setBusy(false);
  };
  if (!chosen)
    return (
      <div className={styles.mode}>
        <Button icon={Trash2} onClick={() => onChosen(new Set())}>
          Delete records
        </Button>
      </div>
    );
  return (
    <div className={styles.mode}>
      <Button variant="danger" icon={Trash2} busy={isBusy} unavailable={chosen.size === 0} onClick={() => void press()}>
        Delete {chosen.size}
      </Button>
      <Button onClick={() => onChosen(null)}>Cancel</Button>
    </div>
  );
}
