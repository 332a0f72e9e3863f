import { act, cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { GridColumn, RowValues } from '../../../web/ui/grid/grid-columns.ts';
import { GridModel } from '../../../web/ui/grid/grid-model.ts';
import type { GridRowFacts } from '../../../web/ui/grid/grid-row.tsx';
import { MarkGrid } from '../../../web/ui/grid/mark-grid.tsx';

afterEach(cleanup);

let rendered: string[] = [];
const exam: GridColumn = {
  id: 'exam',
  kind: 'number',
  label: 'Exam',
  width: '1px',
  max: 70,
  decimals: 1,
  counts: 'marks',
  isCounted: true,
};
const name: GridColumn = {
  id: 'name',
  kind: 'shown',
  label: 'Name',
  width: '1px',
  text: ({ id }: RowValues) => {
    rendered.push(String(id));
    return String(id);
  },
};
const rows: readonly GridRowFacts[] = ['ali', 'bo'].map((id) => ({ id, name: id }));
const bothColumns = [name, exam];
const examAlone = [exam];

function openGrid() {
  const grid = new GridModel(new Map(rows.map(({ id }) => [id, { id, exam: null }])));
  const sheet = (columns: readonly GridColumn[], shown: readonly GridRowFacts[]) => (
    <MarkGrid grid={grid} label="Marks" corner="Student" columns={columns} rows={shown} />
  );
  const { rerender } = render(sheet(bothColumns, rows));
  const cell = (row: string, column: string) => document.getElementById(`cell-${row}-${column}`);
  return {
    grid,
    cell,
    show: (columns: readonly GridColumn[], shown: readonly GridRowFacts[]) => rerender(sheet(columns, shown)),
  };
}

it('a value renders its row and no other, and a move of the cursor renders none', () => {
  const { grid, cell } = openGrid();
  rendered = [];
  act(() => grid.enter({ row: 'bo', column: 'exam' }, '57'));
  expect([cell('bo', 'exam')?.textContent, rendered]).toEqual(['57', ['bo']]);
  expect(document.querySelector('[role="columnheader"]:last-child')?.textContent).toContain('1 of 2');
  act(() => void grid.move('down'));
  expect(rendered).toEqual(['bo']);
});

it('who has left is in no count of a column', () => {
  const { show } = openGrid();
  const leaver: GridRowFacts = { id: 'bo', name: 'bo', standing: 'left 12-Nov-2026', isUncounted: true };
  act(() => show(bothColumns, [{ id: 'ali', name: 'ali' }, leaver]));
  expect(document.querySelector('[role="columnheader"]:last-child')?.textContent).toContain('0 of 1');
  expect(document.body.textContent).toContain('left 12-Nov-2026');
});

it('other columns, a row that is closed and another order are shown', () => {
  const { cell, show } = openGrid();
  show(examAlone, rows);
  expect([cell('ali', 'name'), cell('ali', 'exam')?.getAttribute('aria-readonly')]).toEqual([null, null]);
  const [ali, bo] = rows as [GridRowFacts, GridRowFacts];
  const closed = { ...ali, closed: 'Not registered.' };
  show(examAlone, [closed, bo]);
  expect(cell('ali', 'exam')?.getAttribute('aria-readonly')).toBe('true');
  show(examAlone, [bo, closed]);
  expect(
    [...document.querySelectorAll<HTMLElement>('[data-row]')].map((row) => [
      row.dataset.row,
      row.getAttribute('aria-rowindex'),
    ]),
  ).toEqual([
    ['bo', '2'],
    ['ali', '3'],
  ]);
});
