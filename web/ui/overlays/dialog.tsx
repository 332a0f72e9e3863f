import type { ReactNode } from 'react';
import type { DialogProps } from './dialog-window.tsx';
import styles from './overlays.module.css';
import { whenOpened } from './when-opened.tsx';

export const preloadDialog = () => import('./dialog-window.tsx');

/** A window over the page that holds the focus until it is closed, and then gives it back. */
export const Dialog = whenOpened<DialogProps>(preloadDialog);

/** The words behind a failure, set apart from our own. */
export const DialogDetail = ({ children }: { children: ReactNode }) => <p className={styles.detail}>{children}</p>;
