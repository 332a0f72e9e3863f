import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CellValue, GridColumn, RowValues } from '../../../web/ui/grid/grid-columns.ts';
import { GridModel } from '../../../web/ui/grid/grid-model.ts';
import type { CellChange } from '../../../web/ui/grid/undo-history.ts';
import { uiWordings } from '../../../web/ui/wordings.ts';

const columns: readonly GridColumn[] = [
  { id: 'course', label: 'Course Mark', width: '80px', kind: 'shown', text: (values) => String(values.course ?? '') },
  {
    id: 'exam',
    label: 'Exam Mark',
    width: '80px',
    kind: 'number',
    max: 70,
    decimals: 1,
    counts: 'marks',
    takesWords: true,
  },
  { id: 'late', label: 'Late', width: '60px', kind: 'number', max: 999, decimals: 0, counts: 'numbers' },
  { id: 'app', label: 'App', width: '60px', kind: 'grade', grades: { A: 'Excellent', B: 'Good' } },
];
const rows = ['ali', 'bo', 'cy'].map((id) => ({ id, name: id }));
const blank: RowValues = { course: 20, exam: null, late: null, app: null };

let grid: GridModel;
let changes: CellChange[][];

beforeEach(() => {
  grid = new GridModel(new Map(rows.map(({ id }) => [id, blank])));
  changes = [];
  grid.onChange = (step) => changes.push([...step]);
  grid.arrange(columns, rows);
});

const column = (id: string) => rows.map((row) => grid.view(row.id).values[id]);

describe('the mark grid', () => {
  it('begins at the first cell that takes an entry', () => {
    expect(grid.active()).toMatchObject({ row: { id: 'ali' }, column: { id: 'exam' } });
  });

  it('reports a typed value once, with the value seen before', () => {
    grid.enter({ row: 'bo', column: 'exam' }, '57');
    grid.enter({ row: 'bo', column: 'exam' }, '57.0');
    expect(changes).toEqual([[{ row: 'bo', column: 'exam', before: null, after: 57 }]]);
  });

  it('keeps what was typed beside what was kept until the cell changes again', () => {
    grid.enter({ row: 'bo', column: 'exam' }, '85');
    expect(grid.view('bo')).toMatchObject({ values: { exam: 70 }, notes: { exam: { kind: 'clamped', typed: '85' } } });
    expect(grid.announcement().text).toBe('85 typed, 70 kept.');
    grid.enter({ row: 'bo', column: 'exam' }, '60');
    expect(grid.view('bo').notes).toEqual({});
  });

  it('keeps a refused text with its reason, through answers from elsewhere, until the cell is changed', () => {
    grid.enter({ row: 'bo', column: 'exam' }, '12');
    grid.enter({ row: 'bo', column: 'exam' }, '7o');
    const note = { kind: 'refused', typed: '7o', message: '7o: not a number.' };
    grid.show('bo', { exam: 13, late: 1 });
    expect(grid.view('bo')).toMatchObject({ values: { exam: 13 }, notes: { exam: note } });
    expect(changes).toHaveLength(1);
    grid.enter({ row: 'bo', column: 'exam' }, '70');
    expect(grid.view('bo').notes).toEqual({});
  });

  it('undoes a refused text to what was there before, and redoes it', () => {
    grid.enter({ row: 'bo', column: 'exam' }, '85');
    grid.enter({ row: 'bo', column: 'exam' }, '4.5.5');
    expect(grid.view('bo').notes.exam?.kind).toBe('refused');
    grid.undo();
    expect(grid.view('bo')).toMatchObject({ values: { exam: 70 }, notes: { exam: { kind: 'clamped', typed: '85' } } });
    grid.redo();
    expect(grid.view('bo')).toMatchObject({ values: { exam: 70 }, notes: { exam: { typed: '4.5.5' } } });
    grid.undo();
    grid.undo();
    expect(grid.view('bo')).toEqual({ values: blank, notes: {}, outliers: {} });
    expect(changes.map((step) => step.map(({ after }) => after))).toEqual([[70], [null]]);
  });

  it('shows the active cell’s note, else that of the last entry, until an entry is kept as typed', () => {
    const said = () => grid.visibleNote()?.note.message;
    grid.enter({ row: 'ali', column: 'exam' }, '85');
    grid.activateCell({ row: 'bo', column: 'exam' });
    expect(said()).toBe('85 typed, 70 kept.');
    grid.enter({ row: 'bo', column: 'exam' }, '57');
    expect(said()).toBeUndefined();
    grid.activateCell({ row: 'ali', column: 'exam' });
    expect(said()).toBe('85 typed, 70 kept.');
  });

  it('pastes a column, refuses texts cell by cell, and undoes all of it as one step', () => {
    grid.enter({ row: 'bo', column: 'exam' }, '11');
    grid.activateCell({ row: 'ali', column: 'exam' });
    grid.paste('57\r\nsick\r\n99\r\n');
    expect(column('exam')).toEqual([57, 11, 70]);
    expect(grid.view('bo').notes.exam).toMatchObject({ kind: 'refused', typed: 'sick' });
    expect(grid.announcement().text).toBe('2 values pasted, 1 not taken. sick: not a number. 99 typed, 70 kept.');
    expect(changes.at(-1)).toHaveLength(2);
    grid.undo();
    expect(column('exam')).toEqual([null, 11, null]);
    expect(rows.map(({ id }) => grid.view(id).notes)).toEqual([{}, {}, {}]);
    expect(grid.announcement().text).toBe('Undone: 2 values.');
    grid.redo();
    expect(column('exam')).toEqual([57, 11, 70]);
  });

  it('says how many values the blank lines of a paste cleared', () => {
    grid.activateCell({ row: 'ali', column: 'exam' });
    grid.paste('11\r\n12\r\n13\r\n');
    grid.activateCell({ row: 'ali', column: 'exam' });
    grid.paste('57\r\n\r\n \r\n');
    expect(column('exam')).toEqual([57, null, null]);
    expect(grid.announcement().text).toBe('1 value pasted, 2 cleared.');
    grid.activateCell({ row: 'ali', column: 'exam' });
    grid.paste('58\r\n\r\n\r\n');
    expect(grid.announcement().text).toBe('1 value pasted.');
  });

  it('pastes a block over several columns, passing over read-only cells and leaving out what is beyond the end', () => {
    grid.activateCell({ row: 'bo', column: 'course' });
    grid.paste('99\t57\t2\tb\tx\n98\t58\t3\ta\tx\n97\t59\t4\ta\tx');
    expect(grid.view('bo').values).toEqual({ course: 20, exam: 57, late: 2, app: 'B' });
    expect(grid.view('cy').values).toEqual({ course: 20, exam: 58, late: 3, app: 'A' });
    expect(grid.announcement().text).toBe(
      '6 values pasted. 2 values skipped: read-only. 7 values left out beyond the end of the sheet: x, x, 97, 59, 4 and 2 more.',
    );
  });

  it('takes absent and exempt where marks are, typed, pasted and copied, and refuses them in a count', () => {
    grid.paste('ABS\t1\nexempt\tabs');
    expect([column('exam'), column('late')]).toEqual([
      ['Abs', 'Ex', null],
      [1, null, null],
    ]);
    expect(grid.view('bo').notes.late).toMatchObject({ kind: 'refused', message: 'abs: not a number.' });
    grid.enter({ row: 'cy', column: 'exam' }, 'absentee');
    expect(grid.view('cy')).toMatchObject({ values: { exam: null }, notes: { exam: { kind: 'refused' } } });
    grid.enter({ row: 'ali', column: 'exam' }, '57');
    grid.undo();
    expect(column('exam')).toEqual(['Abs', 'Ex', null]);
  });

  it('enters a word into all selected cells of marks as one step, and into no others', () => {
    grid.activateCell({ row: 'ali', column: 'exam' });
    grid.activateCell({ row: 'bo', column: 'app' }, { extend: true });
    grid.enterWord('Ex');
    expect([column('exam'), column('late'), column('app')]).toEqual([
      ['Ex', 'Ex', null],
      [null, null, null],
      [null, null, null],
    ]);
    expect(grid.announcement().text).toBe('2 cells: Ex.');
    expect(changes).toHaveLength(1);
    grid.undo();
    expect(column('exam')).toEqual([null, null, null]);
  });

  it('fills the selection with one pasted value, and copies and clears a selection', () => {
    grid.move('down', { extend: true });
    grid.paste('40');
    expect(column('exam')).toEqual([40, 40, null]);
    expect(grid.copy()).toBe('40\r\n40');
    grid.clear();
    expect(column('exam')).toEqual([null, null, null]);
  });

  it('takes no entry where the row is closed', () => {
    grid.arrange(
      columns,
      rows.map((row) => (row.id === 'bo' ? { ...row, closed: 'Not registered.' } : row)),
    );
    grid.paste('1\n2\n3');
    expect(column('exam')).toEqual([1, null, 3]);
  });

  it('undoes over somebody else’s newer value, with that as the value seen', () => {
    grid.enter({ row: 'bo', column: 'exam' }, '57');
    grid.show('bo', { exam: 61 });
    grid.undo();
    expect(changes.at(-1)).toEqual([{ row: 'bo', column: 'exam', before: 61, after: null }]);
  });

  it('names as seen the value at the start of the typing, not one that came meanwhile', () => {
    grid.show('bo', { exam: 61 });
    grid.enter({ row: 'bo', column: 'exam' }, '57', null);
    expect(changes).toEqual([[{ row: 'bo', column: 'exam', before: null, after: 57 }]]);
  });

  it('keeps the active cell while a filter shows it, and moves to the first entry when it does not', () => {
    grid.activateCell({ row: 'cy', column: 'late' });
    grid.arrange(columns, rows.slice(1));
    expect(grid.active()).toMatchObject({ row: { id: 'cy' }, column: { id: 'late' } });
    grid.arrange(columns, rows.slice(0, 1));
    expect(grid.active()).toMatchObject({ row: { id: 'ali' }, column: { id: 'exam' } });
    expect(grid.cursor().active).toEqual({ row: 0, column: 1 });
  });

  it('shows after any actions what its reported changes make of the first values', () => {
    const doing = fc.constantFrom('enter', 'paste', 'undo', 'redo', 'clear');
    const act = fc.record({ doing, row: fc.nat(2), column: fc.nat(3), typed: typedText, pasted: pastedText });
    fc.assert(
      fc.property(fc.array(act, { maxLength: 30 }), (acts) => {
        const model = new GridModel(new Map(rows.map(({ id }) => [id, blank])));
        model.arrange(columns, rows);
        const told = new Map<string, CellValue>();
        const heldBy = (row: string, id: string) => model.view(row).values[id] ?? null;
        model.onChange = (step) => {
          for (const { row, column: id, before, after } of step) {
            expect(before).toBe(told.get(`${row} ${id}`) ?? null);
            expect(after).not.toBe(before);
            told.set(`${row} ${id}`, after);
          }
        };
        for (const { doing, row, column: index, typed, pasted } of acts) {
          model.activate({ row, column: index });
          const active = model.active();
          if (doing === 'undo') model.undo();
          else if (doing === 'redo') model.redo();
          else if (doing === 'clear') model.clear();
          else if (doing === 'paste') model.paste(pasted);
          else if (active) model.enter({ row: active.row.id, column: active.column.id }, typed);
        }
        for (const row of rows) {
          for (const id of ['exam', 'late', 'app'])
            expect(heldBy(row.id, id)).toBe(told.get(`${row.id} ${id}`) ?? null);
          expect(heldBy(row.id, 'course')).toBe(20);
        }
        while (model.announcement().text !== uiWordings.nothingToUndo) model.undo();
        for (const row of rows) expect(model.view(row.id).values).toEqual(blank);
      }),
    );
  });
});

const typedText = fc.constantFrom('', '57', '85', '12,5', 'abc', 'a', 'B', '-1');
const pastedText = fc
  .array(fc.array(typedText, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 })
  .map((block) => block.map((row) => row.join('\t')).join('\r\n'));
