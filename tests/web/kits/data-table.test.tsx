import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { canFold, foldedHeight, type TableColumn } from '../../../web/tables/columns.ts';
import { listWordings } from '../../../web/tables/wordings.ts';
import { freshPageForEachTest, openPart } from '../page.tsx';

freshPageForEachTest();

interface Student {
  id: string;
  name: string;
  className: string | null;
  age: number | null;
  town: string;
}
const columns: TableColumn<Student>[] = [
  { key: 'name', label: 'Name', value: ({ name }) => name },
  { key: 'class', label: 'Class', value: ({ className }) => className, isFiltered: true },
  { key: 'age', label: 'Age', value: ({ age }) => age, isNumber: true },
  { key: 'town', label: 'Town', value: ({ town }) => town, isHidden: true },
];
const column = (key: number, more: object = {}): TableColumn<object> => ({
  key: String(key),
  label: `Fact ${key}`,
  value: () => 'known',
  ...more,
});
const few: Student[] = [
  { id: '1', name: 'Zoë Abel', className: '2A', age: 12, town: 'Arima' },
  { id: '2', name: 'Adam Brown', className: '10B', age: 9, town: 'Couva' },
  { id: '3', name: 'Carl Dean', className: '2A', age: null, town: 'Arima' },
  { id: '4', name: 'Eve Fox', className: null, age: 100, town: 'Toco' },
];

async function open({
  rows = few,
  columns: shown = columns,
  at = '/',
  onOpen,
  onPrefetch,
}: {
  rows?: Student[];
  columns?: TableColumn<Student>[];
  at?: string;
  onOpen?: (row: Student) => void;
  onPrefetch?: (row: Student) => void;
} = {}) {
  const { DataTable } = await import('../../../web/tables/data-table.tsx');
  const { useTableState } = await import('../../../web/tables/table-state.ts');
  const filterable = ['class'];
  function Students() {
    const { state, change } = useTableState(filterable);
    const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());
    return (
      <>
        <DataTable
          label="Students"
          rows={rows}
          columns={shown}
          keyOf={({ id }) => id}
          state={state}
          onChange={change}
          selection={selection}
          onSelection={setSelection}
          searchPlaceholder="Name"
          nothingFound={listWordings.noStudentFound}
          {...(onOpen ? { onOpen } : {})}
          {...(onPrefetch ? { onPrefetch } : {})}
        />
        <output>{[...selection].sort().join(' ')}</output>
      </>
    );
  }
  return openPart(<Students />, at);
}

const names = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent);
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));
const chosen = () => screen.getByRole('status').textContent;

describe('sorting', () => {
  it('goes up, down and back, numbers as numbers, blanks always last, and is in the address', async () => {
    const history = await open();
    await press('Age');
    expect(names()).toEqual(['Adam Brown', 'Zoë Abel', 'Eve Fox', 'Carl Dean']);
    expect(screen.getByRole('columnheader', { name: /Age/ }).getAttribute('aria-sort')).toBe('ascending');
    await press('Age');
    expect(names()).toEqual(['Eve Fox', 'Zoë Abel', 'Adam Brown', 'Carl Dean']);
    expect(history.location.search).toBe('?sort=-age');
    await press('Age');
    expect(names()).toEqual(few.map(({ name }) => name));
    expect(history.location.search).toBe('');
  });
});

describe('searching', () => {
  it('finds without accents in the columns that are shown, and takes no entry of the history', async () => {
    const history = await open({ at: '/?sort=name' });
    const search = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' });
    await act(async () => fireEvent.change(search, { target: { value: 'zoe' } }));
    expect(names()).toEqual(['Zoë Abel']);
    await waitFor(() => expect(history.location.search).toBe('?sort=name&search=zoe'));
    expect(history.canGoBack()).toBe(false);
    await act(async () => fireEvent.change(search, { target: { value: 'arima' } }));
    expect(screen.getByText(listWordings.noStudentFound)).toBeTruthy();
    await press('Show all');
    expect(names()).toHaveLength(4);
  });
});

describe('the filter of a column', () => {
  const filter = (name: string | RegExp) => act(async () => fireEvent.click(screen.getByRole('button', { name })));
  const offered = () =>
    within(screen.getByRole('dialog'))
      .getAllByRole('listitem')
      .map((line) => line.textContent);

  it('offers the values with their counts, and Back takes the choice away', async () => {
    const history = await open();
    await filter('Filter Class');
    await screen.findByRole('dialog');
    expect(offered()).toEqual(['(blank)1', '2A2', '10B1']);
    await act(async () => fireEvent.click(screen.getByRole('checkbox', { name: /^2A/ })));
    expect(names()).toEqual(['Zoë Abel', 'Carl Dean']);
    expect(offered()).toEqual(['(blank)1', '2A2', '10B1']);
    await act(() => history.back());
    expect(names()).toHaveLength(4);
  });
});

it('shows the columns that are chosen, the first always', async () => {
  await open();
  expect(screen.queryByRole('columnheader', { name: /Town/ })).toBeNull();
  cleanup();
  await open({ at: '/?columns=class,age,town' });
  expect(screen.getAllByRole('columnheader').map((one) => one.textContent)).toEqual([
    '',
    'Name',
    'Class',
    'Age',
    'Town',
  ]);
});

describe('selecting', () => {
  const box = (name: string) => screen.getByRole('checkbox', { name });

  it('takes a range with Shift, in the order shown', async () => {
    await open({ at: '/?sort=name' });
    await act(async () => fireEvent.click(box('Select Adam Brown')));
    await act(async () => fireEvent.click(box('Select Eve Fox'), { shiftKey: true }));
    expect(chosen()).toBe('2 3 4');
  });

  it('takes all that are shown, and leaves what the filter hides', async () => {
    await open({ at: '/?in.class=2A' });
    await act(async () => fireEvent.click(box('Select all 2 shown')));
    expect(chosen()).toBe('1 3');
  });
});

describe('5,000 rows', () => {
  const many: Student[] = Array.from({ length: 5_000 }, (_, index) => ({
    id: String(index),
    name: `Student ${String(index).padStart(4, '0')}`,
    className: `${(index % 7) + 1}A`,
    age: 11 + (index % 8),
    town: 'Arima',
  }));
  const active = () => document.activeElement as HTMLElement;
  /** The focused cell's line, headings counted, and its heading. */
  const place = () => {
    const line = active().closest('tr') as HTMLElement;
    const heading = screen.getAllByRole('columnheader')[[...line.children].indexOf(active())];
    return [line.getAttribute('aria-rowindex'), heading?.textContent];
  };
  const key = (name: string, more: object = {}) => act(async () => fireEvent.keyDown(active(), { key: name, ...more }));

  it('are drawn as they come in sight, and counted for a screen reader', async () => {
    await open({ rows: many });
    expect(names().length).toBeLessThan(60);
    expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('5001');
    await act(async () => fireEvent.click(screen.getByRole('checkbox', { name: 'Select all 5000 shown' })));
    expect(chosen()?.split(' ')).toHaveLength(5_000);
  });

  it('give their elements to the rows that come in sight, and the focused one keeps its own', async () => {
    await open({ rows: many, onOpen: vi.fn() });
    const lines = () => screen.getAllByRole('row').slice(1);
    await act(async () => screen.getByRole('rowheader', { name: 'Student 0003' }).focus());
    const [before, focused] = [new Set(lines()), active()];
    const frame = screen.getByRole('grid').parentElement as HTMLElement;
    frame.scrollTop = 40 * 2_000;
    await act(async () => frame.dispatchEvent(new Event('scroll')));
    expect(names()).toContain('Student 2004');
    expect(active()).toBe(focused);
    expect(focused.textContent).toBe('Student 0003');
    expect(lines().filter((line) => !before.has(line)).length).toBeLessThan(lines().length / 2);
    // For a screen reader, when scrolling has ended.
    const indexes = () => lines().map((line) => Number(line.getAttribute('aria-rowindex')));
    await waitFor(() => expect(indexes()).toEqual(indexes().toSorted((a, b) => a - b)));
  });

  it('are walked by keyboard: arrows, Home, End and the page keys move, Enter opens, Space selects', async () => {
    const onOpen = vi.fn();
    await open({ rows: many, onOpen });
    await act(async () => screen.getByRole('rowheader', { name: 'Student 0000' }).focus());
    await key('ArrowDown');
    expect(active().textContent).toBe('Student 0001');
    await key('ArrowRight');
    expect(active().textContent).toBe('2A');
    await key('Home');
    await key('PageDown');
    const page = Number(active().textContent?.slice(-4));
    expect(page).toBeGreaterThan(8);
    await key('Enter');
    expect(onOpen).toHaveBeenLastCalledWith(many[page]);
    await key(' ');
    expect(chosen()).toBe(String(page));
    await key('PageUp');
    expect(active().textContent).toBe('Student 0001');
    await key('End');
    expect(place()).toEqual(['3', 'Age']);
    await key('End', { ctrlKey: true });
    expect(place()).toEqual(['5001', 'Age']);
    expect(screen.getByRole('rowheader', { name: 'Student 4999' })).toBeTruthy();
  });
});

describe('on a phone', () => {
  const isOnPhone = () =>
    vi
      .spyOn(window, 'matchMedia')
      .mockImplementation(
        (query) =>
          ({ matches: query === '(max-width: 640px)', addEventListener() {}, removeEventListener() {} }) as never,
      );

  it('has rows of lines, in which each cell says what it is, and its headings behind a button', async () => {
    isOnPhone();
    await open();
    const labels = screen
      .getAllByRole('gridcell')
      .map((cell) => [cell.getAttribute('data-label'), cell.textContent])
      .filter(([label]) => label !== null);
    expect(labels.slice(0, 3)).toEqual([
      ['Class', '2A'],
      ['Age', '12'],
      ['Class', '10B'],
    ]);
    // What is not known takes no place.
    expect(labels.filter(([, text]) => text === '')).toEqual([]);
    const [first, second] = screen.getAllByRole('row').slice(1);
    // The name 60 pixels, and one line of two cells.
    expect([first?.style.top, second?.style.top]).toEqual(['0px', '82px']);
    const sorting = screen.getByRole('button', { name: 'Sort and filter', expanded: false });
    fireEvent.click(sorting);
    expect(sorting.getAttribute('aria-expanded')).toBe('true');
    expect(sorting.closest('[data-sorting]')?.contains(screen.getByRole('grid'))).toBe(true);
  });

  it('stays a table where a row would be a page, or two figures fit beside each other', () => {
    const of = (count: number) => Array.from({ length: count }, (_, key) => column(key));
    expect([2, 3, 9, 10].map((count) => canFold(of(count)))).toEqual([false, true, true, false]);
    const field = { ownLine: 'field' as const };
    expect(canFold([column(0), column(1, field), column(2)])).toBe(true);
    expect(canFold([column(0), column(1, field), column(2, field)])).toBe(false);
  });

  it('is as high as what the row shows: a blank cell keeps no line', () => {
    const blank = { value: () => null };
    const buttons = { isFixed: true, value: () => null, cell: () => 'Edit' };
    const heightOf = (...more: object[]) =>
      foldedHeight([column(0), ...more.map((one, at) => column(at + 1, one))], {});
    expect(heightOf({}, {}, {}, buttons)).toBe(60 + 2 * 22);
    expect(heightOf({}, blank, {}, buttons)).toBe(60 + 22);
    expect(heightOf({ ownLine: 'text' }, { ownLine: 'field', ...blank })).toBe(60 + 22 + 48);
    expect(heightOf({ ownLine: 'text', ...blank }, {})).toBe(60 + 22);
    expect(heightOf({ isInName: true }, {}, { ...buttons, ownLine: 'buttons' })).toBe(60 + 22 + 48);
  });

  it('begins each row where the one before ends, however high that is', async () => {
    isOnPhone();
    const nothing = { className: null, age: null, town: '' };
    await open({ rows: [{ id: '9', name: 'Abe Zed', ...nothing }, ...few] });
    const tops = screen
      .getAllByRole('row')
      .slice(1, 4)
      .map(({ style }) => [style.top, style.height]);
    expect(tops).toEqual([
      ['0px', '60px'],
      ['60px', '82px'],
      ['142px', '82px'],
    ]);
  });

  it('names a row that begins with a number by its person', async () => {
    const named = [
      { ...columns[1], rowName: ({ name }: Student) => name },
      { ...columns[0], isInName: true },
      columns[2],
    ] as TableColumn<Student>[];
    await open({ onOpen: () => {}, columns: named });
    const header = () => screen.getAllByRole('rowheader')[0] as HTMLElement;
    expect(within(header()).getByRole('button', { name: 'Zoë Abel · 2A' }).textContent).toBe('2A');
    cleanup();
    isOnPhone();
    await open({ onOpen: () => {}, columns: named });
    expect(header().textContent).toBe('Zoë Abel · 2A');
    expect(screen.queryByRole('gridcell', { name: 'Zoë Abel' })).toBeNull();
  });
});
