import type { ReactNode } from 'react';
import type { DialogProps } from './dialog-window.tsx';
import styles from './overlays.module.css';
import { useMayOpen } from './use-may-open.ts';
import { WaitingLine } from './waiting-line.tsx';
import { whenOpened } from './when-opened.tsx';

export const preloadDialog = () => import('./dialog-window.tsx');

const Window = whenOpened<DialogProps>(preloadDialog);

/** A window over the page that holds the focus until it is closed, and then gives it back. It never opens over typing. */
export function Dialog(props: DialogProps) {
  const { mayOpen, isHeld, show } = useMayOpen(props);
  return (
    <>
      {isHeld && <WaitingLine title={props.title} onShow={show} />}
      <Window {...props} open={mayOpen} />
    </>
  );
}

/** The words behind a failure, set apart from our own. */
export const DialogDetail = ({ children }: { children: ReactNode }) => <p className={styles.detail}>{children}</p>;
