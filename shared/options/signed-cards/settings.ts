import * as z from 'zod/mini';

/** What a school file may set of signed cards; made when it is first read. */
export const signedCardsSettings = z.lazy(() =>
  z.strictObject({
    /** False for a school that signs no more report cards: what it has signed is answered for as before. */
    signs: z._default(z.boolean(), true),
  }),
);

/** @param ofOptions the settings of all options in a school file that was checked */
export const readSignedCardsSettings = (ofOptions: Readonly<Record<string, unknown>>) =>
  signedCardsSettings.parse(ofOptions['signed-cards'] ?? {});
