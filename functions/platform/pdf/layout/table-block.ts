import type { Colour } from '../pdf-page.ts';
import { type Block, decorateBlock, padBlock, SharedElement, verticalSpace } from './block.ts';
import { ROUNDING_TOLERANCE } from './stack.ts';

export interface TableBlockColumn {
  /** Points, padding included. */
  width: number;
}

export interface TableBlockCell {
  /** Measured for the column's width less the padding on both sides. */
  block: Block;
  /** `TH` heads its row or, in the head, its column. */
  isHeading?: boolean;
}

export interface TableStyle {
  /** Room in each cell, in points. */
  padding: { horizontal: number; vertical: number };
  rule: { thickness: number; colour: Colour };
  /** Below the head and below the last row. */
  strongRule: { thickness: number; colour: Colour };
  /** Rows up to this height are not cut; higher ones may be, where a page ends. Points. */
  wholeRow: number;
}

export interface TableOptions {
  columns: readonly TableBlockColumn[];
  head: readonly TableBlockCell[];
  rows: readonly (readonly TableBlockCell[])[];
  style: TableStyle;
}

/**
 * Rows that are not left alone: where the last page would have fewer, it takes more from the page before, which keeps
 * as many too.
 */
const rowsTogether = 2;

/**
 * A table that breaks between rows and repeats its head; on later pages the head is decoration, so that it is read
 * aloud once.
 */
export function tableBlock({ columns, head, rows, style }: TableOptions): Block {
  const width = columns.reduce((sum, column) => sum + column.width, 0);
  const ruled = (block: Block, rule: TableStyle['rule']) =>
    decorateBlock(block, ({ page, x, top }, height) =>
      page.fill({ x, y: top + height - rule.thickness / 2, width, height: rule.thickness, colour: rule.colour }),
    );
  const row = (cells: readonly TableBlockCell[], scope: 'Row' | 'Column') => tableRow(cells, { columns, style, scope });
  const body = rows.map((cells, i) => ruled(row(cells, 'Row'), i === rows.length - 1 ? style.strongRule : style.rule));
  return tablePart(body, {
    head: ruled(row(head, 'Column'), style.strongRule),
    element: new SharedElement('Table'),
    isFirst: true,
  });
}

function tablePart(rows: readonly Block[], table: { head: Block; element: SharedElement; isFirst: boolean }): Block {
  const { head, element, isFirst } = table;
  return {
    height: rows.reduce((sum, row) => sum + row.height, head.height),
    split(available, must) {
      let used = head.height;
      const over = rows.findIndex((row) => {
        used += row.height;
        return used > available + ROUNDING_TOLERANCE;
      });
      const row = rows[over];
      if (!row) return null;
      const room = available - (used - row.height);
      const parts = row.split(room, must && over === 0);
      const later = { ...table, isFirst: false };
      if (parts)
        return [
          tablePart([...rows.slice(0, over), parts[0]], table),
          tablePart([parts[1], ...rows.slice(over + 1)], later),
        ];
      if (over === 0) return null;
      const enough = rows.length - rowsTogether;
      const cut = enough < over && enough >= rowsTogether ? enough : over;
      return [tablePart(rows.slice(0, cut), table), tablePart(rows.slice(cut), later)];
    },
    draw(place) {
      const parent = element.under(place.parent);
      head.draw({ ...place, parent: isFirst ? parent : null });
      let top = place.top + head.height;
      for (const row of rows) {
        row.draw({ ...place, top, parent });
        top += row.height;
      }
    },
  };
}

interface RowOptions {
  columns: readonly TableBlockColumn[];
  style: TableStyle;
  scope: 'Row' | 'Column';
}

function tableRow(cells: readonly TableBlockCell[], options: RowOptions): Block {
  const elements = cells.map(({ isHeading }) =>
    isHeading ? new SharedElement('TH', options.scope) : new SharedElement('TD'),
  );
  const { horizontal, vertical } = options.style.padding;
  const blocks = cells.map(({ block }) => padBlock(block, { top: vertical, bottom: vertical, left: horizontal }));
  return rowPart(blocks, { ...options, elements, element: new SharedElement('TR') });
}

function rowPart(
  blocks: readonly Block[],
  row: RowOptions & { elements: readonly SharedElement[]; element: SharedElement },
): Block {
  const height = Math.max(...blocks.map((block) => block.height));
  return {
    height,
    split(available, must) {
      if (!must && (height <= row.style.wholeRow || available < row.style.wholeRow / 2)) return null;
      const parts = blocks.map((block): [Block, Block] => {
        if (block.height <= available) return [block, verticalSpace(0)];
        return block.split(available, must) ?? block.split(available, true) ?? [block, verticalSpace(0)];
      });
      if (parts.every(([, rest]) => rest.height === 0)) return null;
      return [
        rowPart(
          parts.map(([first]) => first),
          row,
        ),
        rowPart(
          parts.map(([, rest]) => rest),
          row,
        ),
      ];
    },
    draw(place) {
      const parent = row.element.under(place.parent);
      let { x } = place;
      for (const [i, block] of blocks.entries()) {
        const element = row.elements[i]?.under(parent) ?? null;
        block.draw({ ...place, x, parent: element });
        x += row.columns[i]?.width ?? 0;
      }
    },
  };
}
