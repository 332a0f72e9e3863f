import type { ReactNode } from 'react';
import type { Tone } from './alert.tsx';
import styles from './display.module.css';

/** A short fact in a pill; without a tone it is plain. */
export const Chip = ({ tone, children }: { tone?: Tone | undefined; children: ReactNode }) => (
  <span className={tone ? `${styles.chip} ${styles[tone]}` : styles.chip}>{children}</span>
);
