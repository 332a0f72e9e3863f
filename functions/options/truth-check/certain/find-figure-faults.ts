import type { PostingGuard } from '../../../term-reports/report-cards/posting-guards.ts';
import { findDifferentFigures } from './compare-figures.ts';
import { findDifferentRanks, ranksToCheck } from './ranks-of-class.ts';

/** Computes the figures and ranks of cards a second time; nothing is printed. */
export const findFigureFaults: PostingGuard = async (cards, facts) => {
  const classes = new Map();
  const ranks = ranksToCheck(cards, facts);
  return new Map(
    cards.flatMap((one) => {
      const ofClass = one.ofClass && ranks.get(one.ofClass);
      const faults = [
        ...findDifferentFigures(one, facts, classes),
        ...(ofClass ? findDifferentRanks(one.card.student.id, ofClass) : []),
      ];
      return faults.length === 0 ? [] : [[one.card.student.id, faults] as const];
    }),
  );
};
