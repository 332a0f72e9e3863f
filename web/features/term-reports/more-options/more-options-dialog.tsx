import { Stack } from '../../../ui/layout/stack.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { ChangeClassOption } from './change-class-option.tsx';
import { DeleteRecordOption, type RecordOptionProps } from './delete-record-option.tsx';
import { TermSettingsOption, type TermSettingsOptionProps } from './term-settings-option.tsx';

export interface MoreOptionsProps extends RecordOptionProps, TermSettingsOptionProps {
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
        <Stack gap={16} above={12}>
          <TermSettingsOption {...place} onDone={done} />
          <ChangeClassOption {...place} onDone={done} />
          <DeleteRecordOption {...place} onDone={done} />
        </Stack>
      )}
    </Dialog>
  );
}
