import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeRanks } from '#shared/marks/marks.ts';

/** Averages as they are written, in tenths so that the oracle needs no fractions; few, so that many tie. */
const averages = fc.array(fc.option(fc.integer({ min: 100, max: 130 }), { nil: null }), { maxLength: 60 });
const written = (tenths: number | null) => (tenths === null ? null : (tenths / 10).toFixed(1));

describe('ranks', () => {
  it('share a place where averages are equal, and skip the next: 1 2 2 4', () => {
    expect(computeRanks(['71.2', '64.3', '64.3', '9.57'])).toEqual([1, 2, 2, 4]);
    expect(computeRanks(['9.57', '100', '100', '100', '99.9'])).toEqual([5, 1, 1, 1, 4]);
  });

  it('leave out who has no average', () => {
    expect(computeRanks([null, '0.00', null, '50.0'])).toEqual([null, 2, null, 1]);
    expect(computeRanks([])).toEqual([]);
  });

  it('are one more than the number of better averages, for any class in any order', () => {
    fc.assert(
      fc.property(averages, (tenths) => {
        const expected = tenths.map((own) =>
          own === null ? null : 1 + tenths.filter((other) => other !== null && other > own).length,
        );
        expect(computeRanks(tenths.map(written))).toEqual(expected);
      }),
      { numRuns: 2000 },
    );
  });
});
