import { shortenTyped } from '#shared/marks/parse-typed.ts';
import { pluralize } from '#shared/pluralize.ts';
import { uiWordings } from '../../wordings.ts';
import type { CellId } from '../entries.ts';
import { acceptsEntry, type CellValue, cellText, columnName, readOnlyReason } from '../grid-columns.ts';
import { type ModelRow, rowName } from '../grid-cursor.ts';
import type { GridModel } from '../grid-model.ts';

/** Most overwritten values that are named. */
const named = 4;

/**
 * Copies the first selected row's values to the selected rows below it; with one row selected, the values of the row
 * above to it. One step of the history. Announces overwritten values; does not copy blank or refused ones.
 */
export function fillDown(grid: GridModel): void {
  const { active, selection } = grid.cursor();
  if (!active) return;
  const top = selection?.top ?? active.row;
  const bottom = selection?.bottom ?? active.row;
  const from = top === bottom ? top - 1 : top;
  const source = grid.rows()[from];
  if (!source) {
    grid.announce(uiWordings.noRowAbove);
    return;
  }
  const targets = grid.rows().slice(from + 1, bottom + 1);
  const columns = grid.columns().slice(selection?.left ?? active.column, (selection?.right ?? active.column) + 1);
  const texts: { cell: CellId; text: string }[] = [];
  const problems: string[] = [];
  let skipped = 0;
  for (const column of columns) {
    const problem = problemOf(grid, { row: source.id, column: column.id });
    const open = targets.filter((row) => acceptsEntry(column, row.closed));
    skipped += targets.length - open.length;
    if (open.length === 0) continue;
    if (problem) problems.push(`${columnName(column)} of ${rowName(source)} ${problem}`);
    const text = cellText(column, grid.view(source.id).values);
    if (!problem) texts.push(...open.map((row) => ({ cell: { row: row.id, column: column.id }, text })));
  }
  const over = overwrittenText(grid, texts);
  grid.enterTexts(texts);
  grid.announce(
    [
      texts.length > 0 || problems.length === 0 ? `${pluralize(texts.length, 'value')} filled.` : '',
      over,
      problems.length > 0 ? `${problems.join(' ')} Nothing filled from there.` : '',
      skipped > 0 ? `${pluralize(skipped, 'cell')} skipped: read-only.` : '',
    ]
      .filter(Boolean)
      .join(' '),
  );
}

/**
 * Copies the active cell's value to every blank cell of its column, of the rows shown, as one step of the history.
 * Other values and refused texts stay as they are.
 */
export function fillBlanks(grid: GridModel): void {
  const active = grid.active();
  if (!active) return;
  const { row: source, column } = active;
  const name = columnName(column);
  const problem = problemOf(grid, { row: source.id, column: column.id });
  const refusal =
    readOnlyReason(column, source.closed) ??
    (problem &&
      `${name} of ${rowName(source)} ${problem} Enter a value there first: every blank of the column gets it.`);
  if (refusal) {
    grid.announce(refusal);
    return;
  }
  const open = grid.rows().filter((row) => row.id !== source.id && acceptsEntry(column, row.closed));
  const blank = open.filter((row) => heldBy(grid, row, column.id) === null);
  const taken = blank.filter((row) => grid.view(row.id).notes[column.id] === undefined);
  const text = cellText(column, grid.view(source.id).values);
  grid.enterTexts(taken.map((row) => ({ cell: { row: row.id, column: column.id }, text })));
  const kept = open.length - blank.length;
  const noted = blank.length - taken.length;
  grid.announce(
    [
      taken.length > 0
        ? `${pluralize(taken.length, 'blank')} of ${name} filled with ${shortenTyped(text)}.`
        : `${name} has no blank to fill.`,
      kept > 0 ? `${pluralize(kept, 'value')} left as ${kept === 1 ? 'it is' : 'they are'}.` : '',
      noted > 0 ? `${pluralize(noted, 'text')} that ${noted === 1 ? 'was' : 'were'} not taken left too.` : '',
    ]
      .filter(Boolean)
      .join(' '),
  );
}

/** Why a cell's value cannot be copied. */
function problemOf(grid: GridModel, { row, column }: CellId): string | null {
  const { values, notes } = grid.view(row);
  if (notes[column]?.kind === 'refused') return 'holds a text that was not taken.';
  return (values[column] ?? null) === null ? 'is blank.' : null;
}

const heldBy = (grid: GridModel, { id }: ModelRow, column: string): CellValue => grid.view(id).values[column] ?? null;

/** "2 overwritten: 45 of Ali, Anika; 50 of Chan, Li." */
function overwrittenText(grid: GridModel, texts: readonly { cell: CellId; text: string }[]): string {
  const over = texts.flatMap(({ cell, text }) => {
    const { values, notes } = grid.view(cell.row);
    const note = notes[cell.column];
    const before = note?.kind === 'refused' ? note.typed : String(values[cell.column] ?? '');
    const row = grid.rows().find(({ id }) => id === cell.row);
    return before === '' || before === text || !row ? [] : [`${shortenTyped(before)} of ${rowName(row)}`];
  });
  if (over.length === 0) return '';
  const more = over.length > named ? ` and ${over.length - named} more` : '';
  return `${over.length} overwritten: ${over.slice(0, named).join('; ')}${more}.`;
}
