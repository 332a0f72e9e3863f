import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { freshPageForEachTest, openTestRoutes, waitForRequests } from '../page.tsx';

freshPageForEachTest();

async function openKit() {
  const { snackbar, SnackbarOutlet } = await import('../../../web/ui/overlays/snackbar.tsx');
  render(<SnackbarOutlet />);
  return snackbar;
}
/** The message on the page, without what is read out alone. */
const shown = () => [...document.querySelectorAll('[data-type] p')].map((one) => one.textContent);

it('says one thing at a time: the latest', async () => {
  const snackbar = await openKit();
  act(() => snackbar('Assessment 1 deleted.'));
  await waitFor(() => expect(shown()).toEqual(['Assessment 1 deleted.']));
  act(() => snackbar('Assessment 2 deleted.'));
  await waitFor(() => expect(shown()).toEqual(['Assessment 2 deleted.']));
});

it('has an offer that can be taken once, and is gone with it', async () => {
  const snackbar = await openKit();
  const onPress = vi.fn();
  act(() => snackbar('Comment deleted.', { action: { label: 'Undo', onPress } }));
  const undo = await screen.findByRole('button', { name: 'Undo' });
  fireEvent.click(undo);
  fireEvent.click(undo);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
  expect(onPress).toHaveBeenCalledTimes(1);
});

it('gives the focus of its Undo back to where it was', async () => {
  const snackbar = await openKit();
  render(<button type="button">Delete</button>);
  screen.getByRole('button', { name: 'Delete' }).focus();
  act(() => snackbar('Comment deleted.', { action: { label: 'Undo', onPress: () => {} } }));
  const undo = await screen.findByRole('button', { name: 'Undo' });
  undo.focus();
  fireEvent.click(undo);
  expect(document.activeElement?.textContent).toBe('Delete');
});

it('ends a failure with the next act that is sent, and not with a save of what is typed', async () => {
  const { call } = await import('../../../web/api/call.ts');
  const { termsContract } = await import('#shared/school/contract.ts');
  vi.stubGlobal('fetch', async () => new Response('{}'));
  const snackbar = await openKit();
  act(() => snackbar('Not saved.', { tone: 'error' }));
  await waitFor(() => expect(shown()).toEqual(['Not saved.']));
  await act(() => call(termsContract.saveAcademicTerm, {} as never, { isNoAct: true }));
  expect(shown()).toEqual(['Not saved.']);
  await act(() => call(termsContract.saveAcademicTerm, {} as never));
  await waitFor(() => expect(shown()).toEqual([]));
});

it('stays on the screen of its act: not over the next class, and over a window that is opened there', async () => {
  const { snackbar, SnackbarOutlet } = await import('../../../web/ui/overlays/snackbar.tsx');
  const page = await openTestRoutes('/marks?class=1A', [{ path: '*', element: <SnackbarOutlet /> }]);
  act(() => snackbar('Art deleted.'));
  await waitFor(() => expect(shown()).toEqual(['Art deleted.']));
  // The act's own way on, which nobody pressed.
  act(() => page.push('/marks?class=1A&student=7'));
  await waitForRequests();
  expect(shown()).toEqual(['Art deleted.']);
  fireEvent.pointerDown(document.body);
  act(() => page.push('/marks?class=1A&student=7&edit=7'));
  await waitForRequests();
  expect(shown()).toEqual(['Art deleted.']);
  act(() => page.push('/marks?class=1B'));
  await waitFor(() => expect(shown()).toEqual([]));
});

it('takes a window away that says what is so no longer, also while it waits', async () => {
  const { showModal, ModalOutlet } = await import('../../../web/ui/overlays/modal.tsx');
  render(<ModalOutlet />);
  const first = new AbortController();
  act(() => void showModal({ openedBy: 'answer', title: 'Error', text: 'Term End is missing.', signal: first.signal }));
  await screen.findByRole('alertdialog', { name: 'Error' });
  act(() => first.abort());
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await act(() => showModal({ openedBy: 'answer', title: 'Error', text: 'Too late.', signal: first.signal }));
  expect(screen.queryByText('Too late.')).toBeNull();
});

it('takes a window about a failed try away with the next act', async () => {
  vi.stubGlobal('fetch', async () => new Response('{}'));
  const { call, untilNextAct } = await import('../../../web/api/call.ts');
  const { termsContract } = await import('#shared/school/contract.ts');
  const { showModal, ModalOutlet } = await import('../../../web/ui/overlays/modal.tsx');
  render(<ModalOutlet />);
  const signal = untilNextAct();
  act(() => void showModal({ openedBy: 'answer', title: 'Art cannot be deleted', text: 'It has lessons.', signal }));
  await screen.findByRole('alertdialog', { name: 'Art cannot be deleted' });
  await act(() => call(termsContract.saveAcademicTerm, {} as never, { isNoAct: true }));
  expect(signal.aborted).toBe(false);
  await act(() => call(termsContract.saveAcademicTerm, {} as never));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});
