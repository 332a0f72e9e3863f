import type { Mutant } from './mutants.ts';

/** A mutant that changes nothing which a test could see. It is not run, and is counted apart. */
export interface Equivalent {
  path: string;
  /** The text that is replaced, its white space as single spaces, and the line that it begins in where there are several of it. */
  before: string;
  line?: string;
  after: string;
  /** Why nobody can see it. */
  reason: string;
}

/**
 * Those of the mutants that are in the list.
 * @throws where one of the list is no mutant any more: its line has changed, and its reason has to be looked at again
 */
export function equivalentsOf<One extends { path: string; mutant: Mutant }>(
  mutants: readonly One[],
  list: readonly Equivalent[],
): Set<One> {
  const found = list.flatMap((known) => {
    const same = mutants.filter((one) => isSame(one, known));
    if (same.length === 0) throw new Error(`${known.before} → ${known.after} is no mutant of ${known.path}.`);
    return same;
  });
  return new Set(found);
}

const isSame = ({ path, mutant }: { path: string; mutant: Mutant }, known: Equivalent): boolean =>
  known.path === path &&
  known.before === mutant.before.replaceAll(/\s+/g, ' ') &&
  known.after === mutant.after &&
  (known.line === undefined || known.line === mutant.text);

export const equivalents: readonly Equivalent[] = [];
