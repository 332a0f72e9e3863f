/**
 * An id as it is compared with another (rule 55): without blanks around it and without the zeros that it begins with, which spreadsheets
 * and scanners drop. An id of only zeros keeps one.
 */
export const withoutZeros = (id: string): string => id.trim().replace(/^0+(?=[A-Za-z0-9])/, '');

/** The ids of the school that an id from outside may mean. */
export interface FoundIds {
  /** The id itself, where the school has it: it wins, whatever else is near. */
  exact: string | null;
  /** Without `exact`: those that differ from it in leading zeros alone. Which one is meant is for a person to say. */
  near: readonly string[];
}

/** Makes the search for ids that came in from outside, among those of the school. The one place that compares them. */
export function idFinder(ids: Iterable<string>): (typed: string) => FoundIds {
  const known = new Set(ids);
  const byDigits = Map.groupBy(known, withoutZeros);
  return (typed) => {
    const id = typed.trim();
    return known.has(id) ? { exact: id, near: [] } : { exact: null, near: byDigits.get(withoutZeros(id)) ?? [] };
  };
}

/** The only id that is meant: the exact one, or a single near one; null where there is none or more than one. */
export const unambiguousId = ({ exact, near }: FoundIds): string | null =>
  exact ?? (near.length === 1 ? (near[0] ?? null) : null);

/** Longer ids of digits are those of papers. */
const longestId = 10;

/** The ids that differ from this one in leading zeros alone, up to ten characters: for a store that is asked by whole keys. */
export function idsWithZeros(id: string): string[] {
  const bare = withoutZeros(id);
  const zeros = Math.max(0, longestId - bare.length);
  return Array.from({ length: zeros + 1 }, (_, count) => '0'.repeat(count) + bare).filter((one) => one !== id);
}
