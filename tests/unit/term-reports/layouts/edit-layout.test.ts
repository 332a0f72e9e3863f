import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CardLayout, cardLayoutShape, subjectColumns } from '#shared/term-reports/layouts/card-layout.ts';
import {
  addBlock,
  joinRowAbove,
  listBlocks,
  moveBlock,
  moveColumn,
  nameOfBlock,
  removeBlock,
  renameColumn,
  setBack,
  setWidths,
  switchColumn,
} from '#shared/term-reports/layouts/edit-layout.ts';
import { shippedLayouts, standardLayout, twoPagesLayout } from '#shared/term-reports/layouts/shipped-layouts.ts';

/** A layout as rows of names: "average attendance | subjects", the back behind "//". */
const drawn = ({ front, back }: CardLayout): string =>
  [front, ...(back ? [back] : [])]
    .map((rows) => rows.map((row) => row.map(nameOfBlock).join(' ')).join(' | '))
    .join(' // ');
const namesIn = (layout: CardLayout) => listBlocks(layout).map(({ block }) => nameOfBlock(block));
const placeOf = (layout: CardLayout, name: string) => {
  const found = listBlocks(layout).find(({ block }) => nameOfBlock(block) === name);
  if (!found) throw new Error(`there is no ${name}`);
  return found.place;
};
const columnsOf = (layout: CardLayout) =>
  listBlocks(layout).flatMap(({ block }) => (block.block === 'subjects' ? block.columns : []));

const small: CardLayout = {
  ...standardLayout,
  front: standardLayout.front.slice(0, 3),
};

describe('a block', () => {
  it('goes past its neighbours, and out of a row that it shares', () => {
    expect(drawn(small)).toBe('student | average attendance conduct | subjects');
    const up = moveBlock(small, placeOf(small, 'subjects'), -1);
    expect(drawn(up)).toBe('student | subjects | average attendance conduct');
    const down = moveBlock(small, placeOf(small, 'attendance'), 1);
    expect(drawn(down)).toBe('student | average conduct | attendance | subjects');
    expect(drawn(moveBlock(small, placeOf(small, 'student'), -1))).toBe(drawn(small));
  });

  it('goes from the head of the back to the foot of the front, and back', () => {
    const [first] = twoPagesLayout.back ?? [];
    if (!first?.[0]) throw new Error('the back is empty');
    const name = nameOfBlock(first[0]);
    const up = moveBlock(twoPagesLayout, placeOf(twoPagesLayout, name), -1);
    expect(up.front.at(-1)).toEqual(first);
    expect(moveBlock(up, placeOf(up, name), 1)).toEqual(twoPagesLayout);
  });

  it('goes beside those above it, and shares their width', () => {
    const wide = setWidths(small, placeOf(small, 'average'), [20, 30, 50]);
    expect(wide.front[1]?.map((block) => ('width' in block ? block.width : null))).toEqual([20, 30, 50]);
    const joined = joinRowAbove(wide, placeOf(wide, 'subjects'));
    expect(drawn(joined)).toBe('student | average attendance conduct subjects');
    expect(joined.front[1]?.every((block) => !('width' in block))).toBe(true);
    // Four have no room for a fifth.
    expect(joinRowAbove(joined, placeOf(joined, 'average'))).toEqual(joined);
  });

  it('is switched off, and on again above the signatures', () => {
    const off = removeBlock(standardLayout, placeOf(standardLayout, 'music'));
    expect(namesIn(off)).not.toContain('music');
    const names = namesIn(addBlock(off, { block: 'music' }));
    expect(names.slice(-2)).toEqual(['music', 'signatures']);
  });

  it('goes behind with all that follow it', () => {
    const behind = setBack(standardLayout, 3);
    expect([behind.front.length, behind.back?.length]).toEqual([3, standardLayout.front.length - 3]);
    expect(setBack(behind, null)).toEqual(standardLayout);
  });
});

describe('a column', () => {
  it('goes left and right, off and on, and has a heading of the school’s own', () => {
    const names = (layout: CardLayout) => columnsOf(layout).map(({ column }) => column);
    const [first, second] = names(standardLayout);
    if (!first || !second) throw new Error('there are no columns');
    expect(names(moveColumn(standardLayout, second, -1)).slice(0, 2)).toEqual([second, first]);
    expect(moveColumn(standardLayout, first, -1)).toEqual(standardLayout);
    expect(names(switchColumn(standardLayout, 'comment', false))).not.toContain('comment');
    expect(names(switchColumn(standardLayout, 'place', true)).at(-1)).toBe('place');
    const renamed = renameColumn(standardLayout, 'total', 'Mark ');
    expect(columnsOf(renamed).find(({ column }) => column === 'total')).toEqual({ column: 'total', heading: 'Mark ' });
    expect(renameColumn(renamed, 'total', ' ')).toEqual(standardLayout);
  });
});

/** Any change at any place, also places that there are none of. */
const anyChange: fc.Arbitrary<(layout: CardLayout) => CardLayout> = fc
  .record({
    what: fc.nat(8),
    side: fc.constantFrom('front' as const, 'back' as const),
    row: fc.nat(12),
    block: fc.nat(3),
    by: fc.constantFrom(-1 as const, 1 as const),
    column: fc.constantFrom(...subjectColumns),
    isOn: fc.boolean(),
  })
  .map(({ what, by, column, isOn, ...place }) => (layout) => {
    const changes = [
      () => moveBlock(layout, place, by),
      () => joinRowAbove(layout, place),
      () => removeBlock(layout, place),
      () => setBack(layout, isOn ? place.row : null),
      () => moveColumn(layout, column, by),
      () => switchColumn(layout, column, isOn),
      () => renameColumn(layout, column, isOn ? 'Ours' : ''),
      () => setWidths(layout, place, null),
      () => moveBlock(layout, place, by),
    ];
    return changes[what]?.() ?? layout;
  });

describe('changes one after the other', () => {
  it('always leave a layout that can be saved, and lose no block but those that are taken out', () => {
    fc.assert(
      fc.property(fc.constantFrom(...shippedLayouts), fc.array(anyChange, { maxLength: 30 }), (start, changes) => {
        let layout = start;
        for (const change of changes) {
          const before = namesIn(layout);
          layout = change(layout);
          expect(cardLayoutShape().safeParse(layout).success).toBe(true);
          const now = namesIn(layout);
          expect(before.filter((name) => !now.includes(name)).length).toBeLessThanOrEqual(1);
          expect(now.filter((name) => !before.includes(name))).toEqual([]);
        }
      }),
    );
  });
});
