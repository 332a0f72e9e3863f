import { QueryClient, QueryClientProvider, queryOptions } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { undoWordings } from '#shared/http/wordings.ts';
import type { UndoableActRow } from '#shared/undo/calls.ts';
import { recentActWordings } from '../../../web/undo/wordings.ts';
import { freshPageForEachTest, waitForRequests } from '../page.tsx';

freshPageForEachTest();

const act: UndoableActRow = {
  undo: 'A1/00000001',
  what: 'Biology deleted',
  at: '2026-03-14T10:42:00.000Z',
  name: 'Olive Office',
  undone_at: null,
};

async function show(read: () => Promise<UndoableActRow[]>, undo: (key: string) => Promise<unknown>) {
  const { SnackbarOutlet } = await import('../../../web/ui/overlays/snackbar.tsx');
  const { RecentActs } = await import('../../../web/undo/recent-acts.tsx');
  const onDone = vi.fn();
  const query = queryOptions<UndoableActRow[]>({ queryKey: ['acts'], queryFn: read, retry: false });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RecentActs query={query} undo={undo} onDone={onDone} />
      <SnackbarOutlet />
    </QueryClientProvider>,
  );
  const details = screen.getByText('Recent changes').closest('details') as HTMLDetailsElement;
  toggle(true, details);
  return onDone;
}

function toggle(isOpen: boolean, details = document.querySelector('details') as HTMLDetailsElement) {
  details.open = isOpen;
  fireEvent(details, new Event('toggle'));
}

it('lists what was done and by whom, and undoes it once', async () => {
  let undone: string | null = null;
  const undo = vi.fn(async () => {
    undone = '2026-03-14T10:43:00.000Z';
  });
  const onDone = await show(async () => [{ ...act, undone_at: undone }], undo);
  await screen.findByText(/^Olive Office, 14-Mar-2026 /);
  screen.getByRole('button', { name: 'Undo: Biology deleted' }).focus();
  fireEvent.click(screen.getByRole('button', { name: 'Undo: Biology deleted' }));
  await screen.findByText('Undone.');
  await screen.findByText(/^Undone 14-Mar-2026 /);
  expect(screen.queryByRole('button', { name: /Undo/ })).toBeNull();
  expect(document.activeElement?.textContent).toMatch(/^Undone 14-Mar-2026 /);
  expect(undo.mock.calls).toEqual([['A1/00000001']]);
  expect(onDone).toHaveBeenCalledTimes(1);
});

it('says so where somebody else has undone it in the meantime, and shows it as undone', async () => {
  const { ApiError } = await import('../../../web/api/errors.ts');
  let undone: string | null = null;
  await show(
    async () => [{ ...act, undone_at: undone }],
    () => {
      undone = '2026-03-14T10:43:00.000Z';
      return Promise.reject(new ApiError(409, undoWordings.undoneAlready));
    },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Undo: Biology deleted' }));
  await screen.findAllByText(undoWordings.undoneAlready);
  await screen.findByText(/^Undone 14-Mar-2026 /);
});

it('says that there is nothing, and asks again where the list could not be loaded', async () => {
  let isUp = false;
  await show(
    async () => {
      if (!isUp) throw new Error('down');
      return [];
    },
    async () => undefined,
  );
  const retry = await screen.findByRole('button', { name: 'Retry' });
  isUp = true;
  fireEvent.click(retry);
  await screen.findByText(recentActWordings.nothingChangedLately);
});

it('does not say that nothing was changed from what it read before, and has what is done while it is open', async () => {
  const { offerUndo } = await import('../../../web/undo/offer-undo.ts');
  let stored: UndoableActRow[] = [];
  let release: (() => void) | undefined;
  await show(
    async () => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      return stored;
    },
    async () => undefined,
  );
  await waitForRequests();
  release?.();
  await screen.findByText(recentActWordings.nothingChangedLately);
  toggle(false);
  stored = [act];
  toggle(true);
  await waitForRequests();
  expect(screen.queryByText(recentActWordings.nothingChangedLately)).toBeNull();
  release?.();
  await screen.findByText('Biology deleted');
  stored = [{ ...act, undo: 'A1/00000002', what: 'Art deleted' }, act];
  offerUndo({ message: 'Art deleted', undo: null, onDone: () => undefined });
  await waitForRequests();
  release?.();
  await screen.findByRole('button', { name: 'Undo: Art deleted' });
});

it('has Undo of the others again after one that was refused, and after one that was done', async () => {
  const second = { ...act, undo: 'A1/00000002', what: 'Art deleted' };
  const undo = vi
    .fn<(key: string) => Promise<unknown>>()
    .mockRejectedValueOnce(new Error('down'))
    .mockResolvedValue(undefined);
  await show(async () => [act, second], undo);
  const button = (name: string) => screen.getByRole('button', { name });
  fireEvent.click(await screen.findByRole('button', { name: 'Undo: Biology deleted' }));
  expect(button('Undo: Art deleted').getAttribute('aria-disabled')).toBe('true');
  for (const pressed of ['Undo: Art deleted', 'Undo: Biology deleted']) {
    await waitFor(() => expect(button(pressed).getAttribute('aria-disabled')).toBeNull());
    fireEvent.click(button(pressed));
  }
  await waitFor(() => expect(button('Undo: Art deleted').getAttribute('aria-disabled')).toBeNull());
  expect(undo.mock.calls).toEqual([['A1/00000001'], ['A1/00000002'], ['A1/00000001']]);
});

it('never says Undone of what is as it was: how much went back, what stays and why, and Undo again', async () => {
  const one = { ...act, what: 'Teachers (2) moved in.', left: { undone: 0, stays: 1, why: ['Kim Lee has lessons.'] } };
  const other = {
    ...act,
    undo: 'A1/00000002',
    undone_at: '2026-03-14T10:43:00.000Z',
    left: { undone: 12, stays: 5, why: ['Anna Bell has lessons.', 'Eric Ali takes subjects.', 'Mia Brown has marks.'] },
  };
  await show(
    async () => [one, other],
    async () => ({ state: 'finished', undone: 0, left: ['Kim Lee has lessons.'], left_count: 1 }),
  );
  await screen.findByText('Nothing was undone: Kim Lee has lessons.');
  await screen.findByText(/^12 of 17 undone 14-Mar-2026 /);
  await screen.findByText(
    'Left as it is: Anna Bell has lessons. Eric Ali takes subjects. Mia Brown has marks. … and 2 more.',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Undo: Teachers (2) moved in.' }));
  // An error is said aloud too.
  await screen.findAllByText('Nothing was undone. Kim Lee has lessons.');
  expect(screen.queryByText(/^Undone/)).toBeNull();
});
