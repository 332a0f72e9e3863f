import { Text } from '@aws-amplify/ui-react';
import type { ReactNode } from 'react';
import styles from './display.module.css';

/** A list of things, each a row with a line between. */
export const RowList = ({ children }: { children: ReactNode }) => <ul className={styles.rows}>{children}</ul>;

interface RowProps {
  what: ReactNode;
  /** Smaller, below it. */
  detail: ReactNode;
  /** A button at the row's end. */
  action?: ReactNode;
}

export const ListRow = ({ what, detail, action }: RowProps) => (
  <li>
    <div>
      <Text className={`${styles.rowWhat}`}>{what}</Text>
      <Text variation="secondary" className={`${styles.rowDetail}`}>
        {detail}
      </Text>
    </div>
    {action}
  </li>
);
