import { foldName } from '#shared/options/move-in/kinds.ts';

const titles = new Set(['mr', 'mrs', 'ms', 'miss', 'dr', 'sr', 'sir', 'fr', 'rev', 'prof', 'madam']);

/** A name as one cell has it, in its parts. */
export interface SplitName {
  first: string;
  last: string;
  /** A comma or capitals show the order, or there are two words. */
  isCertain: boolean;
}

/**
 * "Bell, Anna", "BELL Anna" and "Mrs. Anna Bell" in their parts. A name of capitals alone is written as names are.
 * Undefined for a single word.
 */
export function splitName(text: string): SplitName | undefined {
  const [before = '', after] = text.split(',', 2).map(withoutTitle);
  if (after !== undefined)
    return after === '' || before === '' ? undefined : { first: cased(after), last: cased(before), isCertain: true };
  const words = before.split(' ').filter((word) => word !== '');
  if (words.length < 2) return undefined;
  const capitals = words.filter((word) => isCapitals(word));
  // Surnames are often written in capitals, in front or behind.
  if (capitals.length > 0 && capitals.length < words.length) {
    const rest = words.filter((word) => !isCapitals(word));
    return { first: rest.join(' '), last: cased(capitals.join(' ')), isCertain: true };
  }
  return { first: cased(words.slice(0, -1).join(' ')), last: cased(words.at(-1) ?? ''), isCertain: words.length === 2 };
}

/** A name without "Mr." and the like in front of it. */
export function withoutTitle(text: string): string {
  const words = text.trim().split(/\s+/);
  return words.filter((word, index) => index === words.length - 1 || !titles.has(foldName(word))).join(' ');
}

const isCapitals = (word: string): boolean =>
  word.replaceAll(/[^\p{L}]/gu, '').length > 1 && word === word.toUpperCase();

/** "MC DONALD-BELL" as "Mc Donald-Bell"; anything with small letters stays as it is. */
const cased = (name: string): string =>
  isCapitals(name)
    ? name
        .toLowerCase()
        .replaceAll(/(^|[\s'’-])(\p{L})/gu, (_, gap: string, letter: string) => gap + letter.toUpperCase())
    : name;
