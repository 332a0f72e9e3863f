import { cardCredential } from '#shared/options/signed-cards/card-credential.ts';
import { initialsOf, packCard, parseSignature, type SignedCard } from '#shared/options/signed-cards/signed-card.ts';
import { inParallel } from '../../../platform/in-parallel.ts';
import { addressOfSite } from '../../../school/records/school.ts';
import type { CardProofs, ProofOfCopy } from '../../../term-reports/report-cards/card-proofs.ts';
import type { ReportCard } from '../../../term-reports/report-cards/report-card.ts';
import { CardPlacesEntity, formatCardPlaces, listCardPlaces, parseCardPlaces } from '../records/card-places.ts';
import { drawFreeStatusIndexes, newCardCode } from './card-codes.ts';
import { type CardSigner, createCardSigner } from './card-signer.ts';
import { isSigning } from './settings.ts';

/**
 * Of a key in KMS each signature is a request: so many wait together, a few hundred a second of the thousand that all
 * schools of an account have.
 */
export const signaturesAtOnce = 5;

/**
 * Signs cards as they are frozen under a number; null for a school without an address of its own, and for one that
 * signs no more. Codes and places are random: cards that are signed again, because a transaction was not written, get
 * others. One request for the places that are taken, and the signer's.
 */
export const freezeProofs: CardProofs['freeze'] = async (cards, edition, school) => {
  if (addressOfSite() === null || !isSigning()) return null;
  const [signer, stored] = await Promise.all([createCardSigner(new Date(edition.postedAt)), listCardPlaces(edition)]);
  const part = cards[0]?.student.id;
  if (!signer || part === undefined) return null;
  const { year, term, version } = edition;
  const used = stored.flatMap(parseCardPlaces).map(({ index }) => index);
  const free = drawFreeStatusIndexes(cards.length, new Set(used));
  const signedAt = Math.floor(Date.parse(edition.postedAt) / 1000);
  const signed = await inParallel([...cards.entries()], {
    atOnce: signaturesAtOnce,
    does: async ([at, card]) => {
      const figures = { ...figuresOf(card), signedAt, school: school.name.toWellFormed(), statusIndex: free[at] ?? 0 };
      return [card.student.id, toProof(await signCard(figures, signer), signer.address)] as const;
    },
  });
  const placed = cards.map(({ student }, at) => ({ studentId: student.id, index: free[at] ?? 0 }));
  const places = { year, term, version, part, cards: formatCardPlaces(placed) };
  return { ofStudent: new Map(signed), change: CardPlacesEntity.create(places), kept: places };
};

async function signCard(
  figures: Omit<SignedCard, 'signature' | 'key' | 'code'>,
  { key, address, signCard: issue }: CardSigner,
): Promise<SignedCard> {
  const card = { ...figures, key, code: newCardCode() };
  const { proof } = await issue(cardCredential(card, address));
  return { ...card, signature: parseSignature(proof.proofValue) };
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

/** A signed card as its copy has it (`readSignedCard` reads it). */
const toProof = (card: SignedCard, address: string): ProofOfCopy => ({
  code: card.code,
  signed: Buffer.from(packCard(card)).toString('base64url'),
  signedFor: address,
});
