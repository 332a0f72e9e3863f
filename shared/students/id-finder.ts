/**
 * Normalizes an id for comparison (rule 55): trimmed and without leading zeros, which spreadsheets and scanners drop.
 * An id of only zeros keeps one.
 */
export const withoutLeadingZeros = (id: string): string => id.trim().replace(/^0+(?=[A-Za-z0-9])/, '');

/** The ids of the school that an imported id may mean. */
export interface FoundIds {
  /** The id itself, where the school has it: it takes precedence over `near`. */
  exact: string | null;
  /** Where there is no `exact`: ids that differ from it in leading zeros alone. A person has to choose one. */
  near: readonly string[];
}

/** Makes the search for imported ids among those of the school: the only place that compares them. */
export function createIdFinder(ids: Iterable<string>): (typed: string) => FoundIds {
  const known = new Set(ids);
  const byDigits = Map.groupBy(known, withoutLeadingZeros);
  return (typed) => {
    const id = typed.trim();
    return known.has(id) ? { exact: id, near: [] } : { exact: null, near: byDigits.get(withoutLeadingZeros(id)) ?? [] };
  };
}

/** The id that is certainly meant: the exact one, or a single near one; null where there is none or more than one. */
export const unambiguousId = ({ exact, near }: FoundIds): string | null =>
  exact ?? (near.length === 1 ? (near[0] ?? null) : null);

/** Longer numbers are those of certificates, not ids. */
const longestId = 10;

/**
 * The ids that differ from this one in leading zeros alone, up to ten characters: for a store that is read by whole
 * keys.
 */
export function idsWithLeadingZeros(id: string): string[] {
  const bare = withoutLeadingZeros(id);
  const zeros = Math.max(0, longestId - bare.length);
  return Array.from({ length: zeros + 1 }, (_, count) => '0'.repeat(count) + bare).filter((one) => one !== id);
}
