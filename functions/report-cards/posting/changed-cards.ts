import type { ReportCard } from '../report-card.ts';
import { changesOfCard } from './card-changes.ts';
import { frozenCardsOf, frozenCardsOfClass } from './frozen-cards.ts';
import type { PostingItem } from './posting-record.ts';

/** A card that is otherwise now than its posted copy, or has none: then `changed` is empty. */
export interface ChangedCard {
  card: ReportCard;
  changed: string[];
}

/**
 * The cards of a class that are otherwise now than parents saw them. One query, and one request for each hundred copies of those who were
 * posted with another class.
 */
export async function changedCardsOfClass(
  posting: PostingItem | undefined,
  { classId, cards }: { classId: string; cards: readonly ReportCard[] },
): Promise<ChangedCard[]> {
  const copies = await frozenCardsOfClass(posting, classId);
  const others = cards.filter(({ student }) => !copies.has(student.id)).map(({ student }) => student.id);
  const elsewhere = await frozenCardsOf(posting, others);
  return cards.flatMap((card) => {
    const copy = copies.get(card.student.id) ?? elsewhere.get(card.student.id);
    const changed = copy ? changesOfCard(copy.card, card) : [];
    return copy && changed.length === 0 ? [] : [{ card, changed }];
  });
}
