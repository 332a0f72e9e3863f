import { entity } from '../../../platform/table/entity.ts';
import type { Term } from '../../../school/records/term-locks.ts';

/**
 * Where the cards that were signed together are in the status lists of their term: written once, in the transaction of
 * their copies.
 */
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
