import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { GridColumn, RowValues } from '../../../web/ui/grid/grid-columns.ts';
import { arrangeRows, computeArrangement, type SheetOrder } from '../../../web/ui/sheet-aids/arrangement.ts';
import { readStoredOrder, storeOrder } from '../../../web/ui/sheet-aids/stored-sheet-choices.ts';

const columns: readonly GridColumn[] = [
  { id: 'exam', label: 'Exam', width: '1px', kind: 'number', max: 70, decimals: 1, counts: 'marks' },
  { id: 'app', label: 'App', width: '1px', kind: 'grade', grades: { A: 'Excellent', B: 'Good' } },
  { id: 'total', label: 'Total', width: '1px', kind: 'shown', text: ({ exam }) => (exam === null ? '' : `${exam}.0`) },
];
const rows = [
  { id: '1', name: 'Zed, Ann' },
  { id: '2', name: 'Émile, Bo' },
  { id: '3', name: 'Fox, Cy' },
  { id: '4', name: 'Ali, Di', closed: 'Not registered.' },
];
const values: Record<string, RowValues> = {
  1: { exam: 9, app: 'B' },
  2: { exam: 57, app: null },
  3: { exam: null, app: 'A' },
  4: { exam: null, app: null },
};
const shown = (order: SheetOrder, missing: string | null = null) =>
  arrangeRows(rows, computeArrangement({ rows, columns, valuesOf: (row) => values[row] ?? {}, order, missing }))
    .map(({ id }) => id)
    .join('');

describe('the order of a sheet', () => {
  it('is that of the class list, or by name with accents where their letters are', () => {
    expect(shown({ by: 'list' })).toBe('1234');
    expect(shown({ by: 'name' })).toBe('4231');
  });

  it('is by a value as a number and by a grade as a letter, blanks last in either direction, then by name', () => {
    expect(shown({ by: 'value', column: 'exam', isDescending: true })).toBe('2143');
    expect(shown({ by: 'value', column: 'exam', isDescending: false })).toBe('1243');
    expect(shown({ by: 'value', column: 'total', isDescending: false })).toBe('1243');
    expect(shown({ by: 'value', column: 'app', isDescending: false })).toBe('3142');
  });

  it('has absent and exempt after the marks and before what is blank, in either direction', () => {
    const typed: Record<string, RowValues> = {
      1: { exam: 'Ex' },
      2: { exam: 57 },
      3: { exam: null },
      4: { exam: 'Abs' },
    };
    const by = (isDescending: boolean) =>
      arrangeRows(
        rows,
        computeArrangement({
          rows,
          columns,
          missing: null,
          valuesOf: (row) => typed[row] ?? {},
          order: { by: 'value', column: 'exam', isDescending },
        }),
      ).map(({ id }) => id);
    expect(by(false)).toEqual(['2', '4', '1', '3']);
    expect(by(true)).toEqual(['2', '1', '4', '3']);
  });

  it('is with those first whose mark is missing, but not those who can have none', () => {
    expect(shown({ by: 'missing', column: 'exam' })).toBe('3421');
  });

  it('is that of the list where the column is on another sheet', () => {
    expect(shown({ by: 'value', column: 'assessment 9', isDescending: true })).toBe('1234');
  });

  it('shows what is missing alone, in the order chosen', () => {
    expect(shown({ by: 'list' }, 'app')).toBe('2');
    expect(shown({ by: 'name' }, 'exam')).toBe('3');
    expect(shown({ by: 'name' }, 'gone')).toBe('4231');
  });

  it('has every row once, whatever the values, and new rows at the end', () => {
    const value = fc.option(fc.integer({ min: 0, max: 70 }), { nil: null });
    fc.assert(
      fc.property(fc.array(value, { maxLength: 20 }), fc.boolean(), (marks, isDescending) => {
        const many = marks.map((_mark, index) => ({ id: String(index), name: `Name ${index % 3}` }));
        const order: SheetOrder = { by: 'value', column: 'exam', isDescending };
        const valuesOf = (row: string): RowValues => ({ exam: marks[Number(row)] ?? null });
        const arrangement = computeArrangement({ rows: many, columns, valuesOf, order, missing: null });
        const after = arrangeRows([{ id: 'new', name: 'Aaa' }, ...many], arrangement).map(({ id }) => id);
        expect([...after].sort()).toEqual([...many.map(({ id }) => id), 'new'].sort());
        const sorted = marks.filter((mark) => mark !== null).sort((a, b) => (isDescending ? b - a : a - b));
        expect(after.flatMap((id) => marks[Number(id)] ?? [])).toEqual(sorted);
        if (many.length > 0) expect(after.at(-1)).toBe('new');
      }),
    );
  });
});

describe('the order that a person keeps', () => {
  afterEach(() => vi.unstubAllGlobals());
  const device = () => {
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    });
    return kept;
  };

  it('comes back for that person and kind of sheet alone', () => {
    const kept = device();
    const orders: SheetOrder[] = [
      { by: 'name' },
      { by: 'missing', column: 'exam' },
      { by: 'value', column: 'exam', isDescending: true },
    ];
    for (const order of orders) {
      storeOrder('mark-sheet/ann', order);
      expect(readStoredOrder('mark-sheet/ann')).toEqual(order);
      expect(readStoredOrder('mark-sheet/bo')).toEqual({ by: 'list' });
    }
    storeOrder('mark-sheet/ann', { by: 'list' });
    expect(kept.size).toBe(0);
  });

  it('is that of the list where what is kept is no order', () => {
    const kept = device();
    for (const odd of ['{', 'null', '7', '"name"', '{"by":"value"}', '{"by":"rank","column":"exam"}']) {
      kept.set('formroom.order/mark-sheet/ann', odd);
      expect(readStoredOrder('mark-sheet/ann')).toEqual({ by: 'list' });
    }
  });
});
