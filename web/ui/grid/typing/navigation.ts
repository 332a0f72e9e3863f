/** A cell by the index of its visible row and its column. */
export interface CellPosition {
  row: number;
  column: number;
}

export interface GridShape {
  rows: number;
  columns: number;
  /** The first column of a row; those before it belong to the row's header. */
  firstColumn: number;
  takesEntry: (place: CellPosition) => boolean;
}

export type CursorMove =
  | 'up'
  | 'down'
  | 'left'
  | 'right'
  | 'row-start'
  | 'row-end'
  | 'grid-start'
  | 'grid-end'
  | 'page-up'
  | 'page-down'
  | 'next-entry'
  | 'previous-entry';

/** Rows of Page Up and Page Down. */
const page = 10;

/** The target of a move; the same place at an edge, null if it leaves the grid (Tab from the last editable cell). */
export function findCellAfterMove(from: CellPosition, move: CursorMove, shape: GridShape): CellPosition | null {
  const lastRow = shape.rows - 1;
  const lastColumn = shape.columns - 1;
  const inside = (row: number, column: number): CellPosition => ({
    row: Math.min(Math.max(row, 0), lastRow),
    column: Math.min(Math.max(column, 0), lastColumn),
  });
  switch (move) {
    case 'up':
      return inside(from.row - 1, from.column);
    case 'down':
      return inside(from.row + 1, from.column);
    case 'left':
      return inside(from.row, from.column - 1);
    case 'right':
      return inside(from.row, from.column + 1);
    case 'page-up':
      return inside(from.row - page, from.column);
    case 'page-down':
      return inside(from.row + page, from.column);
    case 'row-start':
      return inside(from.row, shape.firstColumn);
    case 'row-end':
      return inside(from.row, lastColumn);
    case 'grid-start':
      return inside(0, shape.firstColumn);
    case 'grid-end':
      return inside(lastRow, lastColumn);
    case 'next-entry':
      return nextEntry(from, 1, shape);
    case 'previous-entry':
      return nextEntry(from, -1, shape);
  }
}

function nextEntry(from: CellPosition, direction: 1 | -1, shape: GridShape): CellPosition | null {
  const cells = shape.rows * shape.columns;
  for (let at = from.row * shape.columns + from.column + direction; at >= 0 && at < cells; at += direction) {
    const place = { row: Math.floor(at / shape.columns), column: at % shape.columns };
    if (shape.takesEntry(place)) return place;
  }
  return null;
}

/** The move of a key while no text is being edited, or null. */
export function toCursorMove(key: {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
}): CursorMove | null {
  const farther = key.ctrlKey || key.metaKey;
  switch (key.key) {
    case 'ArrowUp':
      return 'up';
    case 'ArrowDown':
      return 'down';
    case 'ArrowLeft':
      return 'left';
    case 'ArrowRight':
      return 'right';
    case 'PageUp':
      return 'page-up';
    case 'PageDown':
      return 'page-down';
    case 'Home':
      return farther ? 'grid-start' : 'row-start';
    case 'End':
      return farther ? 'grid-end' : 'row-end';
    case 'Enter':
      return key.shiftKey ? 'up' : 'down';
    case 'Tab':
      return key.shiftKey ? 'previous-entry' : 'next-entry';
    default:
      return null;
  }
}
