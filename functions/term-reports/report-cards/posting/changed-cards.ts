import type { CardLayout } from '#shared/term-reports/layouts/card-layout.ts';
import { inParallel } from '../../../platform/in-parallel.ts';
import { school } from '../../../school/records/school.ts';
import { hasClassFigures } from '../class-figures.ts';
import type { LayoutsOfTerm } from '../layouts/layout-of-card.ts';
import { classConcurrency, type LiveCards, readLiveCardsOfClass, readTermFacts } from '../live-cards.ts';
import type { ReportCard } from '../report-card.ts';
import { digestOfCard, listCardDifferences, withFactsOfCopy } from './card-changes.ts';
import { type CardToFreeze, readCardDigestsOfClass, readFrozenCards } from './posted-reports.ts';
import type { PostingItem } from './postings.ts';

/** A card that differs from its posted copy, or has none: then `changed` is empty. */
export interface ChangedCard extends CardToFreeze {
  changed: string[];
}

/**
 * The cards of a class that differ from the copies parents see. One query for the digests, and one request for each
 * hundred copies of cards whose digest differs, or that were posted with another class.
 */
export async function listChangedCardsOfClass(
  posting: PostingItem | undefined,
  { classId, cards, layoutOf }: { classId: string; cards: readonly ReportCard[] } & Pick<LiveCards, 'layoutOf'>,
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
    if (copy && changed.length === 0) return [];
    return [
      {
        card: copy ? withFactsOfCopy(card, copy.card) : card,
        layout: copy && canPrint(copy.layout, card) ? copy.layout : layoutOf(card),
        changed,
      },
    ];
  });
}

/** A new copy looks as the one that it replaces, unless that shows figures of the class that the card does not have. */
const canPrint = (layout: CardLayout, { subjects }: ReportCard): boolean =>
  !hasClassFigures(layout) || subjects.every(({ ofClass }) => ofClass !== undefined);

/**
 * The same for every class of the posted term.
 * @param kept the layouts of cards without a copy, in place of those of now
 */
export async function listChangedCards(posting: PostingItem, kept?: LayoutsOfTerm): Promise<ChangedCard[]> {
  const { year, term } = posting;
  const ofTerm = readTermFacts({ year, term }, kept);
  const classes = await inParallel(school().formClasses, {
    atOnce: classConcurrency,
    does: async ({ id: classId }) => {
      const { cards, layoutOf } = await readLiveCardsOfClass({ year, term, classId }, ofTerm);
      return cards.length === 0 ? [] : listChangedCardsOfClass(posting, { classId, cards, layoutOf });
    },
  });
  return classes.flat();
}
