import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { printingWordings } from '#shared/term-reports/wordings.ts';
import { ApiError, messageOf } from '../../../web/api/errors.ts';
import { Alert } from '../../../web/ui/display/alert.tsx';
import { ErrorRetry } from '../../../web/ui/display/loading.tsx';
import { freshPageForEachTest } from '../page.tsx';

freshPageForEachTest();

const sentence = messageOf(
  new ApiError(500, 'Something went wrong.', { request_id: '6f7f0961-07c2-4b4d-8e21-3f9a5c0d7e11' }),
);
// Screen readers hear the words of a message at the edge at once; its buttons are hidden from them until it has the
// focus.
const button = (does = 'Copy') => screen.findByRole('button', { name: `${does} reference 0961-07c2`, hidden: true });

it.each<[where: string, show: () => unknown]>([
  [
    'an alert',
    () =>
      render(
        <Alert tone="error">
          {printingWordings.notStarted} {sentence}
        </Alert>,
      ),
  ],
  ['a failed load', () => render(<ErrorRetry title="Not loaded." detail={sentence} onRetry={() => undefined} />)],
  [
    'a window',
    async () => {
      const { ModalOutlet, showModal } = await import('../../../web/ui/overlays/modal.tsx');
      render(<ModalOutlet />);
      void showModal({ openedBy: 'answer', title: 'Not restored', text: sentence });
    },
  ],
  [
    'a message at the edge of the page',
    async () => {
      const { SnackbarOutlet, snackbar } = await import('../../../web/ui/overlays/snackbar.tsx');
      render(<SnackbarOutlet />);
      snackbar(sentence, { tone: 'error' });
    },
  ],
])('%s that ends in a reference has a button that copies it, and says that it did', async (_, show) => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await show();
  const copy = await button();
  expect(copy.closest('p, div')?.textContent).toMatch(/Something went wrong\. Reference 0961-07c2$/);
  fireEvent.click(copy);
  expect(writeText).toHaveBeenCalledExactlyOnceWith('0961-07c2');
  expect(await button('Copied')).toBe(copy);
});

it.each<[where: string, clipboard: unknown]>([
  ['the page came over plain http', undefined],
  ['the browser refuses', { writeText: () => Promise.reject(new Error('denied')) }],
])('is selected where %s, and the alert says to copy it by hand', async (_, clipboard) => {
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(clipboard as never);
  render(<Alert tone="error">{sentence}</Alert>);
  fireEvent.click(await button());
  await screen.findByText(/It is selected: please copy it by hand\.$/);
  expect(window.getSelection()?.toString()).toBe('0961-07c2');
  expect(await button()).toBeTruthy();
});

it('keeps a message at the edge of the page until it is dismissed or another takes its place, and others for seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    const { SnackbarOutlet, snackbar } = await import('../../../web/ui/overlays/snackbar.tsx');
    render(<SnackbarOutlet />);
    snackbar(sentence, { tone: 'error' });
    await button();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await button()).toBeTruthy();
    snackbar('Unable to connect to the server.', { tone: 'error' });
    await screen.findAllByText('Unable to connect to the server.');
    expect(screen.queryByRole('button', { name: /^Copy/, hidden: true })).toBeNull();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(screen.queryAllByText('Unable to connect to the server.')).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});
