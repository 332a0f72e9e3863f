import {
  type StatusPurpose,
  statusListCredential,
  statusListName,
  statusPurposes,
} from '#shared/verification/card-credential.ts';
import { encodeBits, toStatusBits } from '#shared/verification/status-list.ts';
import type { Action } from '../../../platform/table/action.ts';
import { entity } from '../../../platform/table/entity.ts';
import type { Term } from '../../../school/records/term-locks.ts';
import { createCardSigner } from '../../../verification/records/card-keys.ts';

/** Where the cards that were signed together are in the status lists of their term: written once, in the transaction of their copies. */
export interface CardPlacesItem extends Term {
  /** The number of the copies. */
  version: number;
  /** The first of the students, which tells the transactions of a posting apart. */
  part: string;
  /** `<student>/<place>` a line: a thousand of them are read with each batch of a posting. */
  cards: string;
}

export const CardPlacesEntity = entity<CardPlacesItem>()({
  name: 'card-places',
  table: 'trail',
  pk: 'card-places#${year}#${term}',
  open: 'where the cards of a posted term are in its status lists',
  sk: '${version}#${part}',
});

/** The place of a card. */
export interface CardPlace {
  studentId: string;
  index: number;
}

export const formatCardPlaces = (cards: readonly CardPlace[]): string =>
  cards.map(({ studentId, index }) => `${studentId}/${index}`).join('\n');

export const parseCardPlaces = ({ cards }: Pick<CardPlacesItem, 'cards'>): CardPlace[] =>
  cards.split('\n').map((line) => {
    const at = line.lastIndexOf('/');
    return { studentId: line.slice(0, at), index: Number(line.slice(at + 1)) };
  });

/** The places of every card that was ever signed for a term. One query. */
export const listCardPlaces = ({ year, term }: Term): Promise<CardPlacesItem[]> =>
  CardPlacesEntity.query({ year, term });

/** A signed status list, as everybody may fetch it. */
interface CardStatusListItem {
  /** As in its address. */
  name: string;
  /** JSON of the credential. */
  content: string;
}

export const CardStatusListEntity = entity<CardStatusListItem>()({
  name: 'card-status-list',
  pk: 'card-status-lists',
  sk: '${name}',
});

/** Which copies of a term parents see. */
interface PostedCopies extends Term {
  isPosted: boolean;
  /** The numbers whose copies are posted. */
  editions: readonly number[];
}

/**
 * Writes the status lists of a term as a posting leaves them: for the transaction that stores the posting, on its condition. None where no
 * card of the term was signed.
 * @param added places that the same transaction stores
 */
export async function writeStatusListActions(
  posting: PostedCopies,
  { now, added = [] }: { now: Date; added?: readonly CardPlacesItem[] },
): Promise<Action[]> {
  const [stored, signer] = await Promise.all([listCardPlaces(posting), createCardSigner(now)]);
  const places = [...stored, ...added].flatMap((item) =>
    parseCardPlaces(item).map((card) => ({ ...card, version: item.version })),
  );
  if (!signer || places.length === 0) return [];
  const indexes = withdrawnIndexes(posting, places);
  return Promise.all(
    statusPurposes.map(async (purpose) => {
      const name = statusListName(posting, purpose);
      const encodedList = await encodeBits(toStatusBits(indexes[purpose]));
      const list = statusListCredential({ address: signer.address, name, purpose, encodedList, at: now });
      return CardStatusListEntity.put({ name, content: JSON.stringify(await signer.sign(list)) });
    }),
  );
}

/** The places of cards that the school does not stand by, and of those that a later edition has replaced. Pure. */
export function withdrawnIndexes(
  { isPosted, editions }: Pick<PostedCopies, 'isPosted' | 'editions'>,
  places: readonly { studentId: string; index: number; version: number }[],
): Record<StatusPurpose, number[]> {
  const posted = new Set(isPosted ? editions : []);
  const current = new Map<string, number>();
  for (const { studentId, version } of places) {
    if (posted.has(version)) current.set(studentId, Math.max(version, current.get(studentId) ?? 0));
  }
  const withdrawn = places.filter(({ studentId, version }) => current.get(studentId) !== version);
  return {
    suspension: withdrawn.map(({ index }) => index),
    refresh: withdrawn.filter(({ studentId }) => current.has(studentId)).map(({ index }) => index),
  };
}
