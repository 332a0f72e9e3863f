import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lazyOverlay } from '../../../web/ui/overlays/lazy-overlay.tsx';
import { useMayOpenOverlay } from '../../../web/ui/overlays/use-may-open-overlay.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('opens in the very moment in which the hands rest, and not when the browser comes to it', () => {
  const Window = () => (useMayOpenOverlay({ open: true, openedBy: 'itself' }).canOpen ? <p>Not saved</p> : null);
  fireEvent.keyDown(window, { key: '5' });
  render(<Window />);
  expect(screen.queryByText('Not saved')).toBeNull();
  // Without React's own patience for what tests do.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  vi.advanceTimersByTime(1_800);
  expect(screen.getByText('Not saved')).toBeTruthy();
  vi.unstubAllGlobals();
});

it('waits while somebody chooses in a menu', () => {
  const Window = () => (useMayOpenOverlay({ open: true, openedBy: 'itself' }).canOpen ? <p>Not saved</p> : null);
  render(
    <>
      <div role="menu">
        <button type="button" role="menuitem">
          Fill down
        </button>
      </div>
      <Window />
    </>,
  );
  act(() => screen.getByRole('menuitem').focus());
  fireEvent.pointerDown(window);
  act(() => void vi.advanceTimersByTime(10_000));
  expect(screen.queryByText('Not saved')).toBeNull();
  act(() => screen.getByRole('menuitem').blur());
  act(() => void vi.advanceTimersByTime(300));
  expect(screen.getByText('Not saved')).toBeTruthy();
});

it('waits where somebody pressed into a field before the code of the window came', async () => {
  let come = () => {};
  const Content = ({ open }: { open: boolean; title?: string }) => (open ? <p>The window</p> : null);
  const Window = lazyOverlay<{ open: boolean; title?: string }>(
    () =>
      new Promise((resolve) => {
        come = () => resolve({ default: Content });
      }),
  );
  const view = (open: boolean) => (
    <>
      <input aria-label="Mark" />
      <Window open={open} title="Explained" />
    </>
  );
  const { rerender } = render(view(false));
  rerender(view(true));
  vi.advanceTimersByTime(100);
  fireEvent.pointerDown(screen.getByRole('textbox'));
  act(() => screen.getByRole('textbox').focus());
  await act(async () => come());
  expect(screen.queryByText('The window')).toBeNull();
  act(() => screen.getByRole('textbox').blur());
  act(() => void vi.advanceTimersByTime(1_000));
  expect(screen.getByText('The window')).toBeTruthy();
});
