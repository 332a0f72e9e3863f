import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Children, useRef, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { freshPageForEachTest, waitForRequests } from '../page.tsx';

freshPageForEachTest();

const name = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;

it('holds the focus: nothing behind it can take it, and what is gone in it hands it on', async () => {
  const { Dialog } = await import('../../../web/ui/overlays/dialog.tsx');
  function Page() {
    const [open, setOpen] = useState(false);
    const [hasMore, setMore] = useState(true);
    const field = useRef<HTMLInputElement>(null);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Edit
        </button>
        <button type="button">Behind</button>
        <Dialog openedBy="act" open={open} title="Edit Student" initialFocus={field} onClose={() => setOpen(false)}>
          <input aria-label="First name" ref={field} />
          {hasMore && (
            <button type="button" onClick={() => setMore(false)}>
              Longer
            </button>
          )}
        </Dialog>
      </>
    );
  }
  render(<Page />);
  const opener = screen.getByRole('button', { name: 'Edit' });
  act(() => opener.focus());
  fireEvent.click(opener);
  await screen.findByRole('dialog');
  expect(name()).toBe('First name');
  act(() => screen.getByText('Behind').focus());
  expect(name()).toBe('First name');
  act(() => screen.getByText('Longer').focus());
  fireEvent.click(screen.getByText('Longer'));
  await waitFor(() => expect(name()).toBe('First name'));
  fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' });
  await waitFor(() => expect(name()).toBe('Edit'));
});

it('keeps the focus where one window takes the place of another, and gives it back to the button of the first', async () => {
  const { Dialog } = await import('../../../web/ui/overlays/dialog.tsx');
  const view = (shown: 'none' | 'loading' | 'form') => (
    <>
      <button type="button">Edit</button>
      {shown === 'loading' && (
        <Dialog key="loading" openedBy="act" open title="Edit Student" onClose={() => undefined} />
      )}
      {shown === 'form' && (
        <Dialog key="form" openedBy="act" open title="Edit Student" onClose={() => undefined}>
          <input aria-label="First name" />
        </Dialog>
      )}
    </>
  );
  const { rerender } = render(view('none'));
  act(() => screen.getByText('Edit').focus());
  rerender(view('loading'));
  await screen.findByRole('dialog');
  rerender(view('form'));
  await screen.findByLabelText('First name');
  await waitForRequests();
  expect(document.activeElement?.closest('[role="dialog"]')).not.toBeNull();
  rerender(view('none'));
  await waitFor(() => expect(name()).toBe('Edit'));
});

it('ends the writing of a text by Ctrl+Enter: sends its form, or closes what saves itself', async () => {
  const { Dialog } = await import('../../../web/ui/overlays/dialog.tsx');
  const { TextArea } = await import('../../../web/ui/fields/text-area.tsx');
  const [onClose, onSubmit] = [vi.fn(), vi.fn((event: { preventDefault: () => void }) => event.preventDefault())];
  const text = <TextArea label="Remarks" limit={100} value="Good" onValueChange={() => undefined} />;
  const view = (content: React.ReactNode, savesItself: boolean) => (
    <Dialog openedBy="act" open title="Remarks" savesItself={savesItself} onClose={onClose}>
      {content}
    </Dialog>
  );
  const { rerender } = render(view(<form onSubmit={onSubmit}>{text}</form>, false));
  const press = async () =>
    fireEvent.keyDown(await screen.findByLabelText(/Remarks/, { selector: 'textarea' }), {
      key: 'Enter',
      ctrlKey: true,
    });
  await press();
  expect([onSubmit.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 0]);
  // A note beside several answers: it is no answer.
  rerender(view(text, false));
  await press();
  expect(onClose).not.toHaveBeenCalled();
  rerender(view(text, true));
  await press();
  expect(onClose).toHaveBeenCalledTimes(1);
});

const wordsOfFocus = () => (document.activeElement?.getAttribute('role') === 'dialog' ? 'the window' : name());

const button = (words: string, kind: 'main' | 'danger' | null = null) => (
  <button type="button" data-main={kind === 'main' || undefined} data-danger={kind === 'danger' || undefined}>
    {words}
  </button>
);
const link = <a href="#more">More</a>;
const field = <input aria-label="Reason" />;

it.each([
  { first: 'the first field', body: [button('Show'), field], foot: [button('Cancel')], focused: 'Reason' },
  { first: 'the first control where there is no field', body: [link, button('Show')], foot: [], focused: 'More' },
  {
    first: 'the way out where each row has its buttons',
    body: [
      <ul key="rows">
        <li>{button('Print')}</li>
      </ul>,
    ],
    foot: [button('Close it')],
    focused: 'Close it',
  },
  { first: 'the way out of a question', body: [], foot: [button('Cancel'), button('Yes', 'main')], focused: 'Cancel' },
  {
    first: 'no button that does it',
    body: [button('Erase', 'danger')],
    foot: [button('Print', 'main')],
    focused: null,
  },
  { first: 'the window itself where there is nothing', body: [], foot: [], focused: null },
])('gives the focus to $first, and never to its close button', async ({ body, foot, focused }) => {
  const { Dialog } = await import('../../../web/ui/overlays/dialog.tsx');
  render(
    <Dialog openedBy="act" open title="Reset" footer={Children.toArray(foot)} onClose={() => undefined}>
      {Children.toArray(body)}
    </Dialog>,
  );
  await screen.findByRole('dialog');
  expect(wordsOfFocus()).toBe(focused ?? 'the window');
});

it('gives the focus to a field that comes later, unless somebody has used the window by then', async () => {
  const { Dialog } = await import('../../../web/ui/overlays/dialog.tsx');
  const view = (isLoaded: boolean) => (
    <Dialog openedBy="act" open title="Edit" footer={<button type="button">Cancel</button>} onClose={() => undefined}>
      {isLoaded && <input aria-label="First name" />}
    </Dialog>
  );
  const used = render(view(false));
  expect((await screen.findByRole('dialog')).contains(document.activeElement)).toBe(true);
  fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowDown' });
  used.rerender(view(true));
  await waitForRequests();
  expect(wordsOfFocus()).toBe('Cancel');
  used.unmount();
  const { rerender } = render(view(false));
  await screen.findByRole('dialog');
  expect(wordsOfFocus()).toBe('Cancel');
  rerender(view(true));
  await waitFor(() => expect(wordsOfFocus()).toBe('First name'));
});

it('leaves a field for the finger that opened the window: its keyboard would cover half of it', async () => {
  const { Dialog } = await import('../../../web/ui/overlays/dialog.tsx');
  const view = (open: boolean) => (
    <Dialog openedBy="act" open={open} title="Edit" onClose={() => undefined}>
      <input aria-label="First name" />
    </Dialog>
  );
  const { rerender } = render(view(false));
  document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'touch' }));
  rerender(view(true));
  await screen.findByRole('dialog');
  expect(wordsOfFocus()).toBe('the window');
});

it('takes no press beside it right after it changed its size: the press was meant for what was there', async () => {
  let resize = () => {};
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(told: () => void) {
        resize = told;
      }
      observe() {}
      disconnect() {}
    },
  );
  const { Dialog } = await import('../../../web/ui/overlays/dialog.tsx');
  const onClose = vi.fn();
  render(
    <Dialog openedBy="act" open title="Close Term 1?" onClose={onClose}>
      <p>1,007 marks are missing.</p>
    </Dialog>,
  );
  await screen.findByRole('dialog');
  const now = vi.spyOn(performance, 'now');
  const pressBeside = (milliseconds: number) => {
    const moment = performance.now() + milliseconds;
    now.mockImplementation(() => moment);
    for (const kind of ['pointerDown', 'mouseDown', 'pointerUp', 'mouseUp', 'click'] as const)
      fireEvent[kind](document.body);
  };
  pressBeside(300);
  expect(onClose).not.toHaveBeenCalled();
  now.mockImplementation(() => 60_000);
  resize();
  pressBeside(400);
  expect(onClose).not.toHaveBeenCalled();
  pressBeside(200);
  expect(onClose).toHaveBeenCalledTimes(1);
});
