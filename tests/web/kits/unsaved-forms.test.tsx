import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { freshPageForEachTest, openPart } from '../page.tsx';

freshPageForEachTest();

/** Whether the browser would ask before the tab is closed. */
function asksBeforeClosing(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

const typeName = (value: string) => fireEvent.change(screen.getByLabelText('Name'), { target: { value } });
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));

/** A form of one field in a plain window, which knows nothing of it. */
async function openFormInWindow(options: { storesNothing?: boolean; onClosed?: () => void } = {}) {
  const { useForm } = await import('../../../web/forms/use-form.ts');
  const { FormBody } = await import('../../../web/forms/form-body.tsx');
  const { FormText } = await import('../../../web/forms/fields.tsx');
  const { Dialog } = await import('../../../web/ui/overlays/dialog.tsx');
  const { ModalOutlet } = await import('../../../web/ui/overlays/modal.tsx');
  const { useHasUnsavedForm } = await import('../../../web/session/unsaved-work.ts');
  function NameForm() {
    const form = useForm({
      schema: z.object({ name: z.string() }),
      stored: { name: 'Ada' },
      save: async () => undefined,
      ...(options.storesNothing ? { storesNothing: true } : {}),
    });
    return (
      <FormBody form={form}>
        <FormText form={form} name="name" label="Name" />
        <button type="submit">Save</button>
      </FormBody>
    );
  }
  function Page() {
    const [isOpen, setOpen] = useState(true);
    const close = () => {
      options.onClosed?.();
      setOpen(false);
    };
    return (
      <>
        <output>{useHasUnsavedForm() ? 'Not saved yet' : 'All saved'}</output>
        <Dialog openedBy="act" open={isOpen} title="Names" onClose={close}>
          <NameForm />
        </Dialog>
        <ModalOutlet />
      </>
    );
  }
  await openPart(<Page />);
  await screen.findByLabelText('Name');
}

const status = () => screen.getByText(/^(Not saved yet|All saved)$/).textContent;

it('a form with changes asks before the tab is closed, and nobody says that all is saved, until it is stored', async () => {
  await openFormInWindow();
  expect([asksBeforeClosing(), status()]).toEqual([false, 'All saved']);
  typeName('Adah');
  await waitFor(() => expect([asksBeforeClosing(), status()]).toEqual([true, 'Not saved yet']));
  await press('Save');
  await waitFor(() => expect([asksBeforeClosing(), status()]).toEqual([false, 'All saved']));
});

it('the window around a form with changes asks before it closes, and stays where they are kept', async () => {
  const closed = vi.fn();
  await openFormInWindow({ onClosed: closed });
  typeName('Adah');
  await waitFor(() => expect(asksBeforeClosing()).toBe(true));
  await press('Close');
  await screen.findByText('Discard changes?');
  await press('Keep editing');
  expect(closed).not.toHaveBeenCalled();
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Adah');
  await waitFor(() => expect(screen.queryByText('Discard changes?')).toBeNull());
  await press('Close');
  await screen.findByText('Discard changes?');
  await press('Discard changes');
  await waitFor(() => expect(closed).toHaveBeenCalledTimes(1));
  expect(asksBeforeClosing()).toBe(false);
});

it('the window around a form without changes, or of choices alone, closes at once', async () => {
  const closed = vi.fn();
  await openFormInWindow({ storesNothing: true, onClosed: closed });
  typeName('Adah');
  expect([asksBeforeClosing(), status()]).toEqual([false, 'All saved']);
  await press('Close');
  expect(closed).toHaveBeenCalledTimes(1);
});
