import { Card } from '@aws-amplify/ui-react';
import type { ComponentProps, ReactNode } from 'react';
import { WholeDates } from '../screen/whole-dates.tsx';
import styles from './table.module.css';

export interface TableProps {
  /** Name of the table, read out and not shown: there is usually a heading above it. */
  label: string;
  /** Rows of 36 pixels instead of 40. */
  dense?: boolean | undefined;
  /** The first column stays in view when the table is scrolled sideways. */
  stickyFirst?: boolean | undefined;
  /**
   * On a phone a row becomes lines: what names it with its buttons, and below the cells that say by `data-label` what
   * they are, as its headings are not there. For what would go sideways.
   */
  folds?: boolean | undefined;
  /** `thead` and `tbody`. Name each row by a `th scope="row"`. */
  children: ReactNode;
}

/** A framed table with a sticky head. It scrolls inside its frame; the keyboard can reach the frame to scroll it. */
export function Table({ label, dense = false, stickyFirst = false, folds = false, children }: TableProps) {
  const classes = [styles.table, dense && styles.dense, stickyFirst && styles.stickyFirst, folds && styles.folds]
    .filter(Boolean)
    .join(' ');
  return (
    // Reached by keyboard, because it scrolls (WCAG 2.1.1).
    <Card as="section" variation="outlined" className={`${styles.frame}`} aria-label={label} tabIndex={0}>
      <table className={classes}>{children}</table>
    </Card>
  );
}

/** A figure: right-aligned, digits of one width. */
export const NumberCell = ({ children, ...rest }: Omit<ComponentProps<'td'>, 'className' | 'style'>) => (
  <td {...rest} className={styles.number}>
    {children}
  </td>
);

/** Heading of a column of {@link NumberCell}s. */
export const NumberHead = ({ children }: { children: ReactNode }) => (
  <th scope="col" className={styles.number}>
    <WholeDates>{children}</WholeDates>
  </th>
);
