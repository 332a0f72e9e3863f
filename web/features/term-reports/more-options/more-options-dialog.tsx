import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { ChangeClass } from './change-class.tsx';
import { DeleteRecord, type RecordOptionProps } from './delete-record.tsx';
import styles from './more-options.module.css';
import { TermSettings, type TermSettingsProps } from './term-settings.tsx';

export interface MoreOptionsProps extends RecordOptionProps, TermSettingsProps {
  open: boolean;
  onClose: () => void;
}

/** What the office does with a class's or a student's reports (product §2, admin only). */
export default function MoreOptionsDialog({ open, onClose, onDone, ...place }: MoreOptionsProps) {
  const done = () => {
    onDone();
    onClose();
  };
  return (
    <Dialog
      openedBy="act"
      open={open}
      onClose={onClose}
      title="More Options"
      text={`${place.classId} · ${place.record.name}`}
    >
      {open && (
        <div className={styles.options}>
          <TermSettings {...place} onDone={done} />
          <ChangeClass {...place} onDone={done} />
          <DeleteRecord {...place} onDone={done} />
        </div>
      )}
    </Dialog>
  );
}
