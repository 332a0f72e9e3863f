import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CellPosition,
  type CursorMove,
  findCellAfterMove,
  type GridShape,
  toCursorMove,
} from '../../../web/ui/grid/typing/navigation.ts';

/** Three rows of: read-only, entry, entry, read-only. */
const shape: GridShape = {
  rows: 3,
  columns: 4,
  firstColumn: 0,
  takesEntry: ({ column }) => column === 1 || column === 2,
};
const goes = (row: number, column: number, move: CursorMove) => findCellAfterMove({ row, column }, move, shape);

describe('moving in the grid', () => {
  it('stays at the edges', () => {
    expect(goes(0, 0, 'up')).toEqual({ row: 0, column: 0 });
    expect(goes(2, 3, 'down')).toEqual({ row: 2, column: 3 });
    expect(goes(1, 3, 'right')).toEqual({ row: 1, column: 3 });
  });

  it('goes with Tab from the last entry of a row to the first of the next, over read-only cells', () => {
    expect(goes(0, 2, 'next-entry')).toEqual({ row: 1, column: 1 });
    expect(goes(1, 0, 'previous-entry')).toEqual({ row: 0, column: 2 });
  });

  it('leaves the grid with Tab from the last entry and with Shift+Tab from the first', () => {
    expect(goes(2, 2, 'next-entry')).toBeNull();
    expect(goes(0, 1, 'previous-entry')).toBeNull();
  });

  it('goes to the ends of the row and of the grid', () => {
    expect(goes(1, 2, 'row-start')).toEqual({ row: 1, column: 0 });
    expect(goes(1, 2, 'grid-end')).toEqual({ row: 2, column: 3 });
  });

  it('begins a row after what belongs to its header, which the arrows still reach', () => {
    const ticked: GridShape = { ...shape, firstColumn: 1 };
    expect(findCellAfterMove({ row: 2, column: 3 }, 'row-start', ticked)).toEqual({ row: 2, column: 1 });
    expect(findCellAfterMove({ row: 2, column: 3 }, 'grid-start', ticked)).toEqual({ row: 0, column: 1 });
    expect(findCellAfterMove({ row: 2, column: 1 }, 'left', ticked)).toEqual({ row: 2, column: 0 });
  });

  it('never ends outside the grid, and with Tab only at cells that take entries', () => {
    const moves: CursorMove[] = ['up', 'down', 'left', 'right', 'row-start', 'row-end', 'grid-start', 'grid-end'];
    const all: CursorMove[] = [...moves, 'page-up', 'page-down', 'next-entry', 'previous-entry'];
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 16 }),
        fc.array(fc.boolean(), { minLength: 16, maxLength: 16 }),
        fc.array(fc.constantFrom(...all), { maxLength: 60 }),
        (rows, columns, entries, walk) => {
          const takesEntry = ({ column }: CellPosition) => entries[column] === true;
          let at: CellPosition = { row: 0, column: 0 };
          for (const move of walk) {
            const next = findCellAfterMove(at, move, { rows, columns, firstColumn: 0, takesEntry });
            if (!next) expect(move).toMatch(/-entry$/);
            else at = next;
            if (next && move.endsWith('-entry')) expect(takesEntry(next)).toBe(true);
            expect(at.row).toBeGreaterThanOrEqual(0);
            expect(at.row).toBeLessThan(rows);
            expect(at.column).toBeGreaterThanOrEqual(0);
            expect(at.column).toBeLessThan(columns);
          }
        },
      ),
    );
  });

  it('knows the keys', () => {
    const press = (key: string, held: { shiftKey?: true; ctrlKey?: true } = {}) =>
      toCursorMove({ key, shiftKey: false, ctrlKey: false, metaKey: false, ...held });
    expect(press('Enter')).toBe('down');
    expect(press('Enter', { shiftKey: true })).toBe('up');
    expect(press('Tab', { shiftKey: true })).toBe('previous-entry');
    expect(press('Home')).toBe('row-start');
    expect(press('End', { ctrlKey: true })).toBe('grid-end');
    expect(press('a')).toBeNull();
  });
});
