import type { Block } from './block.ts';

/** Blocks beside each other, tops level; they stay on one page. Widths and gaps are in the `x` of each. */
export function columns(blocks: readonly { x: number; block: Block }[]): Block {
  return {
    height: Math.max(0, ...blocks.map(({ block }) => block.height)),
    split: () => null,
    draw(place) {
      for (const { x, block } of blocks) block.draw({ ...place, x: place.x + x });
    },
  };
}
