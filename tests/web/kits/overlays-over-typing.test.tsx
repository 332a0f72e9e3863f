import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { freshPageForEachTest } from '../page.tsx';

freshPageForEachTest();
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const realSetImmediate = setImmediate;
async function pass(milliseconds: number) {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds));
  for (let turn = 0; turn < 5; turn += 1) await act(() => new Promise<void>((done) => void realSetImmediate(done)));
}

/** A page with a field, a grid's cell and a button; the field has the focus. */
async function openPage() {
  const kit = await import('../../../web/ui/overlays/dialog.tsx');
  // Its code is fetched when the page rests; under a stopped clock it must be here before.
  await import('../../../web/ui/overlays/dialog-window.tsx');
  render(
    <div>
      <input aria-label="Mark" />
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid as the product has one, in short */}
      <table role="grid">
        <tbody>
          <tr>
            <td tabIndex={-1}>A comment</td>
            <td>
              <button type="button">Reset</button>
            </td>
          </tr>
        </tbody>
      </table>
      <button type="button">Elsewhere</button>
    </div>,
  );
  screen.getByLabelText('Mark').focus();
  return kit;
}
const field = () => screen.getByLabelText('Mark');
const key = () => act(async () => void fireEvent.keyDown(document.activeElement ?? document.body, { key: '5' }));
/** Somebody who types a key every 100 milliseconds. */
async function typeFor(milliseconds: number) {
  for (let passed = 0; passed < milliseconds; passed += 100) {
    await key();
    await pass(100);
  }
}
const dialog = () => screen.queryByRole('dialog', { name: 'Error' });

describe('a window that opens by itself', () => {
  const open = async () => {
    const { Dialog } = await openPage();
    await key();
    render(
      <Dialog openedBy="itself" open title="Error" onClose={() => undefined}>
        <input aria-label="Password" />
      </Dialog>,
    );
  };

  it('never opens over a field with the focus, whether its user types or reads', async () => {
    await open();
    await typeFor(3_000);
    await pass(60_000);
    expect(dialog()).toBeNull();
    expect(document.activeElement).toBe(field());
  });

  it('nor over the cells of a grid, that keys go on from', async () => {
    await open();
    screen.getByText('A comment').focus();
    await pass(60_000);
    expect(dialog()).toBeNull();
  });

  it('opens elsewhere once the hands rest, and gives the focus to no field and no button of its own', async () => {
    await open();
    screen.getByRole('button', { name: 'Elsewhere' }).focus();
    await typeFor(3_000);
    expect(dialog()).toBeNull();
    await act(async () => void fireEvent.pointerDown(document.body));
    await pass(1_200);
    expect(dialog()).toBeNull();
    await pass(1_000);
    expect(dialog()).not.toBeNull();
    await pass(100);
    expect(document.activeElement).toBe(dialog());
  });
});

it('a window that covers what nobody may see opens over a field when nobody is there, and not before', async () => {
  const { Dialog } = await openPage();
  await key();
  render(<Dialog openedBy="itself" unattended={60_000} open title="Error" onClose={() => undefined} />);
  await pass(59_000);
  await key();
  await pass(59_000);
  expect(dialog()).toBeNull();
  await pass(2_000);
  expect(dialog()).not.toBeNull();
});

describe('a window that answers a press', () => {
  const waiting = () => screen.queryByText('Error');
  const open = async () => {
    const { Dialog } = await openPage();
    await key();
    render(<Dialog openedBy="answer" open title="Error" onClose={() => undefined} />);
  };

  it('waits while the focus is in a field, says so beside it, and opens when it is asked for', async () => {
    await open();
    await typeFor(3_000);
    await pass(60_000);
    expect(dialog()).toBeNull();
    expect(document.activeElement).toBe(field());
    expect(waiting()).not.toBeNull();
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Show' })));
    await pass(100);
    expect(dialog()).not.toBeNull();
    expect(screen.queryByRole('button', { name: 'Show' })).toBeNull();
  });

  it('opens by itself once the focus is elsewhere and no key is used', async () => {
    await open();
    await typeFor(1_000);
    screen.getByRole('button', { name: 'Elsewhere' }).focus();
    await typeFor(2_000);
    expect(dialog()).toBeNull();
    expect(waiting()).toBeNull();
    await pass(1_000);
    expect(dialog()).not.toBeNull();
  });

  it('opens soon where nothing is typed, and says nothing before', async () => {
    const { Dialog } = await openPage();
    screen.getByRole('button', { name: 'Elsewhere' }).focus();
    await key();
    render(<Dialog openedBy="answer" open title="Error" onClose={() => undefined} />);
    await pass(500);
    expect(waiting()).toBeNull();
    expect(dialog()).toBeNull();
    await pass(500);
    expect(dialog()).not.toBeNull();
  });
});

describe('a window that answers a press, with the focus in a grid again', () => {
  const elsewhere = () => screen.getByRole('button', { name: 'Elsewhere' });
  const reset = () => screen.getByRole('button', { name: 'Reset' });
  const cell = () => screen.getByText('A comment');
  const press = (element: HTMLElement) =>
    act(async () => {
      fireEvent.pointerDown(element);
      element.focus();
      fireEvent.click(element);
    });
  const pressByKey = (element: HTMLElement) =>
    act(async () => {
      element.focus();
      fireEvent.keyDown(element, { key: 'Enter' });
      fireEvent.click(element);
    });
  const answer = async (Dialog: Awaited<ReturnType<typeof openPage>>['Dialog']) => {
    render(<Dialog openedBy="answer" open title="Error" onClose={() => undefined} />);
    await pass(1_500);
  };

  it.each([
    ['the press', press, elsewhere],
    ['the press on a button of the grid', press, reset],
    ['the press by key', pressByKey, elsewhere],
  ])('opens where nothing was typed since %s', async (_, doPress, target) => {
    const { Dialog } = await openPage();
    await key();
    await doPress(target());
    act(() => (target() === reset() ? reset() : cell()).focus());
    await answer(Dialog);
    expect(dialog()).not.toBeNull();
  });

  it('opens over a row of a table of the kit, in which nothing is typed: a double click ends there', async () => {
    const { tableRoles } = await import('../../../web/tables/table-row.tsx');
    const { Dialog } = await openPage();
    for (const [name, value] of Object.entries(tableRoles.grid))
      screen.getByRole('grid').setAttribute(name, `${value}`);
    await press(elsewhere());
    await press(cell());
    await answer(Dialog);
    expect(dialog()).not.toBeNull();
  });

  it('waits where somebody types since, or has pressed into a cell to do so', async () => {
    const { Dialog } = await openPage();
    await press(elsewhere());
    act(() => cell().focus());
    await key();
    await answer(Dialog);
    expect([dialog(), screen.queryByText('Error') !== null]).toEqual([null, true]);
    await press(cell());
    await pass(60_000);
    expect(dialog()).toBeNull();
  });
});

it('a window that a press opens is there at once', async () => {
  const { Dialog } = await openPage();
  await key();
  render(<Dialog openedBy="act" open title="Error" onClose={() => undefined} />);
  await pass(0);
  expect(dialog()).not.toBeNull();
});

it('a window whose code comes late does not open over what is typed meanwhile', async () => {
  await openPage();
  const { lazyOverlay } = await import('../../../web/ui/overlays/lazy-overlay.tsx');
  const { default: Window } = await import('../../../web/ui/overlays/dialog-window.tsx');
  let arrive = () => {};
  const Late = lazyOverlay<Parameters<typeof Window>[0]>(
    () =>
      new Promise((resolve) => {
        arrive = () => resolve({ default: Window });
      }),
  );
  render(<Late openedBy="act" open title="Error" onClose={() => undefined} />);
  await typeFor(500);
  arrive();
  await typeFor(2_000);
  expect(dialog()).toBeNull();
  await pass(60_000);
  expect(dialog()).toBeNull();
  expect(document.activeElement).toBe(field());
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Show' })));
  await pass(100);
  expect(dialog()).not.toBeNull();
});
