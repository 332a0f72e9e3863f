import type { CellBlock, CellId } from './entries.ts';
import { acceptsEntry, type EntryColumn, type GridColumn } from './grid-columns.ts';
import { type CellPosition, type CursorMove, findCellAfterMove } from './typing/navigation.ts';

/** A row of the model; `name` is its name for screen readers. */
export interface ModelRow {
  id: string;
  name: string;
  /** The name with the id, where another row has the same name: for sentences. */
  nameApart?: string | undefined;
  /** A line below the name: that somebody left, or is not registered. */
  standing?: string | undefined;
  /** Searched beside name and id. */
  classId?: string | undefined;
  /** Why the row is read-only. */
  closed?: string | undefined;
  /** Nothing is missing in the row, and no count or figure has it: of somebody who left. */
  isUncounted?: boolean | undefined;
}

/** A row as sentences name it. */
export const rowName = ({ name, nameApart }: Pick<ModelRow, 'name' | 'nameApart'>): string => nameApart ?? name;

/** The active cell and the selection, which is null if it is the active cell only. */
export interface CursorPlace {
  active: CellPosition | null;
  selection: CellBlock | null;
}

/**
 * Rows and columns of a mark grid, its active cell and the selection. Ids name cells: a place changes with the order of
 * the rows.
 */
export class GridCursor {
  /** Set by the view: scrolls to the active cell, and focuses it on request. */
  onGoTo: (options: { focus: boolean }) => void = () => {};

  #columns: readonly GridColumn[] = [];
  #rows: readonly ModelRow[] = [];
  #active: CellId | null = null;
  #anchor: CellId | null = null;
  #cursorListeners = new Set<() => void>();

  cursor = (): CursorPlace => ({
    active: this.placeOf(this.#active),
    selection: this.#anchor && this.selection(),
  });
  /** Calls back when the cursor moved, or rows or columns changed. */
  subscribeCursor = (listener: () => void): (() => void) => {
    this.#cursorListeners.add(listener);
    return () => void this.#cursorListeners.delete(listener);
  };

  /**
   * Sets rows and columns, in order. The active cell stays if it still exists, else the first editable cell is active.
   */
  arrange(columns: readonly GridColumn[], rows: readonly ModelRow[]): void {
    // In another order of rows a selection would cover other cells.
    if (this.#anchor && rows.map(({ id }) => id).join() !== this.#rows.map(({ id }) => id).join()) this.#anchor = null;
    this.#columns = columns;
    this.#rows = rows;
    const first = findCellAfterMove({ row: 0, column: -1 }, 'next-entry', this.#shape()) ?? { row: 0, column: 0 };
    if (!this.placeOf(this.#active)) this.#active = this.cellAt(first);
    if (!this.placeOf(this.#anchor)) this.#anchor = null;
    this.drawCursor();
  }

  columns = (): readonly GridColumn[] => this.#columns;
  rows = (): readonly ModelRow[] => this.#rows;

  /** The active cell with its row and column; null in an empty grid. */
  active(): { row: ModelRow; column: GridColumn } | null {
    const place = this.placeOf(this.#active);
    const row = place && this.#rows[place.row];
    const column = place && this.#columns[place.column];
    return row && column ? { row, column } : null;
  }

  /** Makes a cell the active one. With `extend` the selection is extended to it. */
  activate(place: CellPosition, { extend = false } = {}): void {
    const cell = this.cellAt(place);
    if (!cell) return;
    this.#anchor = extend ? (this.#anchor ?? this.#active) : null;
    this.#active = cell;
    this.drawCursor();
  }

  /** Makes a cell the active one by its ids, if it is visible. */
  activateCell(cell: CellId, options?: { extend: boolean }): void {
    const place = this.placeOf(cell);
    if (place) this.activate(place, options);
  }

  /** Goes to a cell by its ids: scrolls to it, and focuses it unless `focus` is false. */
  goTo(cell: CellId, { focus = true } = {}): void {
    this.activateCell(cell);
    this.onGoTo({ focus });
  }

  /** Moves the active cell. False if the move leaves the grid. */
  move(move: CursorMove, options?: { extend: boolean }): boolean {
    const from = this.placeOf(this.#active);
    const to = from && findCellAfterMove(from, move, this.#shape());
    if (to) this.activate(to, options);
    return to !== null;
  }

  /** The selected cells, row by row, or the active cell. */
  selectedCells(): CellId[][] {
    const selection = this.selection();
    if (!selection) return [];
    const columns = this.#columns.slice(selection.left, selection.right + 1);
    const rows = this.#rows.slice(selection.top, selection.bottom + 1);
    return rows.map((row) => columns.map((column) => ({ row: row.id, column: column.id })));
  }

  protected activeCell(): CellId | null {
    return this.#active;
  }

  protected entryColumn(cell: CellId): EntryColumn | null {
    const column = this.#columns.find(({ id }) => id === cell.column);
    const row = this.#rows.find(({ id }) => id === cell.row);
    return column && acceptsEntry(column, row?.closed) ? column : null;
  }

  #shape() {
    return {
      rows: this.#rows.length,
      columns: this.#columns.length,
      firstColumn: this.#columns.findIndex(({ kind }) => kind !== 'node'),
      takesEntry: (place: CellPosition) => {
        const cell = this.cellAt(place);
        return cell !== null && this.entryColumn(cell) !== null;
      },
    };
  }

  protected placeOf(cell: CellId | null): CellPosition | null {
    if (!cell) return null;
    const row = this.#rows.findIndex(({ id }) => id === cell.row);
    const column = this.#columns.findIndex(({ id }) => id === cell.column);
    return row < 0 || column < 0 ? null : { row, column };
  }

  protected cellAt({ row, column }: CellPosition): CellId | null {
    const rowId = this.#rows[row]?.id;
    const columnId = this.#columns[column]?.id;
    return rowId === undefined || columnId === undefined ? null : { row: rowId, column: columnId };
  }

  /** The selected block, or the active cell. */
  protected selection(): CellBlock | null {
    const active = this.placeOf(this.#active);
    if (!active) return null;
    const anchor = this.placeOf(this.#anchor) ?? active;
    return {
      top: Math.min(active.row, anchor.row),
      bottom: Math.max(active.row, anchor.row),
      left: Math.min(active.column, anchor.column),
      right: Math.max(active.column, anchor.column),
    };
  }

  protected drawCursor(): void {
    for (const listener of this.#cursorListeners) listener();
  }
}
