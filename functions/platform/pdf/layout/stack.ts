import type { Block } from './block.ts';

/** Tolerance for rounding errors of sums. Points. */
export const ROUNDING_TOLERANCE = 0.01;

export interface StackedBlock {
  block: Block;
  /** Keeps the block on the page of the one after it: a heading. */
  keepWithNext?: boolean;
}

/** Blocks below each other. A cut falls between two blocks or through one that can be cut. */
export function stackBlocks(children: readonly StackedBlock[]): Block {
  return {
    height: children.reduce((sum, { block }) => sum + block.height, 0),
    split: (available, must) => splitStack(children, { available, must }),
    draw(place) {
      let { top } = place;
      for (const { block } of children) {
        block.draw({ ...place, top });
        top += block.height;
      }
    },
  };
}

function splitStack(
  children: readonly StackedBlock[],
  { available, must }: { available: number; must: boolean },
): [Block, Block] | null {
  let used = 0;
  const over = children.findIndex(({ block }) => {
    used += block.height;
    return used > available + ROUNDING_TOLERANCE;
  });
  const child = children[over];
  if (!child) return null;
  const room = available - (used - child.block.height);
  const cutThrough = (parts: [Block, Block]): [Block, Block] => [
    stackBlocks([...children.slice(0, over), { block: parts[0] }]),
    stackBlocks([{ ...child, block: parts[1] }, ...children.slice(over + 1)]),
  ];
  const parts = child.block.split(room, must && over === 0);
  if (parts) return cutThrough(parts);
  let cut = over;
  while (cut > 0 && children[cut - 1]?.keepWithNext) cut--;
  if (cut > 0) return [stackBlocks(children.slice(0, cut)), stackBlocks(children.slice(cut))];
  if (!must) return null;
  const forced = child.block.split(room, true);
  if (forced && (over === 0 || forced[0].height <= room + ROUNDING_TOLERANCE)) return cutThrough(forced);
  // Not even a part of the child goes on this page: better a lonely heading, or one line too high, than no progress.
  const alone = Math.max(over, 1);
  return alone < children.length ? [stackBlocks(children.slice(0, alone)), stackBlocks(children.slice(alone))] : null;
}

/** Blocks beside each other, tops level; they stay on one page. Widths and gaps are in the `x` of each. */
export function placeSideBySide(blocks: readonly { x: number; block: Block }[]): Block {
  return {
    height: Math.max(0, ...blocks.map(({ block }) => block.height)),
    split: () => null,
    draw(place) {
      for (const { x, block } of blocks) block.draw({ ...place, x: place.x + x });
    },
  };
}
