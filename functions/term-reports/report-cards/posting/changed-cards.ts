import { inParallel } from '../../../platform/in-parallel.ts';
import { school } from '../../../school/records/school.ts';
import { classConcurrency, readLiveCardsOfClass, readTermFacts } from '../live-cards.ts';
import type { ReportCard } from '../report-card.ts';
import { digestOfCard, listCardDifferences, withFactsOfCopy } from './card-changes.ts';
import { readCardDigestsOfClass, readFrozenCards } from './posted-reports.ts';
import type { PostingItem } from './postings.ts';

/** A card that differs from its posted copy, or has none: then `changed` is empty. */
export interface ChangedCard {
  card: ReportCard;
  changed: string[];
}

/**
 * The cards of a class that differ from the copies parents see. One query for the digests, and one request for each
 * hundred copies of cards whose digest differs, or that were posted with another class.
 */
export async function listChangedCardsOfClass(
  posting: PostingItem | undefined,
  { classId, cards }: { classId: string; cards: readonly ReportCard[] },
): Promise<ChangedCard[]> {
  const digests = posting?.isPosted ? await readCardDigestsOfClass(posting, classId) : new Map<string, string>();
  const others = cards.filter((card) => digests.get(card.student.id) !== digestOfCard(card));
  const copies = await readFrozenCards(
    posting,
    others.map(({ student }) => student.id),
  );
  return others.flatMap((card) => {
    const copy = copies.get(card.student.id);
    const changed = copy ? listCardDifferences(copy.card, card) : [];
    return copy && changed.length === 0 ? [] : [{ card: copy ? withFactsOfCopy(card, copy.card) : card, changed }];
  });
}

/** The same for every class of the posted term. */
export async function listChangedCards(posting: PostingItem): Promise<ChangedCard[]> {
  const { year, term } = posting;
  const ofTerm = readTermFacts({ year, term });
  const classes = await inParallel(school().formClasses, {
    atOnce: classConcurrency,
    does: async ({ id: classId }) => {
      const { cards } = await readLiveCardsOfClass({ year, term, classId }, ofTerm);
      return cards.length === 0 ? [] : listChangedCardsOfClass(posting, { classId, cards });
    },
  });
  return classes.flat();
}
