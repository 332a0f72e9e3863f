import type { PostingGuard } from '../../../term-reports/report-cards/posting-guards.ts';
import { renderReportCards } from '../../../term-reports/report-cards/print/render-report-cards.ts';
import { findDifferentFigures } from './compare-figures.ts';
import { findDifferentPrint } from './compare-print.ts';
import { readPrintedFigures } from './read-printed-figures.ts';

/** Computes each card's figures a second time, and prints the cards to read them back. */
export const findCertainFaultsOfCards: PostingGuard = async (cards, facts) => {
  const printedAt = new Date(0);
  const posted = { school: facts.school, postedAt: printedAt, proof: null };
  const bytes = await renderReportCards({
    school: facts.school,
    cards: cards.map(({ card, layout }) => ({ card, layout, posted })),
    printedAt,
  });
  const printed = await readPrintedFigures(bytes);
  const classes = new Map();
  return new Map(
    cards.flatMap((one, index) => {
      const faults = [...findDifferentFigures(one, facts, classes), ...findDifferentPrint(one, printed[index])];
      return faults.length === 0 ? [] : [[one.card.student.id, faults] as const];
    }),
  );
};
