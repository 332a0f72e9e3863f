import { act, renderHook } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Session } from '../../../web/session/session.ts';
import { freshPageForEachTest, watchNavigation } from '../page.tsx';

freshPageForEachTest();

it('looks for what may be sent when the connection is back, and when the page is seen again, as long as the screen is there', async () => {
  const { setSession } = await import('../../../web/session/session.ts');
  const { useSessionOutbox } = await import('../../../web/outbox/session-outbox.ts');
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
  const { outboxOf } = await import('../../../web/outbox/session-outbox.ts');
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

describe('Logout', () => {
  const target = { save: 'subjectRecord', record: { student_id: 'S01' }, id: 'subjectRecord/S01', about: 'Ann' };
  const typed = [{ field: 'exam_mark', value: 57, was: null }];
  const user: Session = { area: 'admin', id: 'A1', name: 'Ada Office', kind: 'Admin', permissions: [] };

  /** How many values wait after a page was closed by a Logout in another tab, and the user came back. */
  async function waitingAfter(discards: boolean): Promise<number> {
    watchNavigation();
    const { setSession } = await import('../../../web/session/session.ts');
    const { outboxOf } = await import('../../../web/outbox/session-outbox.ts');
    const { beginExpiry } = await import('../../../web/session/session-expiry.ts');
    const { followSession } = await import('../../../web/session/sign-out.ts');
    const stop = followSession();
    act(() => setSession(user));
    const outbox = outboxOf('A1');
    // Nothing can be sent.
    beginExpiry('ended');
    await outbox.take(target, typed);
    const otherTab = new BroadcastChannel('formroom.session');
    otherTab.postMessage({ kind: 'signed-out', reason: 'logout', discards });
    await vi.waitFor(() => expect(window.location.replace).toHaveBeenCalled());
    otherTab.close();
    stop();
    const back = outboxOf('A1');
    expect(back).not.toBe(outbox);
    await back.ready;
    return back.unsaved();
  }

  it('leaves on the device what another tab took after it had looked', async () => {
    expect(await waitingAfter(false)).toBe(1);
  });

  it('takes from the device what the user gives up', async () => {
    expect(await waitingAfter(true)).toBe(0);
  });
});
