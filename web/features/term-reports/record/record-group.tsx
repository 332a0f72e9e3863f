import type { ReactNode } from 'react';
import styles from './record.module.css';

interface RecordGroupProps {
  title: string;
  /** Why the group is closed, beside its title. */
  aside?: ReactNode;
  /** What it holds in a few words; where given, the group is folded away to them. */
  folded?: string | undefined;
  children: ReactNode;
}

/** Fields that belong together. What the user may not write is folded away to a line, and opens at a press. */
export function RecordGroup({ title, aside, folded, children }: RecordGroupProps) {
  if (folded === undefined) {
    return (
      <div className={styles.group}>
        <h3>
          {title}
          {aside && <span className={styles.aside}>{aside}</span>}
        </h3>
        {children}
      </div>
    );
  }
  return (
    <details className={styles.folded}>
      <summary>
        <h3>{title}</h3>
        <span className={styles.aside}>{folded}</span>
      </summary>
      <div className={styles.group}>{children}</div>
    </details>
  );
}
