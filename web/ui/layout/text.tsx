import type { ElementType } from 'react';
import { Box, type PropsOf } from './box.tsx';

/** A text that stands back. */
export const Muted = <As extends ElementType = 'p'>({ as, ...rest }: PropsOf<As>) => (
  <Box tone="muted" {...rest} as={as ?? 'p'} classes={[]} />
);

/** A text of a size, weight or tone of its own. */
export const Text = <As extends ElementType = 'span'>({ as, ...rest }: PropsOf<As>) => (
  <Box {...rest} as={as ?? 'span'} classes={[]} />
);
