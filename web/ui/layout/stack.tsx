import type { ElementType } from 'react';
import { Box, type PropsOf } from './box.tsx';
import styles from './layout.module.css';

export interface StackOwnProps {
  /** Where its children stand in its width; as wide as it is where nothing is said. */
  align?: 'start' | 'center' | undefined;
  /** Children keep their height at its top, in a stack that is higher than they are. */
  top?: boolean | undefined;
  /**
   * Two of them beside each other, `always` or where there is room for two fields; `fit`: as many as have 150 pixels.
   */
  pairs?: 'always' | 'desk' | 'fit' | undefined;
  /**
   * No child makes it wider than the room it has: a table in it scrolls. In the cell of a table it would let the cell
   * be too narrow.
   */
  narrow?: boolean | undefined;
  /** A line between each two. */
  lined?: boolean | undefined;
  /** For names in a notice: indented, and scrolled where they are higher than half the window. */
  scrolls?: boolean | undefined;
  /** A child with `flex: 1` takes the rest of its height. */
  fill?: boolean | undefined;
  /** On a phone its children stand side by side, in as many lines as they need. */
  phone?: boolean | undefined;
}

/** Children below each other. */
export function Stack<As extends ElementType = 'div'>({
  align,
  top,
  pairs,
  narrow,
  lined,
  scrolls,
  fill,
  phone,
  ...rest
}: PropsOf<As, StackOwnProps>) {
  const classes = [
    fill ? styles.column : styles.stack,
    align === 'start' && styles.left,
    align === 'center' && styles.middle,
    top && styles.top,
    pairs && (pairs === 'fit' ? styles.fit : styles.pairs),
    pairs === 'desk' && styles.pairsOnDesk,
    narrow && styles.narrow,
    lined && styles.lined,
    scrolls && styles.scrolls,
    phone && styles.stackToRow,
  ];
  return <Box {...rest} classes={classes} />;
}

export interface PanelOwnProps extends StackOwnProps {
  /** In a window or another panel: closer, and on a ground of its own. */
  inner?: boolean | undefined;
  /** Without room at its edges: its parts have lines between them from one edge to the other. */
  flush?: boolean | undefined;
}

/** A framed part of a screen, its children below each other. */
export const Panel = <As extends ElementType = 'div'>({
  inner,
  flush,
  className,
  ...rest
}: PropsOf<As, PanelOwnProps>) => (
  <Stack
    {...(rest as PropsOf<'div', StackOwnProps>)}
    className={[styles.panel, inner && styles.inner, !flush && styles.padded, className].filter(Boolean).join(' ')}
  />
);
