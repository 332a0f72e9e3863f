import type { ReactNode } from 'react';
import styles from './display.module.css';

/** For screen readers only. */
export const VisuallyHidden = ({ children }: { children: ReactNode }) => (
  <span className={styles.hiddenText}>{children}</span>
);
