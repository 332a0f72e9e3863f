import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeColumnStatistics } from '#shared/marks/column-statistics.ts';

const mark = fc.option(fc.integer({ min: 0, max: 700 }).map((tenths) => tenths / 10));
const column = fc.array(mark, { maxLength: 40 });

/** By hand: exact tenths, ranks by counting instead of sorting, and full marks in the last tenth. */
const oracle = (marks: readonly (number | null)[], outOf: number) => {
  const tenths = marks.flatMap((one) => (one === null ? [] : [BigInt(Math.round(one * 10))]));
  const half = (n: bigint, d: bigint) => Number((2n * n + d) / (2n * d)) / 10;
  const nth = (place: number) =>
    tenths.find((one) => {
      const below = tenths.filter((other) => other < one).length;
      return below <= place && place < below + tenths.filter((other) => other === one).length;
    }) ?? 0n;
  const count = tenths.length;
  return {
    entered: count,
    absent: 0,
    exempt: 0,
    missing: marks.filter((one) => one === null).length,
    mean:
      count === 0
        ? null
        : half(
            tenths.reduce((a, b) => a + b, 0n),
            BigInt(count),
          ),
    median: count === 0 ? null : half(nth(Math.ceil(count / 2) - 1) + nth(Math.floor(count / 2)), 2n),
    lowest: count === 0 ? null : Number(nth(0)) / 10,
    highest: count === 0 ? null : Number(nth(count - 1)) / 10,
    distribution: Array.from(
      { length: 10 },
      (_, tenth) =>
        tenths.filter((one) => {
          const from = BigInt(tenth) * BigInt(outOf);
          return one >= from && (one < from + BigInt(outOf) || tenth === 9);
        }).length,
    ),
  };
};

describe('the figures of a column', () => {
  it('are those that counting by hand gives', () => {
    fc.assert(
      fc.property(column, fc.integer({ min: 70, max: 100 }), (marks, outOf) => {
        expect(computeColumnStatistics(marks, outOf)).toEqual(oracle(marks, outOf));
      }),
    );
  });

  it('take a missing mark for neither a zero nor a mark', () => {
    const figures = computeColumnStatistics([null, 60, null, 35], 70);
    expect(figures).toMatchObject({ entered: 2, missing: 2, mean: 47.5, median: 47.5, lowest: 35, highest: 60 });
  });

  it('round half a tenth up, and put full marks into the last tenth', () => {
    expect(computeColumnStatistics([0.1, 0.2], 70)).toMatchObject({ mean: 0.2, median: 0.2 });
    expect(computeColumnStatistics([70, 63, 62.9, 7, 6.9, 0], 70).distribution).toEqual([2, 1, 0, 0, 0, 0, 0, 0, 1, 2]);
  });
});
