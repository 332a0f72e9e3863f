import { Check, CircleAlert, CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Spinner } from '../controls/button.tsx';
import styles from '../display/display.module.css';

/**
 * `waiting`: kept on this device until the server can be reached again (rule 10). `refused`: a text that is no value,
 * kept until somebody corrects it (rule 40).
 */
export type SaveStatus = 'idle' | 'saving' | 'saved' | 'error' | 'waiting' | 'refused';

export const saveStatusLabels: Record<SaveStatus, string> = {
  idle: '',
  saving: 'Saving...',
  saved: 'Saved',
  error: 'Error Occured',
  waiting: 'Waiting to save',
  refused: 'Not saved',
};

export interface SaveStatusTextProps {
  status: SaveStatus;
  /** Other words for the status, such as "Record Saved". */
  text?: ReactNode;
  /** Announce changes. One such state a screen: a live region in each of 40 rows would never stop talking. */
  live?: boolean | undefined;
}

/** Whether what was typed has reached the server. */
export function SaveStatusText({ status, text = saveStatusLabels[status], live = false }: SaveStatusTextProps) {
  return (
    <span
      className={`${styles.saveState} ${saveStatusClasses[status]}`}
      {...(live ? { role: 'status' } : {})}
      title={typeof text === 'string' ? text : undefined}
    >
      {status === 'saving' && <Spinner />}
      {status === 'saved' && <Check size={16} aria-hidden />}
      {(status === 'error' || status === 'refused') && <CircleAlert size={16} aria-hidden />}
      {status === 'waiting' && <CloudOff size={16} aria-hidden />}
      <span>{text}</span>
    </span>
  );
}

export const saveStatusClasses: Record<SaveStatus, string | undefined> = {
  idle: undefined,
  saving: styles.saving,
  saved: styles.saved,
  error: styles.failed,
  waiting: styles.saving,
  refused: styles.failed,
};
