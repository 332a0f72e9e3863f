import type { ReactNode } from 'react';
import styles from './display.module.css';

/** A text that may take a second line of its row, and no third. */
export const TwoLines = ({ children }: { children: ReactNode }) => <span className={styles.twoLines}>{children}</span>;
