import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bubblePlace } from '../../../web/ui/grid/note-bubble.ts';

const box = { left: 300, top: 100, width: 80, height: 30 };
const size = { width: 240, height: 60 };
const edges = { start: 0, left: 299, right: 1000, top: 40 };

describe('what is said about a cell', () => {
  it.each([
    ['right of it', {}, { left: 386, top: 85 }],
    ['over the names where there is no room', { edges: { ...edges, right: 500 } }, { left: 54, top: 85 }],
    [
      'under the headings at most',
      { box: { ...box, top: 41 }, edges: { ...edges, right: 500 } },
      { left: 54, top: 40 },
    ],
    ['over the names where the row is typed into', { isActiveInRow: true }, { left: 54, top: 85 }],
    [
      'above it where the names are too narrow',
      { box: { ...box, left: 200 }, edges: { start: 0, left: 199, right: 400, top: 30 } },
      { left: 199, top: 34 },
    ],
    [
      'below it where there is no room above',
      { box: { ...box, left: 700, top: 50 }, edges: { ...edges, right: 800 } },
      {
        left: 540,
        top: 86,
      },
    ],
  ])('is %s', (_where, change, expected) => {
    expect(bubblePlace({ box, size, edges, isActiveInRow: false, ...change })).toEqual(expected);
  });

  it('never covers the cell, nor in a sheet of one wide-named column any other cell', () => {
    fc.assert(
      fc.property(fc.nat(40), fc.integer({ min: 300, max: 900 }), fc.boolean(), (row, right, isActiveInRow) => {
        const at = { ...box, top: 40 + row * 31 };
        const { left } = bubblePlace({ box: at, size, edges: { ...edges, right }, isActiveInRow });
        const isLeft = left + size.width <= at.left;
        const isRight = left >= at.left + at.width;
        expect(isLeft || isRight).toBe(true);
      }),
    );
  });
});
