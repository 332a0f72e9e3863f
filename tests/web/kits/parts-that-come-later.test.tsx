import { act, fireEvent, render, screen } from '@testing-library/react';
import { Suspense, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { lazyWithRetry, loadUntilAvailable, onWaitingForCode } from '../../../web/ui/display/lazy-with-retry.ts';
import { Skeleton } from '../../../web/ui/display/loading.tsx';
import SelectList from '../../../web/ui/fields/select-list.tsx';
import { type EarlyInteraction, SelectWhileLoading } from '../../../web/ui/fields/select-while-loading.tsx';
import { connectionWordings } from '../../../web/ui/wordings.ts';
import { freshPageForEachTest } from '../page.tsx';

freshPageForEachTest();

describe('a part whose code cannot be had', () => {
  const notThere = new TypeError('Failed to fetch dynamically imported module: http://localhost/assets/help.js');
  const Help = { default: () => <p>Help</p> };
  const show = (load: () => Promise<typeof Help>) => {
    const Part = lazyWithRetry(load);
    render(
      <>
        <input aria-label="Mark" />
        <Suspense fallback={<p>On the way</p>}>
          <Part />
        </Suspense>
      </>,
    );
  };

  it('leaves the page as it is, and comes with the connection', async () => {
    const load = vi.fn(async () => Help);
    load.mockRejectedValueOnce(notThere);
    load.mockRejectedValueOnce(new Error('Unable to preload CSS for /assets/help.css'));
    await act(async () => show(load));
    screen.getByRole('textbox', { name: 'Mark' }).focus();
    for (const calls of [1, 2]) {
      await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(calls));
      await act(async () => window.dispatchEvent(new Event('online')));
    }
    expect(await screen.findByText('Help')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Mark' }));
  });
});

describe('without a connection', () => {
  const goes = (isOnline: boolean) =>
    act(() => {
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
      window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
    });

  it('grey lines say that they wait for it, and say what is loaded when it is back', () => {
    render(<Skeleton label="Loading students" />);
    expect(screen.getByRole('status', { name: 'Loading students' }).textContent).toBe('');
    goes(false);
    expect(screen.getByRole('status').textContent).toBe(connectionWordings.loadsLater);
    goes(true);
    expect(screen.getByRole('status', { name: 'Loading students' }).textContent).toBe('');
  });

  it.each([
    ['says what was pressed a moment before', 0, 1],
    ['says nothing of what is fetched ahead', 60_000, 0],
  ])('a part that does not come %s, once, until it is there', async (_, since, messages) => {
    const [end, say] = [vi.fn(), vi.fn()];
    onWaitingForCode(() => {
      say();
      return end;
    });
    const pressed = performance.now();
    fireEvent.click(document.body);
    const now = vi.spyOn(performance, 'now').mockReturnValue(pressed + since + 50);
    const missing = new TypeError('Failed to fetch dynamically imported module: http://localhost/assets/help.js');
    const load = vi
      .fn(async () => 'Help')
      .mockRejectedValueOnce(missing)
      .mockRejectedValueOnce(missing);
    const loading = loadUntilAvailable(load);
    for (const calls of [1, 2]) {
      await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(calls));
      expect(end).not.toHaveBeenCalled();
      await act(async () => window.dispatchEvent(new Event('online')));
    }
    expect(await loading).toBe('Help');
    expect([say.mock.calls.length, end.mock.calls.length]).toEqual([messages, messages]);
    now.mockRestore();
  });
});

describe('a Select whose list comes later', () => {
  let come = () => {};
  function Later() {
    const [early] = useState((): EarlyInteraction => ({ pressedAt: null, hasFocus: false }));
    const [isHere, setHere] = useState(false);
    come = () => act(() => setHere(true));
    const control = { id: 'c', 'aria-describedby': undefined } as const;
    const props = {
      early,
      labelId: 'l',
      options: [{ value: 'a', label: 'First' }],
      value: 'a',
      onValueChange: () => {},
      control: { ...control, 'aria-invalid': undefined, 'aria-required': undefined },
    };
    return isHere ? <SelectList {...props} /> : <SelectWhileLoading {...props} />;
  }
  const isOpen = () => screen.getByRole('combobox', { hidden: true }).getAttribute('aria-expanded') === 'true';

  it('opens where the list came in the middle of the press', () => {
    render(<Later />);
    fireEvent.pointerDown(screen.getByRole('combobox'));
    come();
    expect(isOpen()).toBe(true);
  });

  it('opens by itself neither long after the press nor over typing', () => {
    const now = vi.spyOn(performance, 'now');
    now.mockReturnValue(1_000_000);
    render(<Later />);
    fireEvent.pointerDown(screen.getByRole('combobox'));
    now.mockReturnValue(1_010_000);
    come();
    expect(isOpen()).toBe(false);
    now.mockRestore();
  });

  it('keeps the focus', () => {
    render(<Later />);
    screen.getByRole('combobox').focus();
    come();
    expect(document.activeElement).toBe(screen.getByRole('combobox'));
  });
});
