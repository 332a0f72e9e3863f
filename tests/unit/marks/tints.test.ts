import { describe, expect, it } from 'vitest';
import { findOutliers, isLow } from '#shared/marks/tints.ts';

describe('a low mark', () => {
  it.each([
    [34.9, 70, 50, true],
    [35, 70, 50, false],
    [0, 20, 50, true],
    [7.9, 20, 40, true],
    [8, 20, 40, false],
    [0, 20, 0, false],
  ])('of %d out of %d, where low is below %d %%: %s', (mark, outOf, lowBelow, expected) => {
    expect(isLow(mark, outOf, { lowBelow })).toBe(expected);
  });

  it('is none that is missing', () => {
    expect(isLow(null, 100, { lowBelow: 50 })).toBe(false);
  });
});

describe('an outlier', () => {
  const fences = { outlierFences: 1.5 };
  // Quartiles 20 and 30: fences at 5 and 45.
  const class8 = [20, 20, 20, 24, 26, 30, 30, 30];

  it('is beyond the fences, not on them', () => {
    // 10 marks: halves [5, 20, 20, 20, 24] and [26, 30, 30, 30, 45]: quartiles 20 and 30.
    expect(findOutliers([5, ...class8, 45], fences)).toEqual(Array(10).fill(null));
    expect(findOutliers([4.9, ...class8, 45.1], fences)).toEqual(['below', ...Array(8).fill(null), 'above']);
  });

  it('depends on how far the school lets the fences be', () => {
    expect(findOutliers([4.9, ...class8, 45.1], { outlierFences: 3 })).toEqual(Array(10).fill(null));
  });

  it('leaves the middle one of an odd number out of both halves', () => {
    // 11 marks: halves [4, 20, 20, 20, 24] and [26, 30, 30, 30, 46] without 25 between them.
    expect(findOutliers([4, ...class8, 25, 46], fences)).toEqual(['below', ...Array(9).fill(null), 'above']);
  });

  it('is nobody without a mark, and a blank moves no quartile', () => {
    expect(findOutliers([null, 4.9, null, ...class8, 45], fences)).toEqual([null, 'below', ...Array(10).fill(null)]);
  });

  it('is nobody in a class of seven, or where half of the class share a mark', () => {
    expect(findOutliers([0, 20, 20, 24, 26, 30, 30], fences)).toEqual(Array(7).fill(null));
    expect(findOutliers([0, 20, 24, 25, 26, 27, 30, 30], fences)[0]).toBe('below');
    expect(findOutliers([0, 20, 20, 20, 20, 20, 20, 20, 20], fences)).toEqual(Array(9).fill(null));
  });
});
