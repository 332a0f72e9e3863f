import * as z from 'zod/mini';

/** What a school file may set of signed cards; made when it is first read. */
export const signedCardsSettings = z.lazy(() =>
  z.strictObject({
    /** False for a school that signs no more report cards: what it has signed is answered for as before. */
    signs: z._default(z.boolean(), true),
    /**
     * The number of the key in KMS that signs, which a deployment makes: higher than that of any key that the school
     * has had, and the next after a suspicion. Null where keys are in the school's own table, whose readers could forge
     * a card (ADR 0110).
     */
    keyInKms: z._default(z.nullable(z.int().check(z.gte(1), z.lte(999))), null),
  }),
);

/** @param ofOptions the settings of all options in a school file that was checked */
export const readSignedCardsSettings = (ofOptions: Readonly<Record<string, unknown>>) =>
  signedCardsSettings.parse(ofOptions['signed-cards'] ?? {});
