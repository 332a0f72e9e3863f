import type { RefObject } from 'react';
import { takesEntry } from './columns.ts';
import type { Block } from './entries.ts';
import type { GridModel } from './grid-model.ts';
import { isLive, type LiveField } from './live-field.ts';
import type { Place } from './navigation.ts';

interface CursorParts {
  grid: GridModel;
  field: LiveField;
  /** Kept pointing to the active cell. */
  activeCell: RefObject<HTMLElement | null>;
  /** Called when the user goes to a row that is not in the page yet. */
  drawAll: () => void;
}

/**
 * Draws the active cell, the selection and the live field straight into the rows that React drew. A move touches the cells
 * it leaves and reaches and no others, whatever the size of the sheet (ADR 0012). The attributes set here are no row's props.
 */
export class Cursor {
  readonly #grid: GridModel;
  readonly #field: LiveField;
  readonly #activeCell: RefObject<HTMLElement | null>;
  readonly #drawAll: () => void;
  #sheet: HTMLElement | null = null;
  #selected: ReadonlySet<HTMLElement> = new Set();

  constructor({ grid, field, activeCell, drawAll }: CursorParts) {
    this.#grid = grid;
    this.#field = field;
    this.#activeCell = activeCell;
    this.#drawAll = drawAll;
  }

  /** Draws into a sheet, whose children are the headings and the rows, until the returned function is called. */
  attach(sheet: HTMLElement): () => void {
    this.#sheet = sheet;
    const stop = this.#grid.subscribeCursor(this.#draw);
    return () => {
      stop();
      this.#field.moveTo(null, null);
      this.#sheet = null;
    };
  }

  /** Gives the focus to the active cell: to its field, where it has one. */
  focus(): void {
    if (!this.#field.focus()) this.#activeCell.current?.focus({ preventScroll: true });
  }

  /** Scrolls as little as shows the active cell; a browser's own scrolling to the focus jumps it to the middle. */
  reveal(): void {
    this.#activeCell.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  #draw = (): void => {
    const { active, selection } = this.#grid.cursor();
    if (active && !this.#cellAt(active)) this.#drawAll();
    this.#activate(active && this.#cellAt(active));
    this.#select(selection);
  };

  #activate(cell: HTMLElement | null): void {
    const before = this.#activeCell.current;
    if (before && before !== cell) {
      before.removeAttribute('data-active');
      if (before.hasAttribute('tabindex')) before.tabIndex = -1;
    }
    this.#activeCell.current = cell;
    cell?.setAttribute('data-active', '');
    const active = this.#grid.active();
    if (active && isLive(active.column) && takesEntry(active.column, active.row.closed)) {
      this.#field.moveTo(cell, { row: active.row, column: active.column });
    } else {
      this.#field.moveTo(null, null);
      if (cell) cell.tabIndex = 0;
    }
  }

  #select(selection: Block | null): void {
    const selected = new Set(selection ? this.#cellsOf(selection) : []);
    for (const cell of this.#selected) if (!selected.has(cell)) cell.removeAttribute('aria-selected');
    for (const cell of selected) if (!this.#selected.has(cell)) cell.setAttribute('aria-selected', 'true');
    this.#selected = selected;
  }

  #cellsOf({ top, bottom, left, right }: Block): HTMLElement[] {
    const cells: HTMLElement[] = [];
    for (let row = top; row <= bottom; row += 1) {
      for (let column = left; column <= right; column += 1) {
        const cell = this.#cellAt({ row, column });
        if (cell) cells.push(cell);
      }
    }
    return cells;
  }

  /** Row and cell stand after the headings and the row's header. */
  #cellAt({ row, column }: Place): HTMLElement | null {
    const cell = this.#sheet?.children[row + 1]?.children[column + 1];
    return cell instanceof HTMLElement ? cell : null;
  }
}
