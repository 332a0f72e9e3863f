import * as z from 'zod/mini';
import { type CardLayout, cardLayoutShape } from './card-layout.ts';
import { layoutTextWordings } from './wordings.ts';

/** Characters of a layout as text: ten times what the fullest of ours has. */
const longestLayout = 20_000;

/** A layout as calls carry it: its JSON as one text, so that what it may take is bounded as a whole. */
export const toLayoutText = (layout: CardLayout): string => JSON.stringify(layout);

const json = () =>
  z.pipe(
    z.string().check(z.maxLength(longestLayout, layoutTextWordings.tooLong)),
    z.transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.issues.push({ code: 'custom', message: layoutTextWordings.unreadable, input: text });
        return z.NEVER;
      }
    }),
  );

/** A draft: of the right form, though it may contradict itself until it is published. */
export const draftLayoutText = () => z.pipe(json(), cardLayoutShape());
