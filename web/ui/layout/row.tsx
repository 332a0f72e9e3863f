import type { ElementType } from 'react';
import { Box, type PropsOf } from './box.tsx';
import styles from './layout.module.css';

export interface RowOwnProps {
  /** Where its children stand in its height; `stretch` makes them as high as the highest. */
  align?: 'start' | 'center' | 'end' | 'baseline' | 'stretch' | undefined;
  /** Where they stand in its width: at the start where nothing is said. */
  justify?: 'between' | 'end' | 'center' | undefined;
  /** More lines, where one has no room. */
  wrap?: boolean | undefined;
  /** As wide as its children, in a line of text. */
  inline?: boolean | undefined;
  /** On a phone alone: the row of a table that there is a card. */
  phone?: boolean | undefined;
}

/** The classes of a Row, for what is drawn by the thousand. */
export const rowClasses = `${styles.row} ${styles.center}`;

const ends = { between: styles.between, end: styles.toEnd, center: styles.toCenter };

/** Children side by side, in the middle of its height. */
export function Row<As extends ElementType = 'div'>({
  align = 'center',
  justify,
  wrap,
  inline,
  phone,
  ...rest
}: PropsOf<As, RowOwnProps>) {
  const classes = [
    phone ? styles.rowOnPhone : inline ? styles.inline : styles.row,
    align !== 'stretch' && styles[align],
    justify && ends[justify],
    wrap && styles.wrap,
  ];
  return <Box {...rest} classes={classes} />;
}

/**
 * What is chosen and pressed above a sheet or a list: fields with their labels, and buttons beside them, in as many
 * lines as they need.
 */
export const Toolbar = <As extends ElementType = 'div'>(props: PropsOf<As, RowOwnProps>) => (
  <Row align="end" gap={12} wrap {...(props as PropsOf<'div', RowOwnProps>)} />
);
