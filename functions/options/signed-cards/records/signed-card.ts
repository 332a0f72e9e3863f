import { type SignedCard, unpackCard } from '#shared/options/signed-cards/signed-card.ts';
import { school } from '../../../school/records/school.ts';
import type { ProofOfCopy } from '../../../term-reports/report-cards/card-proofs.ts';

/** A signed card, and the school's address that it was signed for. */
export type CardAtAddress = SignedCard & { address: string };

/** The card that a copy was signed as. @throws where a later version of the program has signed it */
export function readSignedCard({ signed, signedFor }: ProofOfCopy): CardAtAddress {
  const card = unpackCard(Buffer.from(signed, 'base64url'));
  if (!card) throw new Error('A signed card of a later version');
  return { ...card, address: signedFor };
}

/**
 * The same for what shows or hands out a proof: null for a copy without one, and where nobody could check it, because
 * the school has no signed cards.
 */
export const readShownCard = (proof: ProofOfCopy | null): CardAtAddress | null =>
  proof && school().options.includes('signed-cards') ? readSignedCard(proof) : null;
