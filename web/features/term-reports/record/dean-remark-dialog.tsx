import { remarkLimits } from '#shared/term-reports/limits.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useDraft } from './use-draft.ts';

interface DeanRemarkDialogProps {
  open: boolean;
  name: string;
  value: string | null;
  onValue: (value: string | null) => void;
  onClose: () => void;
}

/** The longer form of the dean's remark, up to 500 characters (product §2). */
export function DeanRemarkDialog({ open, name, value, onValue, onClose }: DeanRemarkDialogProps) {
  return (
    <Dialog
      openedBy="act"
      open={open}
      onClose={onClose}
      title={`Dean comments — ${name}`}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      {open && <DeanRemark value={value} onValue={onValue} onDone={onClose} />}
    </Dialog>
  );
}

interface DeanRemarkProps extends Pick<DeanRemarkDialogProps, 'value' | 'onValue'> {
  onDone: () => void;
}

function DeanRemark({ value, onValue, onDone }: DeanRemarkProps) {
  const { text, type, leave } = useDraft({
    name: 'dcomments',
    stored: value ?? '',
    limit: remarkLimits.deanPopup,
    save: (typed) => onValue(typed === '' ? null : typed),
  });
  return (
    <TextArea
      label="Dean comments"
      limit={remarkLimits.deanPopup}
      rows={7}
      value={text}
      onValueChange={type}
      onBlur={leave}
      onDone={onDone}
    />
  );
}
