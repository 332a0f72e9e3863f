import { expect } from 'vitest';
import { isWhole } from '../samples/extent.ts';
import { atOnce } from '../step-by-step/at-once.ts';
import { standingOf, type startSchoolOfPairs } from './school-of-pairs.ts';

type School = Awaited<ReturnType<typeof startSchoolOfPairs>>;
type Acts = School['acts'];

/** Two acts that touch one fact of S01, and every end that they may come to, by hand. */
export interface Pair {
  pair: string;
  /** What both touch, and what is in question. */
  fact: string;
  given?: (school: School) => Promise<unknown>;
  one: (acts: Acts) => Promise<string>;
  other: (acts: Acts) => Promise<string>;
  /** What the first act is told, what the second, and where S01 stands then. A beginning is enough of what is told. */
  ends: readonly (readonly [one: string, other: string, standing: string])[];
}

const isTold = (told: string, beginning: string): boolean =>
  beginning === 'done' ? told === 'done' : told.startsWith(beginning);

/** Tries both orders, and one act in the middle of the other: each comes to one of the pair's ends, and at night, where every place is tried, each of these comes about. */
export async function tryPair(school: School, { given, one, other, ends }: Pair): Promise<void> {
  const seen = new Set<number>();
  await atOnce(
    {
      one: () => one(school.acts),
      other: () => other(school.acts),
      before: async () => {
        await school.asFirst();
        await given?.(school);
      },
    },
    async ({ one: toldOne, other: toldOther, where }) => {
      const standing = await standingOf('S01');
      const isEnd = ([ofOne, ofOther, stands]: (typeof ends)[number]) =>
        isTold(toldOne, ofOne) && isTold(toldOther, ofOther) && standing === stands;
      const end = ends.findIndex(isEnd);
      expect(end, `${where}: ${toldOne} | ${toldOther} | ${standing}`).toBeGreaterThanOrEqual(0);
      seen.add(end);
    },
  );
  if (isWhole) expect([...seen].sort((a, b) => a - b)).toEqual(ends.map((_, index) => index));
}
