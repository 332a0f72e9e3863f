import type { ReactNode } from 'react';
import type { DialogProps } from './dialog-window.tsx';
import { lazyOverlay, WaitingWindowNotice } from './lazy-overlay.tsx';
import styles from './overlays.module.css';
import { useMayOpenOverlay } from './use-may-open-overlay.ts';

export const preloadDialog = () => import('./dialog-window.tsx');

const Window = lazyOverlay<DialogProps>(preloadDialog);

/**
 * A window over the page that holds the focus until it is closed, and then gives it back. It never opens over typing.
 */
export function Dialog(props: DialogProps) {
  const { canOpen, isHeld, show } = useMayOpenOverlay(props);
  return (
    <>
      {isHeld && <WaitingWindowNotice title={props.title} onShow={show} />}
      <Window {...props} open={canOpen} />
    </>
  );
}

/** The words behind a failure, set apart from our own. */
export const DialogDetail = ({ children }: { children: ReactNode }) => <p className={styles.detail}>{children}</p>;
