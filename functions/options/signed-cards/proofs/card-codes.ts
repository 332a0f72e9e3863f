import { randomInt } from 'node:crypto';
import { codeCharacters, codeLength } from '#shared/options/signed-cards/signed-card.ts';
import { statusListLength } from '#shared/options/signed-cards/status-list.ts';

/** A new code: 50 random bits, which nobody guesses at the pace of the calls. */
export const newCardCode = (): string =>
  Array.from({ length: codeLength }, () => codeCharacters[randomInt(codeCharacters.length)]).join('');

/**
 * Places of a status list that are free, by chance: what is next to a place says nothing of it. They are taken when
 * their transaction is written: cards of one term are signed one transaction after the other.
 */
export function drawFreeStatusIndexes(count: number, used: ReadonlySet<number>): number[] {
  if (used.size + count > statusListLength / 2) throw new RangeError('The status list of the term is full');
  const chosen = new Set<number>();
  while (chosen.size < count) {
    const index = randomInt(statusListLength);
    if (!used.has(index)) chosen.add(index);
  }
  return [...chosen];
}
