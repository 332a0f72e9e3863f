import { act, fireEvent, screen } from '@testing-library/react';
import type { ReactElement, ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { columnWidth } from '../../../web/tables/columns.ts';
import { FoldingTools } from '../../../web/ui/controls/folding-tools.tsx';
import { WholeDates } from '../../../web/ui/screen/whole-dates.tsx';
import { freshPageForEachTest, openPart } from '../page.tsx';

freshPageForEachTest();

describe('in a narrow window', () => {
  beforeEach(() => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) =>
        ({ matches: query === '(max-width: 800px)', addEventListener() {}, removeEventListener() {} }) as never,
    );
  });

  it('tools after the first are behind a button, and come out below each other', async () => {
    await openPart(
      <FoldingTools label="Documents of 4A" first={<button type="button">Enter Marks</button>}>
        <button type="button">Print One</button>
      </FoldingTools>,
    );
    expect(screen.getByRole('button', { name: 'Enter Marks' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Print One' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'More', expanded: false }));
    expect(screen.getByRole('button', { name: 'Print One' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Fewer', expanded: true }));
    expect(screen.queryByRole('button', { name: 'Print One' })).toBeNull();
  });

  it.each([
    ['until 01-Jul-2029.', ['01-Jul-2029']],
    ['of Term 1, 2026-2027, to 5-Sep-2026', ['2026-2027', '5-Sep-2026']],
    ['such as K7QF2-M9X4T', ['K7QF2-M9X4T']],
    ['E-mails', ['E-mails']],
    ['Douglas-Ramnarace, 1A, 31 of 33', []],
  ])('no line ends within a date, a year or a code: %s', async (text, whole) => {
    await openPart(
      <p>
        <WholeDates>{text}</WholeDates>
      </p>,
    );
    const paragraph = document.querySelector('p');
    expect(paragraph?.textContent).toBe(text);
    expect([...(paragraph?.querySelectorAll('[class]') ?? [])].map(({ textContent }) => textContent)).toEqual(whole);
  });
});

describe('in a wide window', () => {
  /** Draws a sentence whose text takes so many lines, and later others; returns what of it is kept whole. */
  async function draw(around: (sentence: ReactNode) => ReactElement, lines: number) {
    let now = lines;
    const looks = new Set<() => void>();
    vi.spyOn(Range.prototype, 'getClientRects').mockImplementation(() => Array(now).fill({}) as never);
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(look: () => void) {
          looks.add(look);
        }
        observe() {}
        disconnect() {}
      },
    );
    await openPart(around(<WholeDates>until 01-Jul-2029, of 2026-2027</WholeDates>));
    return {
      whole: () => [...document.querySelectorAll('[class]')].map(({ textContent }) => textContent),
      resize: (to: number) => {
        now = to;
        act(() => {
          for (const look of looks) look();
        });
      },
    };
  }
  const inPanel = (sentence: ReactNode) => <p>{sentence}</p>;

  it('no line of a panel ends within a date', async () => {
    const page = await draw(inPanel, 2);
    expect(page.whole()).toEqual(['01-Jul-2029', '2026-2027']);
    expect(document.querySelector('p')?.textContent).toBe('until 01-Jul-2029, of 2026-2027');
  });

  it('a sentence on one line is in one piece, until its panel is narrower', async () => {
    const page = await draw(inPanel, 1);
    expect(page.whole()).toEqual([]);
    expect(screen.getByText('until 01-Jul-2029, of 2026-2027')).toBeTruthy();
    page.resize(2);
    expect(page.whole()).toEqual(['01-Jul-2029', '2026-2027']);
  });

  it('a date of a table makes no column wider', async () => {
    const page = await draw(
      (sentence) => (
        <table>
          <tbody>
            <tr>
              <td>{sentence}</td>
            </tr>
          </tbody>
        </table>
      ),
      2,
    );
    expect(page.whole()).toEqual([]);
  });
});

it('a wide window has all tools, and a sentence in one piece', async () => {
  await openPart(
    <FoldingTools label="Documents of 4A" first={<WholeDates>until 01-Jul-2029</WholeDates>}>
      <button type="button">Print One</button>
    </FoldingTools>,
  );
  expect(screen.getByRole('button', { name: 'Print One' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'More' })).toBeNull();
  expect(screen.getByText('until 01-Jul-2029')).toBeTruthy();
});

it.each([
  ['has room for the longest word of its heading, and the button that sorts', 'Teacher #', {}, 103],
  ['has room for the menu of its values', 'Class', { isFiltered: true }, 118],
  ['keeps its width where that is more', 'No', { width: 200 }, 200],
])('a column %s', (_, label, more, pixels) => {
  const column = { key: 'one', label, value: () => null, width: 40, ...more };
  expect(columnWidth(column, false)).toBe(pixels);
  // The menu's button is broader under a finger.
  expect(columnWidth(column, true)).toBe('isFiltered' in more ? pixels + 16 : pixels);
});
