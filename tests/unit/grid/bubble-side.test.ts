import { describe, expect, it } from 'vitest';
import { chooseBubbleSide } from '../../../web/ui/grid/typing/cursor.ts';

const box = { left: 234, top: 100, width: 92, height: 35 };
const edges = { left: 233, right: 900, top: 44 };

describe('what is said about a cell', () => {
  it.each([
    ['right of it', {}, { side: 'right', room: 220 }],
    ['narrower at the right', { width: 300, edges: { ...edges, right: 600 } }, { side: 'right', room: 268 }],
    [
      'over the cells where there is little room at the right',
      { edges: { ...edges, right: 460 } },
      { side: 'over', room: 220 },
    ],
    [
      'over the cells where another cell of the row is typed into',
      { isActiveInRow: true },
      { side: 'over', room: 220 },
    ],
    [
      'over the cells of a phone, no broader than they are together',
      { width: 300, box: { ...box, left: 156, width: 77 }, edges: { ...edges, left: 155, right: 380 } },
      { side: 'over', room: 225 },
    ],
    [
      'right of it where a few words have room',
      { width: 90, edges: { ...edges, right: 430 } },
      { side: 'right', room: 90 },
    ],
  ])('is %s', (_where, change, expected) => {
    expect(chooseBubbleSide({ box, edges, width: 220, isActiveInRow: false, ...change })).toEqual(expected);
  });
});
