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

it('takes over what another tab of the user leaves behind, and says when this one goes', async () => {
  const { outboxOf } = await import('../../web/outbox/session-outbox.ts');
  const takeOver = vi.spyOn(outboxOf('T1'), 'takeOver').mockResolvedValue();
  const target = { save: 'subjectRecord', record: { student_id: 'S01' }, id: 'subjectRecord/S01', about: 'Ann' };
  const left = (page: string) => [{ target, typed: [{ field: 'exam_mark', value: 57, was: null }], page }];
  for (const page of ['gone', 'open'])
    localStorage.setItem(`formroom.outbox.last-moment/T1/${page}`, JSON.stringify(left(page)));
  const otherTab = new BroadcastChannel('formroom.outbox');
  const heard: unknown[] = [];
  otherTab.onmessage = ({ data }) => heard.push(data);

  otherTab.postMessage({ kind: 'gone', user: 'T2', page: 'gone' });
  otherTab.postMessage({ kind: 'gone', user: 'T1', page: 'gone' });
  await vi.waitFor(() => expect(takeOver.mock.calls).toEqual([[left('gone')]]));
  expect(localStorage.getItem('formroom.outbox.last-moment/T1/open')).not.toBeNull();

  window.dispatchEvent(new Event('pagehide'));
  await vi.waitFor(() => expect(heard).toContainEqual({ kind: 'gone', user: 'T1', page: expect.any(String) }));
  otherTab.close();
});
