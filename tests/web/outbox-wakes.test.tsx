import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { freshPageForEachTest } from './page.tsx';

freshPageForEachTest();

it('looks for what may be sent when the connection is back, and when the page is seen again, as long as the screen is there', async () => {
  const { setSession } = await import('../../web/session/session.ts');
  const { useSessionOutbox } = await import('../../web/outbox/session-outbox.ts');
  act(() => setSession({ area: 'admin', id: 'A1', name: 'Ada Office', kind: 'Admin', permissions: [] }));
  const { result, unmount } = renderHook(() => useSessionOutbox());
  if (!result.current) throw new Error('nobody is signed in');
  const wake = vi.spyOn(result.current, 'wake').mockResolvedValue();
  const look = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');

  window.dispatchEvent(new Event('online'));
  expect(wake).toHaveBeenCalledTimes(1);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(wake).toHaveBeenCalledTimes(2);

  look.mockReturnValue('hidden');
  window.dispatchEvent(new Event('online'));
  expect(wake).toHaveBeenCalledTimes(2);

  look.mockReturnValue('visible');
  unmount();
  window.dispatchEvent(new Event('online'));
  expect(wake).toHaveBeenCalledTimes(2);
});
