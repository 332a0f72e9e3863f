import type { BlockOf, CardLayout, LayoutBlock, LayoutPage, SubjectColumn } from './card-layout.ts';

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

/** The widths of a row in percent; null shares it evenly. Pure. */
export function setWidths(layout: CardLayout, { side, row }: BlockPlace, widths: readonly number[] | null): CardLayout {
  const rows = rowsOf(layout);
  const own = rows[side][row];
  if (!own) return layout;
  rows[side][row] = own.map((block, place) => {
    const width = widths?.[place];
    return width === undefined ? withoutWidth(block) : ({ ...withoutWidth(block), width } as LayoutBlock);
  });
  return withRows(layout, rows);
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

type Subjects = BlockOf<'subjects'>;

/** Changes the subject table, where the layout has one. Pure. */
export function changeSubjects(layout: CardLayout, change: (table: Subjects) => Subjects): CardLayout {
  const changed = (rows: LayoutPage): LayoutPage =>
    rows.map((row) => row.map((block) => (block.block === 'subjects' ? change(block) : block)));
  return { ...layout, front: changed(layout.front), back: layout.back && changed(layout.back) };
}

/** A column one step to the left or right. Pure. */
export const moveColumn = (layout: CardLayout, name: SubjectColumn, by: -1 | 1): CardLayout =>
  changeSubjects(layout, (table) => {
    const columns = [...table.columns];
    const from = columns.findIndex(({ column }) => column === name);
    const target = from + by;
    const [moved] = from < 0 || target < 0 || target >= columns.length ? [] : columns.splice(from, 1);
    if (!moved) return table;
    columns.splice(target, 0, moved);
    return { ...table, columns };
  });

/** With a column at the right, or without it; the last one stays. Pure. */
export const switchColumn = (layout: CardLayout, name: SubjectColumn, isOn: boolean): CardLayout =>
  changeSubjects(layout, (table) => {
    const others = table.columns.filter(({ column }) => column !== name);
    if (isOn)
      return others.length < table.columns.length ? table : { ...table, columns: [...others, { column: name }] };
    return others.length === 0 ? table : { ...table, columns: others };
  });

/** With a heading of the school's own, as it is typed; a blank one is ours again. Pure. */
export const renameColumn = (layout: CardLayout, name: SubjectColumn, heading: string): CardLayout =>
  changeSubjects(layout, (table) => ({
    ...table,
    columns: table.columns.map((one) =>
      one.column === name ? { column: name, ...(heading.trim() === '' ? {} : { heading }) } : one,
    ),
  }));
