import type { ElementType } from 'react';
import { Box, type PropsOf } from './box.tsx';

/** A text that stands back. */
export const Muted = <As extends ElementType = 'p'>({ as, ...rest }: PropsOf<As>) => (
  <Box tone="muted" {...rest} as={as ?? 'p'} classes={[]} />
);
