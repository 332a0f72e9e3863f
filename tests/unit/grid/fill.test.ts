import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CellValue, GridColumn, RowValues } from '../../../web/ui/grid/grid-columns.ts';
import { GridModel } from '../../../web/ui/grid/grid-model.ts';
import { fillBlanks, fillDown } from '../../../web/ui/grid/typing/fill.ts';
import type { CellChange } from '../../../web/ui/grid/undo-history.ts';
import { uiWordings } from '../../../web/ui/wordings.ts';

const columns: readonly GridColumn[] = [
  { id: 'course', label: 'Course Mark', width: '80px', kind: 'shown', text: (values) => String(values.course ?? '') },
  { id: 'exam', label: 'Exam Mark', width: '80px', kind: 'number', max: 70, decimals: 1, counts: 'marks' },
  { id: 'late', label: 'Late', width: '60px', kind: 'number', max: 999, decimals: 0, counts: 'numbers' },
];
const rows = ['ali', 'bo', 'cy', 'di', 'ed'].map((id) => ({ id, name: `Name of ${id}` }));
const blank: RowValues = { course: 20, exam: null, late: null };

let grid: GridModel;
let changes: CellChange[][];
beforeEach(() => {
  grid = new GridModel(new Map(rows.map(({ id }) => [id, blank])));
  changes = [];
  grid.onChange = (step) => changes.push([...step]);
  grid.arrange(columns, rows);
});
const column = (id: string) => rows.map((row) => grid.view(row.id).values[id]);
const put = (row: string, text: string, id = 'exam') => grid.enter({ row, column: id }, text);
const select = (from: string, to: string, left = 'exam', right = left) => {
  grid.activateCell({ row: from, column: left });
  grid.activateCell({ row: to, column: right }, { extend: true });
};
const said = () => grid.announcement().text;

describe('fill down', () => {
  it('copies the first selected value to the selected rows below, and to no other', () => {
    put('bo', '57');
    select('bo', 'di');
    fillDown(grid);
    expect(column('exam')).toEqual([null, 57, 57, 57, null]);
    expect(said()).toBe('2 values filled.');
  });

  it('copies the value of the row above to one cell, and to each column of a selected row', () => {
    put('ali', '40');
    put('ali', '2', 'late');
    grid.activateCell({ row: 'bo', column: 'exam' });
    fillDown(grid);
    expect(column('exam')).toEqual([40, 40, null, null, null]);
    select('bo', 'bo', 'exam', 'late');
    fillDown(grid);
    expect(column('late')).toEqual([2, 2, null, null, null]);
  });

  it('names overwritten values, and is undone as one step', () => {
    put('ali', '40');
    put('cy', '55');
    put('di', '7o');
    select('ali', 'ed');
    fillDown(grid);
    expect(column('exam')).toEqual([40, 40, 40, 40, 40]);
    expect(said()).toBe('4 values filled. 2 overwritten: 55 of Name of cy; 7o of Name of di.');
    grid.undo();
    expect(column('exam')).toEqual([40, null, 55, null, null]);
    expect(grid.view('di').notes.exam).toMatchObject({ kind: 'refused', typed: '7o' });
    grid.redo();
    expect(column('exam')).toEqual([40, 40, 40, 40, 40]);
  });

  it('copies neither a blank nor the value behind a refused text', () => {
    put('bo', '55');
    select('ali', 'bo');
    fillDown(grid);
    put('ali', 'abc');
    fillDown(grid);
    expect(column('exam')).toEqual([null, 55, null, null, null]);
    expect(said()).toBe('Exam Mark of Name of ali holds a text that was not taken. Nothing filled from there.');
  });

  it('skips read-only columns and closed rows, and says so', () => {
    grid.arrange(
      columns,
      rows.map((row) => (row.id === 'cy' ? { ...row, closed: 'Not registered.' } : row)),
    );
    put('ali', '40');
    select('ali', 'di', 'course', 'exam');
    fillDown(grid);
    expect(column('exam')).toEqual([40, 40, null, 40, null]);
    expect(column('course')).toEqual([20, 20, 20, 20, 20]);
    expect(said()).toBe('2 values filled. 4 cells skipped: read-only.');
  });

  it('says that there is nothing above the first row', () => {
    put('ali', '40');
    grid.activateCell({ row: 'ali', column: 'exam' });
    fillDown(grid);
    expect(column('exam')).toEqual([40, null, null, null, null]);
    expect(said()).toBe(uiWordings.noRowAbove);
  });
});

describe('filling the blanks of a column', () => {
  it('gives the active value to every row without one, leaves the others, and is one step', () => {
    put('bo', '57');
    put('di', '0');
    put('ed', '7o');
    grid.activateCell({ row: 'bo', column: 'exam' });
    fillBlanks(grid);
    expect(column('exam')).toEqual([57, 57, 57, 0, null]);
    expect(grid.view('ed').notes.exam).toMatchObject({ typed: '7o' });
    expect(said()).toBe(
      '2 blanks of Exam Mark filled with 57. 1 value left as it is. 1 text that was not taken left too.',
    );
    expect(changes.at(-1)).toHaveLength(2);
    grid.undo();
    expect(column('exam')).toEqual([null, 57, null, 0, null]);
  });

  it('fills rows that are shown, and none that a filter hides', () => {
    put('bo', '57');
    grid.arrange(columns, rows.slice(1, 3));
    grid.activateCell({ row: 'bo', column: 'exam' });
    fillBlanks(grid);
    expect(column('exam')).toEqual([null, 57, 57, null, null]);
  });

  it('asks for a value where the active cell has none, and where it is read-only says that', () => {
    fillBlanks(grid);
    expect(said()).toBe(
      'Exam Mark of Name of ali is blank. Enter a value there first: every blank of the column gets it.',
    );
    grid.activateCell({ row: 'ali', column: 'course' });
    fillBlanks(grid);
    expect(said()).toBe('Course Mark is read-only.');
    expect(changes).toEqual([]);
  });
});

describe('filling, whatever is selected and in whatever order', () => {
  it('changes the selected cells alone, to the value that was first there, and is undone to what was before', () => {
    const value = fc.option(fc.integer({ min: 0, max: 70 }), { nil: null });
    const facts = fc.record({
      held: fc.array(value, { minLength: 5, maxLength: 5 }),
      order: fc.shuffledSubarray(rows, { minLength: 5 }),
      a: fc.nat(4),
      b: fc.nat(4),
    });
    fc.assert(
      fc.property(facts, ({ held, order, a, b }) => {
        const heldBy = new Map<string, CellValue>(rows.map(({ id }, index) => [id, held[index] ?? null]));
        const model = new GridModel(new Map(rows.map(({ id }) => [id, { ...blank, exam: heldBy.get(id) ?? null }])));
        model.arrange(columns, order);
        model.activate({ row: a, column: 1 });
        model.activate({ row: b, column: 1 }, { extend: true });
        const [top, bottom] = [Math.min(a, b), Math.max(a, b)];
        const source = order[top === bottom ? top - 1 : top]?.id ?? '';
        const given = heldBy.get(source) ?? null;
        fillDown(model);
        for (const [place, { id }] of order.entries()) {
          const isFilled = given !== null && place >= top && place <= bottom;
          expect(model.view(id).values.exam ?? null).toBe(isFilled ? given : heldBy.get(id));
        }
        // With nothing done, there is nothing to take back.
        model.undo();
        for (const { id } of rows) expect(model.view(id).values.exam ?? null).toBe(heldBy.get(id));
      }),
    );
  });
});

it('names the row of an overwritten value by name and id, where another row has the name', () => {
  const twins = rows.map((row) => ({ ...row, name: 'Bell, Zoe', nameApart: `Bell, Zoe (${row.id})` }));
  grid.arrange(columns, twins);
  put('ali', '40');
  put('bo', '50');
  select('ali', 'bo');
  fillDown(grid);
  expect(said()).toContain('50 of Bell, Zoe (bo)');
});
