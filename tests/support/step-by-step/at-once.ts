import { isWhole } from '../samples/extent.ts';
import { interleave } from './stepped-requests.ts';

/** By day the second act falls into the first at so many places; at night at each. */
const placesByDay = 5;

/**
 * Two acts in each order, and at once: all of one falls between two requests that the other makes of the table, at each place in turn, and
 * the other way round. `check` is told what both came to and where they met.
 */
export async function atOnce<A, B>(
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
    const step = isWhole ? 1 : Math.max(1, Math.ceil(requests / placesByDay));
    for (let place = 1; place < requests; place += step) await meet(isOneFirst, place);
  }
}
