import { withoutPictures } from '#shared/term-reports/layouts/card-layout.ts';
import type { CardToPost, FactsOfPosting, PostingGuard } from '../../../term-reports/report-cards/posting-guards.ts';
import { renderReportCards } from '../../../term-reports/report-cards/print/render-report-cards.ts';
import { findDifferentPrint } from './compare-print.ts';
import { findFigureFaults } from './find-figure-faults.ts';
import { findDifferentRankPrint, printRanks } from './printed-ranks.ts';
import { ranksToCheck } from './ranks-of-class.ts';
import { readPrintedFigures } from './read-printed-figures.ts';

/** Computes figures and ranks a second time, and prints cards and rank sheets to read them back. */
export const findCertainFaultsOfCards: PostingGuard = async (cards, facts) => {
  const figures = await findFigureFaults(cards, facts);
  const pages = await readCardsBack(cards, facts);
  const ranks = await readRanksBack(cards, facts);
  return new Map(
    cards.flatMap((one, index) => {
      const { id } = one.card.student;
      const faults = [
        ...(figures.get(id) ?? []),
        ...findDifferentPrint(one, pages[index]),
        ...((one.ofClass && ranks.get(one.ofClass)?.(id)) ?? []),
      ];
      return faults.length === 0 ? [] : [[id, [...new Set(faults)]] as const];
    }),
  );
};

async function readCardsBack(cards: readonly CardToPost[], { school }: FactsOfPosting) {
  const printedAt = new Date(0);
  const posted = { school, postedAt: printedAt, proof: null };
  // A picture says nothing that is read, and not every function that posts may read the school's files.
  const printable = cards.map(({ card, layout }) => ({ card, layout: withoutPictures(layout), posted }));
  return readPrintedFigures(await renderReportCards({ school, cards: printable, printedAt }));
}

/** By class, what its rank sheet shows otherwise of a student. */
async function readRanksBack(cards: readonly CardToPost[], facts: FactsOfPosting) {
  const read = new Map<CardToPost['ofClass'], (studentId: string) => string[]>();
  for (const [ofClass, ranks] of ranksToCheck(cards, facts)) {
    const [page] = await readPrintedFigures(printRanks(ranks, facts));
    read.set(ofClass, (studentId) => findDifferentRankPrint(studentId, ranks, page?.rows ?? []));
  }
  return read;
}
