import * as z from 'zod/mini';
import { cardLayoutShape } from './card-layout.ts';
import { findContradictions } from './contradictions.ts';

/**
 * Makes the schema of a report card's layout: what is on the card, where, and under which heading. A layout that
 * contradicts itself is refused with the place. Few calls need it, so it is not made at import.
 */
export const cardLayoutSchema = () =>
  cardLayoutShape().check(
    z.superRefine((layout, context) => {
      for (const { path, message } of findContradictions(layout)) {
        context.addIssue({ code: 'custom', message, path });
      }
    }),
  );
