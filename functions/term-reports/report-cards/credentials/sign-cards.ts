import { cardCredential } from '#shared/verification/card-credential.ts';
import { initialsOf, packCard, parseSignature, type SignedCard, unpackCard } from '#shared/verification/signed-card.ts';
import { addressOfSite } from '../../../school/records/school.ts';
import { drawFreeStatusIndexes, newCardCode } from '../../../verification/records/card-codes.ts';
import { type CardSigner, createCardSigner } from '../../../verification/records/card-keys.ts';
import type { ReportCard, SchoolHead } from '../report-card.ts';
import { type CardPlacesItem, formatCardPlaces, listCardPlaces, parseCardPlaces } from './status-lists.ts';

/** Cards signed together, and where they are in the status lists of their term. */
export interface SignedCards {
  /** By student. */
  signed: ReadonlyMap<string, CardAtAddress>;
  places: CardPlacesItem;
}

/**
 * Signs cards as they are frozen under a number; null for a school without an address of its own. Codes and places are random: cards that
 * are signed again, because a transaction was not written, get others. One request for the places that are taken, and the signer's.
 */
export async function signCards(
  cards: readonly ReportCard[],
  edition: { year: number; term: 1 | 2 | 3; version: number; postedAt: string },
  school: Pick<SchoolHead, 'name'>,
): Promise<SignedCards | null> {
  if (addressOfSite() === null) return null;
  const [signer, stored] = await Promise.all([createCardSigner(new Date(edition.postedAt)), listCardPlaces(edition)]);
  const part = cards[0]?.student.id;
  if (!signer || part === undefined) return null;
  const { year, term, version } = edition;
  const used = stored.flatMap(parseCardPlaces).map(({ index }) => index);
  const free = drawFreeStatusIndexes(cards.length, new Set(used));
  const signedAt = Math.floor(Date.parse(edition.postedAt) / 1000);
  const signed = new Map<string, CardAtAddress>();
  for (const [at, card] of cards.entries()) {
    const figures = { ...figuresOf(card), signedAt, school: school.name.toWellFormed(), statusIndex: free[at] ?? 0 };
    signed.set(card.student.id, await signCard(figures, signer));
  }
  const placed = [...signed].map(([studentId, { statusIndex: index }]) => ({ studentId, index }));
  return { signed, places: { year, term, version, part, cards: formatCardPlaces(placed) } };
}

async function signCard(
  figures: Omit<SignedCard, 'signature' | 'key' | 'code'>,
  { key, address, signCard: issue }: CardSigner,
): Promise<CardAtAddress> {
  const card = { ...figures, key, code: newCardCode() };
  const { proof } = await issue(cardCredential(card, address));
  return { ...card, address, signature: parseSignature(proof.proofValue) };
}

/** What a stranger may see of a card (rule 57). */
const figuresOf = ({ student, period, average, subjects }: ReportCard) => ({
  year: period.year,
  term: period.term,
  termTitle: period.termTitle,
  initials: initialsOf(student.name.toWellFormed()),
  classId: student.classId,
  average: average.text,
  subjects: subjects.map(({ title, total }) => ({ title: title.toWellFormed(), total })),
});

/** A signed card, and the school's address that it was signed for. */
export type CardAtAddress = SignedCard & { address: string };

/** A signed card as its copy has it. */
export const toStoredCard = ({ address, ...card }: CardAtAddress) => ({
  code: card.code,
  signed: Buffer.from(packCard(card)).toString('base64url'),
  signedFor: address,
});

/** The card that {@link toStoredCard} has stored; null for a copy that was made while the school had no address. */
export function readStoredCard({ signed, signedFor }: { signed?: string | undefined; signedFor?: string | undefined }) {
  if (signed === undefined || signedFor === undefined) return null;
  const card = unpackCard(Buffer.from(signed, 'base64url'));
  if (!card) throw new Error('A signed card of a later version');
  return { ...card, address: signedFor };
}
