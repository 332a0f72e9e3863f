import { type RefObject, useLayoutEffect } from 'react';
import type { GridColumn, RowValues } from './columns.ts';
import type { GridModel, ModelRow } from './grid-model.ts';

interface HeadingCounts {
  grid: GridModel;
  columns: readonly GridColumn[];
  rows: readonly ModelRow[];
  /** The row of headings. */
  headings: RefObject<HTMLElement | null>;
}

/**
 * Keeps "n of m" in the headings of counted columns: how many of the rows shown have a value there. It is written straight
 * into the page, and only where it changed, for it follows each mark that is typed (ADR 0012).
 */
export function useHeadingCounts({ grid, columns, rows, headings }: HeadingCounts): void {
  useLayoutEffect(() => {
    const counted = columns.flatMap(({ id, isCounted }, index) => {
      const text = headings.current?.children[index + 1]?.querySelector('[data-count]');
      return isCounted && text ? [{ id, text, filled: 0 }] : [];
    });
    if (counted.length === 0) return;
    const seen = new Map<string, RowValues>();
    const look = (row: string) => {
      const before = seen.get(row) ?? {};
      const { values } = grid.view(row);
      seen.set(row, values);
      for (const column of counted) column.filled += has(values, column.id) - has(before, column.id);
    };
    const write = () => {
      for (const { text, filled } of counted) {
        const now = `${filled} of ${rows.length}`;
        if (text.textContent !== now) text.textContent = now;
      }
    };
    const stops = rows.map(({ id }) => {
      look(id);
      return grid.subscribe(id, () => {
        look(id);
        write();
      });
    });
    write();
    return () => {
      for (const stop of stops) stop();
    };
  }, [grid, columns, rows, headings]);
}

const has = (values: RowValues, column: string): 0 | 1 => ((values[column] ?? null) === null ? 0 : 1);
