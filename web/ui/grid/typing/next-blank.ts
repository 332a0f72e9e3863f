import { nameOf, takesEntry } from '../columns.ts';
import type { GridModel } from '../grid-model.ts';

/**
 * Goes to the next cell that takes an entry and has no value: down the active column, then on from its top, and where the column has
 * none, to the columns after it. Wherever it does not simply go down it says so.
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
        ({ id, closed }) => column && takesEntry(column, closed) && (grid.view(id).values[column.id] ?? null) === null,
      );
    return row?.id;
  };
  const below = blankIn(active.column, active.row + 1, rows.length);
  const above = below === undefined ? blankIn(active.column, 0, active.row) : undefined;
  const here = columns[active.column];
  const found = below ?? above;
  if (here && found !== undefined) {
    if (above !== undefined) grid.announce(`On from the top: next blank of ${nameOf(here)}.`);
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
        ? `No blank is left after this column. On from the beginning: ${nameOf(column)}.`
        : `${here ? nameOf(here) : 'This column'} has no other blank. On in ${nameOf(column)}.`,
    );
    grid.goTo({ row, column: column.id });
    return;
  }
  grid.announce('No other blank in this sheet.');
}
