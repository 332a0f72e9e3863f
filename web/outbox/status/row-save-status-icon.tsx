import { VisuallyHidden } from '@aws-amplify/ui-react';
import { Check, CircleAlert, CloudOff, type LucideIcon } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Spinner } from '../../ui/controls/button.tsx';
import display from '../../ui/display/display.module.css';
import { type SaveStatus, saveStatusClasses, saveStatusLabels } from '../../ui/screen/save-status-text.tsx';
import type { Outbox } from '../outbox.ts';

const icons: Partial<Record<SaveStatus, LucideIcon>> = {
  saved: Check,
  error: CircleAlert,
  refused: CircleAlert,
  waiting: CloudOff,
};

/** The save status of one record, as an icon; nothing for an unchanged record. */
export function RowSaveStatusIcon({ outbox, id }: { outbox: Outbox; id: string }) {
  const { status, failures, waiting } = useSyncExternalStore(outbox.subscribe, () => outbox.state(id));
  if (status === 'idle') return null;
  const [refused] = Object.values(waiting?.refused ?? {});
  const text = failures[0]?.message ?? refused?.message ?? saveStatusLabels[status];
  const Icon = icons[status];
  return (
    <span className={`${display.saveState} ${saveStatusClasses[status]}`} title={text}>
      {Icon ? <Icon size={16} aria-hidden /> : <Spinner />}
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  );
}
