import { expect, it } from 'vitest';
import { inParallel } from '#functions/platform/in-parallel.ts';

const turn = () => new Promise<void>((done) => setImmediate(done));

it('returns the results in the list’s order, whichever is first', async () => {
  const turns = [3, 1, 2, 0, 5];
  const results = await inParallel(turns, {
    atOnce: 2,
    does: async (count) => {
      for (let done = 0; done < count; done += 1) await turn();
      return count * 10;
    },
  });
  expect(results).toEqual([30, 10, 20, 0, 50]);
});

it('does as many at the same time as it may, and no more', async () => {
  const going = new Set<number>();
  const seen: number[] = [];
  await inParallel([1, 2, 3, 4, 5, 6, 7], {
    atOnce: 3,
    does: async (one) => {
      going.add(one);
      seen.push(going.size);
      await turn();
      going.delete(one);
    },
  });
  expect(Math.max(...seen)).toBe(3);
});

it('begins no more after a failure, and throws it', async () => {
  const begun: number[] = [];
  const all = inParallel([1, 2, 3, 4, 5, 6], {
    atOnce: 2,
    does: async (one) => {
      begun.push(one);
      await turn();
      if (one === 2) throw new Error('two');
    },
  });
  await expect(all).rejects.toThrow('two');
  for (let more = 0; more < 5; more += 1) await turn();
  expect(begun.length).toBeLessThanOrEqual(3);
});

it('has nothing to do with an empty list', async () => {
  expect(await inParallel([], { atOnce: 4, does: async () => 1 })).toEqual([]);
});
