import type { ReactNode } from 'react';
import { Dialog } from '../ui/overlays/dialog.tsx';
import styles from './documents.module.css';

interface DocumentWindowProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** 80 % of the window wide, or all of it. */
  size: 'wide' | 'full';
  /** The document's parameters. Absent without a choice. */
  choices?: ReactNode;
  /** Said while there is no document yet. */
  nothing?: string;
  /** The document; null while there is none. */
  children: ReactNode;
}

/** Choices above, the document below (product §2 "Reports open in a frame in a dialog"). */
export function DocumentWindow({ open, onClose, title, size, choices, nothing, children }: DocumentWindowProps) {
  return (
    <Dialog openedBy="act" open={open} onClose={onClose} title={title} size={size} flush>
      <div className={styles.sheet}>
        {choices ? <div className={styles.choices}>{choices}</div> : <div />}
        {children ?? <p className={styles.nothing}>{nothing}</p>}
      </div>
    </Dialog>
  );
}
