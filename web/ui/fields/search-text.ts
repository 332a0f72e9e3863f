import { writeOut } from '#shared/people/shared-names.ts';
import { withoutLeadingZeros } from '#shared/students/id-finder.ts';

const apostrophes = /['’‘ʼ`´]/g;
const hyphens = /[-‐‑–]/g;

const fold = (text: string): string => writeOut(text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase());
const wordsIn = (folded: string): string[] => folded.split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/** What was typed into a search, as words: "O’Neil-Roy 2a" is "oneil", "roy" and "2a". */
export const wordsTyped = (typed: string): string[] => wordsIn(fold(typed).replace(apostrophes, ''));

/**
 * A text as {@link createTextMatcher} compares it: its words without accents and case, each after a blank. A word with
 * an apostrophe or hyphen is in it whole and in its parts ("d’Abreu" is found by "dabreu" and by "abreu"), a number
 * with zeros at the start also without them (rule 55).
 */
export function foldForSearch(text: string): string {
  const folded = fold(text);
  const parts = wordsIn(folded);
  const whole = wordsIn(folded.replace(apostrophes, '').replace(hyphens, ''));
  const bare = parts.filter((word) => /^0\d/.test(word)).map(withoutLeadingZeros);
  return ` ${[...new Set([...parts, ...whole, ...bare])].join(' ')} `;
}

/**
 * Makes the test of whether a text, made by {@link foldForSearch}, has what was typed into a search: each word, in any
 * order, at the start of one of its words. An id that was typed with zeros at the start finds the one that is written
 * without them (rule 55).
 */
export function createTextMatcher(typed: string): (text: string) => boolean {
  const words = [...new Set(wordsTyped(typed))].sort((a, b) => b.length - a.length);
  const wanted = words.map((word) => ({
    start: ` ${word}`,
    id: /^0\d+$/.test(word) ? ` ${withoutLeadingZeros(word)} ` : null,
  }));
  const isNested = words.some((word, index) => words.slice(0, index).some((longer) => longer.startsWith(word)));
  return (text) =>
    wanted.every(({ start, id }) => text.includes(start) || (id !== null && text.includes(id))) &&
    (!isNested || hasWordForEach(words, text));
}

/** Whether each typed word, the longest first, is at the start of another word: "2025 term 2" is not Term 1 of 2025. */
function hasWordForEach(typed: readonly string[], text: string): boolean {
  let left = text.trim().split(' ');
  return typed.every((word) => {
    const found = left.find((one) => one.startsWith(word) || one === withoutLeadingZeros(word));
    // A word with a hyphen is in the text whole and in its parts.
    left = found === undefined ? left : left.filter((one) => !one.includes(found));
    return found !== undefined;
  });
}

/**
 * The items that have what was typed, for lists in which the first one is taken by Enter: those whose name begins with
 * it come first, the very name before all. `moreOf` is searched too, such as id and class.
 */
export function findMatches<T>(
  items: readonly T[],
  typed: string,
  nameOf: (item: T) => string,
  moreOf: (item: T) => string = () => '',
): T[] {
  const has = createTextMatcher(typed);
  const wanted = wordsTyped(typed).join(' ');
  const found = items.filter((item) => has(foldForSearch(`${nameOf(item)} ${moreOf(item)}`)));
  if (wanted === '') return found;
  const rankOf = (item: T) => {
    const name = wordsTyped(nameOf(item)).join(' ');
    return name === wanted ? 0 : name.startsWith(wanted) ? 1 : 2;
  };
  return [...Map.groupBy(found, rankOf)].sort(([a], [b]) => a - b).flatMap(([, ranked]) => ranked);
}
