import { beforeEach, describe, expect, it } from 'vitest';
import type { GridColumn } from '../../../web/ui/grid/grid-columns.ts';
import { GridModel } from '../../../web/ui/grid/grid-model.ts';
import { goToNextBlank } from '../../../web/ui/grid/typing/next-blank.ts';
import { uiWordings } from '../../../web/ui/wordings.ts';

const columns: readonly GridColumn[] = [
  { id: 'total', label: 'Total', width: '80px', kind: 'shown', text: () => '' },
  { id: 'exam', label: 'Exam', width: '80px', kind: 'number', max: 70, decimals: 1, counts: 'marks' },
  { id: 'late', label: 'Late', width: '60px', kind: 'number', max: 999, decimals: 0, counts: 'numbers' },
];
const rows = ['ali', 'bo', 'cy', 'di'].map((id) => ({ id, name: id, ...(id === 'cy' ? { closed: 'Closed.' } : {}) }));

let grid: GridModel;
let seen: string[];
beforeEach(() => {
  grid = new GridModel(new Map(rows.map(({ id }) => [id, {}])));
  grid.arrange(columns, rows);
  seen = [];
  grid.onGoTo = () => seen.push(place());
});
const place = () => `${grid.active()?.row.id} ${grid.active()?.column.id}`;
const fill = (...ids: string[]) => {
  for (const row of ids) grid.enter({ row, column: 'exam' }, '0');
};

describe('the next blank', () => {
  it('is further down in the column, not in a closed row, and comes into sight', () => {
    fill('bo');
    goToNextBlank(grid);
    expect(seen).toEqual(['di exam']);
    expect(grid.announcement().text).toBe('');
  });

  it('is looked for from the top after the last row, and that is said', () => {
    fill('bo');
    grid.activateCell({ row: 'di', column: 'exam' });
    goToNextBlank(grid);
    expect(place()).toBe('ali exam');
    expect(grid.announcement().text).toBe('Continued from the top: next blank of Exam.');
  });

  it('is in the next column where this one has none, and in the first after the last', () => {
    fill('ali', 'bo', 'di');
    goToNextBlank(grid);
    expect(place()).toBe('ali late');
    expect(grid.announcement().text).toBe('Exam has no other blank. Continued in Late.');
    for (const row of ['ali', 'bo', 'di']) grid.enter({ row, column: 'late' }, '1');
    grid.enter({ row: 'bo', column: 'exam' }, '');
    goToNextBlank(grid);
    expect(place()).toBe('bo exam');
    expect(grid.announcement().text).toBe('No blank is left after this column. Continued from the first one: Exam.');
  });

  it('is nowhere when every cell has a value', () => {
    for (const { id } of rows) for (const column of ['exam', 'late']) grid.enter({ row: id, column }, '1');
    goToNextBlank(grid);
    expect(seen).toEqual([]);
    expect(grid.announcement().text).toBe(uiWordings.noOtherBlank);
  });
});
