import { act, fireEvent, render, screen } from '@testing-library/react';
import { Suspense, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { lazyWithRetry } from '../../../web/ui/display/lazy-with-retry.ts';
import SelectList from '../../../web/ui/fields/select-list.tsx';
import { type EarlyInteraction, SelectWhileLoading } from '../../../web/ui/fields/select-while-loading.tsx';
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
