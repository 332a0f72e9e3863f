import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isWholeRun } from '../../../../support/samples/whole-run.ts';
import { interleave } from '../../../../support/step-by-step/stepped-requests.ts';
import { describeStudent, startSchoolOfPairs } from './school-of-pairs.ts';

type School = Awaited<ReturnType<typeof startSchoolOfPairs>>;
type Acts = School['acts'];

/** What the ends of pairs have in common. */
export const in1A = 'report 1A, list 1A, mark 61 1A';
export const in1B = 'report 1B, list 1B, mark 61 1B';
export const noReport = 'report –, list –, mark –';
export const card1A = 'card 1A 61 draft';
export const card1B = 'card 1B 61 draft';
export const untouched = `1A current, ${in1A}, takes 1A of T1`;

export const archived: NonNullable<Pair['given']> = ({ acts }) => acts.archive();
export const changesClassByList: Pair['other'] = (acts) =>
  acts.uploadChange('S01', { class_id: '1A' }, { class_id: '1B' });

/** Two acts that touch one fact of S01, and every end that they may come to, by hand. */
export interface Pair {
  pair: string;
  /** What both touch, and what is in question. */
  fact: string;
  given?: (school: School) => Promise<unknown>;
  one: (acts: Acts) => Promise<string>;
  other: (acts: Acts) => Promise<string>;
  /** Answers of the first act and the second, and the state of S01 afterwards. Of an answer a beginning suffices. */
  ends: readonly (readonly [one: string, other: string, standing: string])[];
}

const isTold = (told: string, beginning: string): boolean =>
  beginning === 'done' ? told === 'done' : told.startsWith(beginning);

/** A test for each pair, in one school. */
export const describePairs = (pairs: readonly Pair[]) =>
  describe('two people at once, in both orders and one in the middle of the other', () => {
    let school: School;
    beforeAll(async () => {
      school = await startSchoolOfPairs();
    });
    afterAll(() => school.stop());

    it.each(pairs)('$pair: $fact', { timeout: 300_000 }, (pair) => tryPair(school, pair));
  });

/**
 * Tries both orders, and one act in the middle of the other: each comes to one of the pair's ends, and at night, where
 * every place is tried, each of these comes about.
 */
async function tryPair(school: School, { given, one, other, ends }: Pair): Promise<void> {
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
      const standing = await describeStudent('S01');
      const isEnd = ([ofOne, ofOther, stands]: (typeof ends)[number]) =>
        isTold(toldOne, ofOne) && isTold(toldOther, ofOther) && standing === stands;
      const end = ends.findIndex(isEnd);
      expect(end, `${where}: ${toldOne} | ${toldOther} | ${standing}`).toBeGreaterThanOrEqual(0);
      seen.add(end);
    },
  );
  if (isWholeRun) expect([...seen].sort((a, b) => a - b)).toEqual(ends.map((_, index) => index));
}

/** By day the second act falls into the first at so many places; at night at each. */
const placesByDay = 5;

/**
 * Two acts in each order, and at once: all of one falls between two requests that the other makes of the table, at each
 * place in turn, and the other way round. `check` receives both results and where the acts collided.
 */
async function atOnce<A, B>(
  acts: { one: () => Promise<A>; other: () => Promise<B>; before: () => Promise<void> },
  check: (ends: { one: A; other: B; where: string }) => Promise<void>,
): Promise<void> {
  const endOf = <T>(ended: PromiseSettledResult<T> | undefined): T => {
    if (ended?.status === 'fulfilled') return ended.value;
    throw ended?.reason ?? new Error('An act has not ended.');
  };
  /** One after the other; answers how many requests the first one made. */
  const inTurn = async (isOneFirst: boolean): Promise<number> => {
    await acts.before();
    let requests = 0;
    const counted = async <T>(act: () => Promise<T>) => {
      requests = 0;
      const [ended] = await interleave([act], () => {
        requests += 1;
        return 0;
      });
      return [endOf(ended), requests] as const;
    };
    if (isOneFirst) {
      const [one, count] = await counted(acts.one);
      const [other] = await counted(acts.other);
      await check({ one, other, where: 'the first act and then the second' });
      return count;
    }
    const [other, count] = await counted(acts.other);
    const [one] = await counted(acts.one);
    await check({ one, other, where: 'the second act and then the first' });
    return count;
  };
  const meet = async (isOneFirst: boolean, place: number): Promise<void> => {
    await acts.before();
    const first = isOneFirst ? 0 : 1;
    let gone = 0;
    const [one, other] = (await interleave<unknown>([acts.one, acts.other], (waiting) => {
      const isFirstsTurn = waiting.includes(first) && (gone < place || !waiting.includes(1 - first));
      if (isFirstsTurn) gone += 1;
      return isFirstsTurn ? first : (waiting.find((actor) => actor !== first) ?? first);
    })) as [PromiseSettledResult<A>, PromiseSettledResult<B>];
    const where = `the ${isOneFirst ? 'second' : 'first'} act after ${place} requests of the other`;
    await check({ one: endOf(one), other: endOf(other), where });
  };
  for (const isOneFirst of [true, false]) {
    const requests = await inTurn(isOneFirst);
    const step = isWholeRun ? 1 : Math.max(1, Math.ceil(requests / placesByDay));
    for (let place = 1; place < requests; place += step) await meet(isOneFirst, place);
  }
}
