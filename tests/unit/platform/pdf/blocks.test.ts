import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Block,
  type DrawingPlace,
  keepTogether,
  padBlock,
  verticalSpace,
} from '#functions/platform/pdf/layout/block.ts';
import { paragraphBlock } from '#functions/platform/pdf/layout/paragraph.ts';
import { stackBlocks } from '#functions/platform/pdf/layout/stack.ts';
import { type TableBlockCell, tableBlock } from '#functions/platform/pdf/layout/table-block.ts';
import type { Page } from '#functions/platform/pdf/pdf-page.ts';

/** What was drawn, from top to bottom. */
type Drawing = { name: string; top: number; bottom: number }[];

/** Lines of 10 points that can be cut between any two. */
function lines(name: string, count: number, drawing: Drawing, from = 1): Block {
  return {
    height: count * 10,
    split(available, must) {
      const kept = Math.min(Math.max(Math.floor(available / 10), must ? 1 : 0), count);
      return kept === 0 || kept === count
        ? null
        : [lines(name, kept, drawing, from), lines(name, count - kept, drawing, from + kept)];
    },
    draw({ top }) {
      for (let i = 0; i < count; i++) {
        drawing.push({ name: `${name}${from + i}`, top: top + 10 * i, bottom: top + 10 * i + 10 });
      }
    },
  };
}

const page = { fill: () => {} } as unknown as Page;

/** Cuts a block into pages of a height, as a flow does, and draws each. */
function paged(block: Block, height: number, drawing: Drawing): Drawing[] {
  const pages: Drawing[] = [];
  for (let rest: Block | null = block; rest; ) {
    const parts: [Block, Block] | null = rest.height > height ? rest.split(height, true) : null;
    const place: DrawingPlace = { page, x: 0, top: 0, parent: null };
    (parts?.[0] ?? rest).draw(place);
    pages.push(drawing.splice(0));
    rest = parts?.[1] ?? null;
  }
  return pages;
}

const names = (pages: Drawing[]) => pages.map((drawn) => drawn.map(({ name }) => name));

describe('cutting content into pages', () => {
  it('loses nothing, repeats nothing, keeps the order and stays on the page', () => {
    const counts = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(counts, fc.integer({ min: 10, max: 90 }), fc.nat(), (sizes, height, choice) => {
        const drawing: Drawing = [];
        const children = sizes.map((count, i) => {
          const plain = lines(`${i}.`, count, drawing);
          const kind = (choice >> i) % 3;
          return { block: kind === 1 ? keepTogether(plain) : plain, keepWithNext: kind === 2 };
        });
        const pages = paged(stackBlocks(children), height, drawing);
        const expected = sizes.flatMap((count, i) => Array.from({ length: count }, (_, j) => `${i}.${j + 1}`));
        expect(names(pages).flat()).toEqual(expected);
        for (const drawn of pages) {
          for (const [i, { top, bottom }] of drawn.entries()) {
            expect(top).toBeGreaterThanOrEqual(drawn[i - 1]?.bottom ?? 0);
            expect(bottom).toBeLessThanOrEqual(height);
          }
        }
      }),
    );
  });

  it('moves a block that is kept together to the next page', () => {
    const drawing: Drawing = [];
    const block = stackBlocks([{ block: lines('a', 3, drawing) }, { block: keepTogether(lines('b', 3, drawing)) }]);
    expect(names(paged(block, 50, drawing))).toEqual([
      ['a1', 'a2', 'a3'],
      ['b1', 'b2', 'b3'],
    ]);
  });

  it('cuts a block that is kept together when it is higher than a page', () => {
    const drawing: Drawing = [];
    expect(names(paged(keepTogether(lines('b', 7, drawing)), 50, drawing))).toEqual([
      ['b1', 'b2', 'b3', 'b4', 'b5'],
      ['b6', 'b7'],
    ]);
  });

  it('keeps a heading with what it heads', () => {
    const drawing: Drawing = [];
    const block = stackBlocks([
      { block: lines('a', 3, drawing) },
      { block: lines('heading', 1, drawing), keepWithNext: true },
      { block: keepTogether(lines('b', 2, drawing)) },
    ]);
    expect(names(paged(block, 50, drawing))).toEqual([
      ['a1', 'a2', 'a3'],
      ['heading1', 'b1', 'b2'],
    ]);
  });

  it('keeps the room above and below on either side of a cut', () => {
    const drawing: Drawing = [];
    const pages = paged(padBlock(lines('a', 5, drawing), { top: 4, bottom: 6, left: 0 }), 40, drawing);
    expect(pages.map((drawn) => [drawn[0]?.top, drawn.length])).toEqual([
      [4, 3],
      [4, 2],
    ]);
  });
});

describe('cutting a table into pages', () => {
  const style = {
    padding: { horizontal: 0, vertical: 0 },
    rule: { thickness: 0.5, colour: '#000000' },
    strongRule: { thickness: 1, colour: '#000000' },
    wholeRow: 30,
  } as const;

  function build(rows: number[][], drawing: Drawing): Block {
    const cell = (name: string, count: number): TableBlockCell => ({
      block: count > 0 ? lines(name, count, drawing) : verticalSpace(0),
    });
    return tableBlock({
      columns: [{ width: 50 }, { width: 50 }],
      head: [cell('head', 1), { block: verticalSpace(0) }],
      rows: rows.map((counts, i) => counts.map((count, j) => cell(`${'abcdefghij'[i]}${'xy'[j]}`, count))),
      style,
    });
  }

  it('repeats the head on every page and keeps rows whole', () => {
    const drawing: Drawing = [];
    const rows = [
      [2, 1],
      [2, 2],
      [1, 2],
    ];
    expect(names(paged(build(rows, drawing), 60, drawing))).toEqual([
      ['head1', 'ax1', 'ax2', 'ay1', 'bx1', 'bx2', 'by1', 'by2'],
      ['head1', 'cx1', 'cy1', 'cy2'],
    ]);
  });

  it('takes a row along where the last one would be alone on its page', () => {
    const drawing: Drawing = [];
    const rows = Array.from({ length: 5 }, () => [1, 0]);
    expect(names(paged(build(rows, drawing), 50, drawing))).toEqual([
      ['head1', 'ax1', 'bx1', 'cx1'],
      ['head1', 'dx1', 'ex1'],
    ]);
  });

  it('cuts a row that is higher than a page, every cell of it at the same height', () => {
    const drawing: Drawing = [];
    expect(names(paged(build([[1, 7]], drawing), 50, drawing))).toEqual([
      ['head1', 'ax1', 'ay1', 'ay2', 'ay3', 'ay4'],
      ['head1', 'ay5', 'ay6', 'ay7'],
    ]);
  });

  it('loses nothing, whatever the rows', () => {
    const row = fc.tuple(fc.integer({ min: 0, max: 15 }), fc.integer({ min: 1, max: 15 }));
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 8 }), fc.integer({ min: 20, max: 120 }), (rows, height) => {
        const drawing: Drawing = [];
        const pages = paged(build(rows, drawing), height, drawing);
        const drawn = names(pages)
          .flat()
          .filter((name) => name !== 'head1');
        const expected = rows.flatMap((counts, i) =>
          counts.flatMap((count, j) => Array.from({ length: count }, (_, k) => `${'abcdefghij'[i]}${'xy'[j]}${k + 1}`)),
        );
        expect(drawn.toSorted()).toEqual(expected.toSorted());
        for (const { bottom } of pages.flat()) expect(bottom).toBeLessThanOrEqual(height);
        for (const names of pages) expect(names[0]?.name).toBe('head1');
      }),
    );
  });
});

describe('a column of figures', () => {
  /** Every character is a point wide. */
  const measureAt = () => ({ width: (text: string) => text.length });
  const font = { primary: { ascent: 0, descent: 0 }, measureAt } as never;
  const startOf = (text: string): number => {
    const style = { font, size: 1, colour: '#000000', align: 'decimal' } as const;
    const drawn: number[] = [];
    const canvas = {
      mark: (_parent: unknown, draw: () => void) => draw(),
      text: (_line: unknown, { x }: { x: number }) => drawn.push(x),
    } as unknown as Page;
    paragraphBlock({ text, style, width: 20 }).draw({ page: canvas, x: 0, top: 0, parent: null });
    return drawn[0] ?? Number.NaN;
  };

  it('has its points below each other, and a word in its middle', () => {
    // 100.0 is in the middle: from 7.5 to 12.5, the point at 10.5.
    expect(['100.0', '57.5', '9', 'Abs'].map(startOf)).toEqual([7.5, 8.5, 9.5, 8.5]);
  });
});
