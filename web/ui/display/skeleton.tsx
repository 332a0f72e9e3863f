import { Placeholder } from '@aws-amplify/ui-react';
import styles from './display.module.css';

/** Grey lines in place of text that is being loaded. Announced once, by the label. */
export function Skeleton({ lines = 6, label = 'Loading' }: { lines?: number; label?: string }) {
  return (
    <div className={styles.skeletonLines} role="status" aria-label={label}>
      {Array.from({ length: lines }, (_none, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
        <Placeholder key={line} />
      ))}
    </div>
  );
}
