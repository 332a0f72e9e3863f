import { foldName } from '#shared/options/move-in/kinds.ts';

const titles = new Set(['mr', 'mrs', 'ms', 'miss', 'dr', 'sr', 'sir', 'fr', 'rev', 'prof', 'madam']);

/** A name as one cell has it, in its parts. */
export interface SplitName {
  first: string;
  last: string;
  /** What shows which part is which; undefined where nothing does, and the last word was taken for the surname. */
  shows: 'comma' | 'surname in front' | 'surname behind' | undefined;
}

/**
 * "Bell, Anna", "BELL Anna" and "Mrs. Anna Bell" in their parts. A name of capitals alone is written as names are.
 * Undefined for a single word.
 */
export function splitName(text: string): SplitName | undefined {
  const [before = '', after] = text.split(/[,;]/, 2).map(withoutTitle);
  if (after !== undefined)
    return after === '' || before === '' ? undefined : { first: cased(after), last: cased(before), shows: 'comma' };
  const words = before.split(' ').filter((word) => word !== '');
  if (words.length < 2) return undefined;
  const capitals = words.filter((word) => isCapitals(word));
  // Surnames are often written in capitals, in front or behind.
  if (capitals.length > 0 && capitals.length < words.length) {
    const rest = words.filter((word) => !isCapitals(word));
    const shows = isCapitals(words[0] ?? '') ? 'surname in front' : 'surname behind';
    return { first: rest.join(' '), last: cased(capitals.join(' ')), shows };
  }
  const shows = before === text.trim().replaceAll(/\s+/g, ' ') ? undefined : 'surname behind';
  return { first: cased(words.slice(0, -1).join(' ')), last: cased(words.at(-1) ?? ''), shows };
}

/** "Bell Anna Maria" with its surname in front. */
const withSurnameInFront = ({ first, last, shows }: SplitName): SplitName => {
  const [surname = '', ...rest] = `${first} ${last}`.split(' ');
  return { first: rest.join(' '), last: surname, shows };
};

/**
 * Splits the names of a list, which are all written alike: where nothing in a name shows which part is the surname,
 * others of the list do, or people whom the school knows. Else it is asked, once for all.
 */
export function createNameSplitter(
  names: Iterable<string>,
  {
    known,
    ask,
  }: { known: Iterable<{ firstName: string; lastName: string }>; ask: (example: string) => 'yes' | 'no' | undefined },
): (text: string) => SplitName | 'asked' | undefined {
  const shown = new Set<SplitName['shows']>();
  for (const name of names) shown.add(splitName(name)?.shows);
  const [front, behind] = [shown.has('surname in front'), shown.has('surname behind')];
  const keyOf = (one: { firstName: string; lastName: string }) => foldName(`${one.lastName}, ${one.firstName}`);
  const people = new Set([...known].map(keyOf));
  const isKnown = ({ first, last }: SplitName) => people.has(foldName(`${last}, ${first}`));
  return (text) => {
    const split = splitName(text);
    if (!split || split.shows !== undefined) return split;
    const other = withSurnameInFront(split);
    if (isKnown(split) !== isKnown(other)) return isKnown(split) ? split : other;
    if (front !== behind) return front ? other : split;
    const answer = ask(`${split.first} ${split.last}: surname ${split.last}`);
    if (answer === undefined) return 'asked';
    return answer === 'yes' ? split : other;
  };
}

/** A name that two columns have. */
interface NameInColumns {
  last: string;
  first: string;
}

/**
 * Writes the names of a list in capitals as names are, where that is wanted, which is asked once for all. Of a list
 * with some of them each stays as it is written.
 */
export function createNameWriter(
  names: readonly NameInColumns[],
  ask: (example: string) => 'yes' | 'no' | undefined,
): (name: NameInColumns) => NameInColumns | 'asked' {
  const isOfCapitals = names.filter(({ last }) => isCapitals(last)).length * 2 > names.length;
  return ({ last, first }) => {
    if (!isOfCapitals || !isCapitals(last)) return { last, first };
    const written = { last: cased(last), first: cased(first) };
    const answer = ask(`${written.last}, ${written.first}`);
    if (answer === undefined) return 'asked';
    return answer === 'yes' ? written : { last, first };
  };
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
