import { describe, expect, it } from 'vitest';
import { chooseBubbleSide } from '../../../web/ui/grid/typing/note-bubble.ts';

const box = { left: 234, top: 100, width: 92, height: 35 };
const edges = { start: 0, left: 233, right: 900, top: 44 };

describe('what is said about a cell', () => {
  it.each([
    ['right of it', {}, { side: 'right', room: 220 }],
    [
      'over the names where there is no room at the right',
      { edges: { ...edges, right: 500 } },
      { side: 'names', room: 220 },
    ],
    [
      'over the names where another cell of the row is typed into',
      { isActiveInRow: true },
      { side: 'names', room: 220 },
    ],
    ['narrower over the names', { width: 300, edges: { ...edges, right: 498 } }, { side: 'names', room: 228 }],
    ['narrower at the right', { width: 300, edges: { ...edges, right: 600 } }, { side: 'right', room: 268 }],
    [
      'over the cells of a phone',
      { box: { ...box, left: 127 }, edges: { ...edges, left: 126, right: 260 } },
      { side: 'over', room: 220 },
    ],
    [
      'over the cells where it is not beside the names',
      { box: { ...box, left: 500 }, edges: { ...edges, right: 640 } },
      { side: 'over', room: 220 },
    ],
  ])('is %s', (_where, change, expected) => {
    expect(chooseBubbleSide({ box, edges, width: 220, isActiveInRow: false, ...change })).toEqual(expected);
  });
});
