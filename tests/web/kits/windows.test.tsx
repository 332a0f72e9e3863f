import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useRef, useState } from 'react';
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
