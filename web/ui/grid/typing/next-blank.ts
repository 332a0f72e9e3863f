import { uiWordings } from '../../wordings.ts';
import { acceptsEntry, columnName } from '../grid-columns.ts';
import type { GridModel } from '../grid-model.ts';

/**
 * Goes to the next blank editable cell: down the active column, then from its top, then in the columns after it.
 * Announces every move that does not simply go down.
 */
export function goToNextBlank(grid: GridModel): void {
  const { active } = grid.cursor();
  if (!active) return;
  const rows = grid.rows();
  const columns = grid.columns();
  const blankIn = (at: number, from: number, to: number): string | undefined => {
    const column = columns[at];
    const row = rows
      .slice(from, to)
      .find(
        ({ id, closed }) =>
          column && acceptsEntry(column, closed) && (grid.view(id).values[column.id] ?? null) === null,
      );
    return row?.id;
  };
  const below = blankIn(active.column, active.row + 1, rows.length);
  const above = below === undefined ? blankIn(active.column, 0, active.row) : undefined;
  const here = columns[active.column];
  const found = below ?? above;
  if (here && found !== undefined) {
    if (above !== undefined) grid.announce(`Continued from the top: next blank of ${columnName(here)}.`);
    grid.goTo({ row: found, column: here.id });
    return;
  }
  for (let step = 1; step < columns.length; step += 1) {
    const at = (active.column + step) % columns.length;
    const row = blankIn(at, 0, rows.length);
    const column = columns[at];
    if (!column || row === undefined) continue;
    grid.announce(
      at < active.column
        ? `No blank is left after this column. Continued from the first one: ${columnName(column)}.`
        : `${here ? columnName(here) : 'This column'} has no other blank. Continued in ${columnName(column)}.`,
    );
    grid.goTo({ row, column: column.id });
    return;
  }
  grid.announce(uiWordings.noOtherBlank);
}
