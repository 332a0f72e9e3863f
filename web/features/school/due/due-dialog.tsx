import { dueWordings } from '#shared/school/wordings.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import type { OverlayProps } from '../../../ui/overlays/lazy-overlay.tsx';
import { DueLines } from './what-is-due.tsx';

/** What is due, for those who have no Current Term screen. */
export default function DueDialog({ open, onClose }: OverlayProps) {
  return (
    <Dialog openedBy="act" open={open} title={dueWordings.title} onClose={onClose}>
      <DueLines onChoose={onClose} />
    </Dialog>
  );
}
