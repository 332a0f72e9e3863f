import type { ReactNode } from 'react';
import { Stack } from '../layout/stack.tsx';
import { Muted } from '../layout/text.tsx';
import styles from './display.module.css';

interface FigureTileProps {
  name: string;
  /** Explains the figures beside it, without a frame. */
  isBare?: boolean;
  /** Its `dd`. */
  children: ReactNode;
}

/** A figure under its name, in a frame: one of a `dl`. */
export const FigureTile = ({ name, isBare = false, children }: FigureTileProps) => (
  <Stack gap={2} figures className={isBare ? `${styles.tile} ${styles.bare}` : styles.tile}>
    <Muted as="dt" size="12on16">
      {name}
    </Muted>
    {children}
  </Stack>
);
