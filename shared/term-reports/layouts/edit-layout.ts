import type { CardLayout, LayoutBlock, LayoutPage } from './card-layout.ts';
import { isFigure } from './contradictions.ts';

/** Where a block is: its side, its row, and its place in the row. */
export interface BlockPlace {
  side: 'front' | 'back';
  row: number;
  block: number;
}

/** What a block prints: of the remarks, whose. Words of the school are told apart by their place alone. */
export type BlockName = Exclude<LayoutBlock['block'], 'remarks'> | 'formTeacherRemarks' | 'deanRemarks';

export const nameOfBlock = (block: LayoutBlock): BlockName =>
  block.block === 'remarks' ? `${block.of}Remarks` : block.block;

/** Every block of a layout in its order, with its place. */
export const listBlocks = ({ front, back }: CardLayout): { block: LayoutBlock; place: BlockPlace }[] =>
  (
    [
      ['front', front],
      ['back', back ?? []],
    ] as const
  ).flatMap(([side, rows]) =>
    rows.flatMap((row, r) => row.map((block, b) => ({ block, place: { side, row: r, block: b } }))),
  );

const withoutWidth = (block: LayoutBlock): LayoutBlock => {
  if (!('width' in block)) return block;
  const { width: _width, ...others } = block;
  return others as LayoutBlock;
};

/** A row that has lost or got a block shares its width evenly again. */
const evenRow = (row: readonly LayoutBlock[]): LayoutBlock[] => row.map(withoutWidth);

/** With other rows; a side without rows is gone, and the front takes those of a back that is alone. */
function withRows(layout: CardLayout, rows: { front: LayoutPage; back: LayoutPage }): CardLayout {
  const front = rows.front.filter((row) => row.length > 0);
  const back = rows.back.filter((row) => row.length > 0);
  if (front.length === 0) return { ...layout, front: back, back: null };
  return { ...layout, front, back: back.length === 0 ? null : back };
}

const rowsOf = ({ front, back }: CardLayout) => ({
  front: front.map((row) => [...row]),
  back: (back ?? []).map((row) => [...row]),
});

/**
 * A block one step up or down, on a row of its own: out of a row that it shares, past the row before or after it, and
 * from the head of the back to the foot of the front. At the ends it stays where it is. Pure.
 */
export function moveBlock(layout: CardLayout, { side, row, block }: BlockPlace, by: -1 | 1): CardLayout {
  const rows = rowsOf(layout);
  const here = rows[side];
  const moved = here[row]?.[block];
  if (!moved) return layout;
  const shared = here[row] ?? [];
  if (shared.length > 1) {
    const left = evenRow(shared.filter((_, place) => place !== block));
    const own = [withoutWidth(moved)];
    here.splice(row, 1, ...(by < 0 ? [own, left] : [left, own]));
    return withRows(layout, rows);
  }
  const target = row + by;
  if (target >= 0 && target < here.length) {
    here.splice(row, 1);
    here.splice(target, 0, shared);
    return withRows(layout, rows);
  }
  if (side === 'back' && by < 0) {
    rows.front.push(shared);
    here.splice(row, 1);
  } else if (side === 'front' && by > 0 && layout.back) {
    rows.back.unshift(shared);
    here.splice(row, 1);
  }
  return withRows(layout, rows);
}

/**
 * A block on a row of its own before the row of another block, or after it where that is farther down: as it is dropped
 * there. Pure.
 */
export function dropBlock(layout: CardLayout, from: BlockPlace, onto: BlockPlace): CardLayout {
  const rows = rowsOf(layout);
  const moved = rows[from.side][from.row]?.[from.block];
  const target = rows[onto.side][onto.row];
  const isOwnRow = from.side === onto.side && from.row === onto.row;
  if (!moved || !target || isOwnRow) return layout;
  const isDown = from.side === onto.side && from.row < onto.row;
  const left = (rows[from.side][from.row] ?? []).filter((_, place) => place !== from.block);
  rows[from.side][from.row] = evenRow(left);
  const place = rows[onto.side].indexOf(target) + (isDown ? 1 : 0);
  rows[onto.side].splice(place, 0, [withoutWidth(moved)]);
  return withRows(layout, rows);
}

/** With another block in a place, such as the same with a heading. Pure. */
export function replaceBlock(layout: CardLayout, { side, row, block }: BlockPlace, next: LayoutBlock): CardLayout {
  const rows = rowsOf(layout);
  const own = rows[side][row];
  if (!own?.[block]) return layout;
  own[block] = next;
  return withRows(layout, rows);
}

/** A block alone in its row beside those of the row above it. Pure. */
export function joinRowAbove(layout: CardLayout, { side, row }: BlockPlace): CardLayout {
  const rows = rowsOf(layout);
  const [above, own] = [rows[side][row - 1], rows[side][row]];
  if (!above || !own || above.length + own.length > 4) return layout;
  rows[side].splice(row - 1, 2, evenRow([...above, ...own]));
  return withRows(layout, rows);
}

/** The narrowest block beside others, in percent. */
export const narrowestBlock = 15;

const standsAlone = ({ block }: LayoutBlock): boolean => block === 'subjects' || block === 'signatures';

/** Whether the blocks of a row have widths: alone, a block has the whole page, and figures share it by themselves. */
export const hasWidths = (row: readonly LayoutBlock[]): boolean =>
  row.length > 1 && !row.every(isFigure) && !row.some(standsAlone);

/**
 * A block with a width in percent; the others of its row share the rest as they did before. Null shares the row evenly.
 * Pure.
 */
export function setWidth(layout: CardLayout, { side, row, block }: BlockPlace, percent: number | null): CardLayout {
  const rows = rowsOf(layout);
  const own = rows[side][row];
  if (!own?.[block] || !hasWidths(own)) return layout;
  if (percent === null) rows[side][row] = evenRow(own);
  else {
    const widths = sharesBeside(own, { block, percent });
    rows[side][row] = own.map((one, place) => ({ ...one, width: widths[place] }) as LayoutBlock);
  }
  return withRows(layout, rows);
}

/** Percents of a row that make 100, none below the narrowest. */
function sharesBeside(row: readonly LayoutBlock[], { block, percent }: { block: number; percent: number }): number[] {
  const widthOf = (one: LayoutBlock) => ('width' in one && one.width !== undefined ? one.width : 100 / row.length);
  const others = row.length - 1;
  const own = Math.min(Math.max(Math.round(percent), narrowestBlock), 100 - others * narrowestBlock);
  const before = row.reduce((sum, one, place) => (place === block ? sum : sum + widthOf(one)), 0);
  // Above what each has at least, the rest is shared.
  const spare = 100 - own - others * narrowestBlock;
  const shares = row.map((one, place) =>
    place === block ? own : narrowestBlock + Math.floor((spare * widthOf(one)) / before),
  );
  const last = shares.length - 1 === block ? block - 1 : shares.length - 1;
  const missing = 100 - shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share, place) => (place === last ? share + missing : share));
}

/** Without a block. Pure. */
export function removeBlock(layout: CardLayout, { side, row, block }: BlockPlace): CardLayout {
  const rows = rowsOf(layout);
  const own = rows[side][row];
  if (!own) return layout;
  rows[side][row] = evenRow(own.filter((_, place) => place !== block));
  const others = listBlocks(layout).length - 1;
  return others === 0 ? layout : withRows(layout, rows);
}

/** With a block on a row of its own above the signatures, or at the end of the card. Pure. */
export function addBlock(layout: CardLayout, block: LayoutBlock): CardLayout {
  const rows = rowsOf(layout);
  const side = layout.back ? 'back' : 'front';
  const signed = rows[side].findIndex((row) => row.some((one) => one.block === 'signatures'));
  rows[side].splice(signed < 0 ? rows[side].length : signed, 0, [block]);
  return withRows(layout, rows);
}

/** With another back: the rows from the given one on go behind, or all come back to the front. Pure. */
export function setBack(layout: CardLayout, from: number | null): CardLayout {
  const all = [...layout.front, ...(layout.back ?? [])];
  if (from === null || from <= 0 || from >= all.length) return { ...layout, front: all, back: null };
  return { ...layout, front: all.slice(0, from), back: all.slice(from) };
}
