import { act, renderHook } from '@testing-library/react';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createDeviceCipher } from '../../../web/outbox/device/device-cipher.ts';
import type { Session } from '../../../web/session/session.ts';
import { freshPageForEachTest, watchNavigation } from '../page.tsx';
import { outboxKey } from '../session-answers.ts';

freshPageForEachTest();

it('looks for what may be sent when the connection is back, and when the page is seen again, as long as the screen is there', async () => {
  const { setSession } = await import('../../../web/session/session.ts');
  const { useSessionOutbox } = await import('../../../web/outbox/session-outbox.ts');
  act(() => setSession({ area: 'admin', id: 'A1', name: 'Ada Office', kind: 'Admin', permissions: [], outboxKey }));
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
  const { openOutboxOf } = await import('../../../web/outbox/session-outbox.ts');
  const { setSession } = await import('../../../web/session/session.ts');
  act(() => setSession({ area: 'admin', id: 'T1', name: 'Tara Teacher', kind: 'Admin', permissions: [], outboxKey }));
  const takeOver = vi.spyOn(openOutboxOf('T1'), 'storeForClosedPage').mockResolvedValue();
  const target = { save: 'subjectRecord', record: { student_id: 'S01' }, id: 'subjectRecord/S01', about: 'Ann' };
  const left = (page: string) => [{ target, typed: [{ field: 'exam_mark', value: 57, was: null }], page }];
  const keyOf = (page: string) => `formroom.encrypted-outbox.last-moment/T1/${page}`;
  const cipher = createDeviceCipher(outboxKey);
  for (const page of ['gone', 'open']) localStorage.setItem(keyOf(page), cipher.encryptToText(left(page), keyOf(page)));
  const otherTab = new BroadcastChannel('formroom.outbox');
  const heard: unknown[] = [];
  otherTab.onmessage = ({ data }) => heard.push(data);

  otherTab.postMessage({ kind: 'gone', user: 'T2', page: 'gone' });
  otherTab.postMessage({ kind: 'gone', user: 'T1', page: 'gone' });
  await vi.waitFor(() => expect(takeOver.mock.calls).toEqual([[left('gone')]]));
  expect(localStorage.getItem(keyOf('open'))).not.toBeNull();

  window.dispatchEvent(new Event('pagehide'));
  await vi.waitFor(() => expect(heard).toContainEqual({ kind: 'gone', user: 'T1', page: expect.any(String) }));
  otherTab.close();
});

const aTarget = { save: 'trial', record: { row: 'ali' }, id: 'trial/ali', about: 'Ali' };
const exam = (value: number) => [{ field: 'exam_mark', value, was: null }];

/** A page of T1 whose saves come to `send`, and another tab of the browser that listens. */
async function openTab(send: () => Promise<unknown>) {
  const saveKinds = await import('../../../web/outbox/save-kind.ts');
  vi.spyOn(saveKinds, 'sendSave').mockImplementation(send);
  const { setSession } = await import('../../../web/session/session.ts');
  const { openOutboxOf, useTypingDraft } = await import('../../../web/outbox/session-outbox.ts');
  const { usePendingRecords: useWaiting } = await import('../../../web/outbox/browser-outbox.ts');
  act(() => setSession({ area: 'admin', id: 'T1', name: 'Tara Teacher', kind: 'Admin', permissions: [], outboxKey }));
  const outbox = openOutboxOf('T1');
  await outbox.ready;
  const otherTab = new BroadcastChannel('formroom.outbox');
  const heard: unknown[] = [];
  otherTab.onmessage = ({ data }) => heard.push(data);
  return { outbox, outboxOf: openOutboxOf, useWaiting, useTyping: useTypingDraft, otherTab, heard };
}

describe('the tabs of a browser', () => {
  it('tell one another what each has saved, and nothing else of a record', async () => {
    const { ApiError } = await import('../../../web/api/errors.ts');
    let answer: () => Promise<unknown> = async () => ({});
    const { outbox, otherTab, heard } = await openTab(() => answer());
    await outbox.enqueue(aTarget, exam(57));
    answer = () => Promise.reject(new ApiError(403, 'Not yours.'));
    await outbox.enqueue(aTarget, exam(58));
    await outbox.discardValue(aTarget.id, null);
    answer = async () => ({});
    await outbox.enqueue(aTarget, exam(59));
    await vi.waitFor(() => expect(heard).toHaveLength(2));
    expect(heard).toEqual(
      [57, 59].map((value) => ({ kind: 'saved', user: 'T1', id: 'trial/ali', fields: { exam_mark: value } })),
    );

    const hears = vi.spyOn(outbox, 'savedInOtherTab');
    otherTab.postMessage({ kind: 'saved', user: 'T2', id: 'trial/ali', fields: { exam_mark: 1 } });
    otherTab.postMessage({ kind: 'saved', user: 'T1', id: 'trial/ali', fields: { exam_mark: 2 } });
    await vi.waitFor(() => expect(hears.mock.calls).toEqual([['trial/ali', { exam_mark: 2 }]]));
    otherTab.close();
  });

  it('share one outbox a user, which sends while that user is signed in', async () => {
    const { outbox, outboxOf, otherTab } = await openTab(async () => ({}));
    expect(outboxOf('T1')).toBe(outbox);
    expect(outboxOf('T2')).not.toBe(outbox);
    const { setSession } = await import('../../../web/session/session.ts');
    const [pause, resume] = [vi.spyOn(outbox, 'pause'), vi.spyOn(outbox, 'resume')];
    act(() => setSession({ area: 'admin', id: 'T2', name: 'Tom Teacher', kind: 'Admin', permissions: [], outboxKey }));
    expect([pause.mock.calls.length, resume.mock.calls.length]).toEqual([1, 0]);
    act(() => setSession({ area: 'admin', id: 'T1', name: 'Tara Teacher', kind: 'Admin', permissions: [], outboxKey }));
    expect([pause.mock.calls.length, resume.mock.calls.length]).toEqual([1, 1]);
    otherTab.close();
  });
});

describe('what is typed in the moment before a page goes away', () => {
  it('is on the device before it goes, and no longer when it is seen again and all is stored', async () => {
    const { outbox, otherTab } = await openTab(async () => ({}));
    const left = () => Object.keys(localStorage).filter((key) => key.includes('last-moment/T1'));
    const unstored = vi.spyOn(outbox, 'unstoredChanges');
    const take = { target: aTarget, typed: exam(57), page: 'mine' };
    for (const back of ['pageshow', 'visibilitychange']) {
      unstored.mockReturnValue([take]);
      window.dispatchEvent(new Event('pagehide'));
      expect(left()).toHaveLength(1);
      unstored.mockReturnValue([]);
      window.dispatchEvent(new Event(back));
      expect(left()).toEqual([]);
    }
    otherTab.close();
  });
});

describe('a screen', () => {
  it('shows what waits as soon as it changes, and nothing of nobody', async () => {
    const { outbox, useWaiting, otherTab } = await openTab(() => new Promise(() => {}));
    const { result } = renderHook(() => useWaiting(outbox));
    expect(result.current).toEqual([]);
    await act(async () => void outbox.enqueue(aTarget, exam(57)));
    await vi.waitFor(() => expect(result.current.map(({ waiting }) => waiting?.about)).toEqual(['Ali']));
    expect(renderHook(() => useWaiting(null)).result.current).toEqual([]);
    otherTab.close();
  });

  it('hands over what is being typed into a field, as leaving it would', async () => {
    const { outbox, useTyping, otherTab } = await openTab(async () => ({}));
    const typing = vi.spyOn(outbox, 'typing').mockImplementation(() => {});
    const { result } = renderHook(() => useTyping());
    result.current(() => void outbox.enqueue(aTarget, exam(57)));
    const read = typing.mock.calls[0]?.[0];
    expect(read?.()).toEqual({ target: { ...aTarget, place: '/' }, typed: exam(57) });
    expect(outbox.unsaved()).toBe(0);
    result.current(null);
    expect(typing.mock.calls[1]).toEqual([null]);
    otherTab.close();
  });

  it('saves a record while no other tab does', async () => {
    const request = vi.fn((_name: string, save: () => Promise<void>) => save());
    vi.spyOn(navigator, 'locks', 'get').mockReturnValue({ request } as unknown as LockManager);
    const { outbox, otherTab } = await openTab(async () => ({}));
    await outbox.enqueue(aTarget, exam(57));
    expect(request.mock.calls.map(([name]) => name)).toContain('formroom.outbox/T1/trial/ali');
    expect(outbox.state(aTarget.id).status).toBe('saved');
    otherTab.close();
  });
});

describe('Logout', () => {
  const target = { save: 'subjectRecord', record: { student_id: 'S01' }, id: 'subjectRecord/S01', about: 'Ann' };
  const typed = [{ field: 'exam_mark', value: 57, was: null }];
  const user: Session = {
    area: 'admin',
    id: 'A1',
    name: 'Ada Office',
    kind: 'Admin',
    permissions: [],
    outboxKey,
  };

  /** How many values wait after a page was closed by a Logout in another tab, and the user came back. */
  async function waitingAfter(discards: boolean): Promise<number> {
    watchNavigation();
    const { setSession } = await import('../../../web/session/session.ts');
    const { openOutboxOf } = await import('../../../web/outbox/session-outbox.ts');
    const { markSessionExpired } = await import('../../../web/session/expiry/session-expiry.ts');
    const { watchSession } = await import('../../../web/session/sign-out.ts');
    const stop = watchSession();
    act(() => setSession(user));
    const outbox = openOutboxOf('A1');
    // Nothing can be sent.
    markSessionExpired('ended');
    await outbox.enqueue(target, typed);
    const otherTab = new BroadcastChannel('formroom.session');
    otherTab.postMessage({ kind: 'signed-out', reason: 'logout', discards });
    await vi.waitFor(() => expect(window.location.replace).toHaveBeenCalled());
    otherTab.close();
    stop();
    const back = openOutboxOf('A1');
    expect(back).not.toBe(outbox);
    await back.ready;
    return back.unsaved();
  }

  beforeEach(() => {
    vi.stubGlobal('indexedDB', new IDBFactory());
    vi.stubGlobal('IDBKeyRange', IDBKeyRange);
    return () => vi.unstubAllGlobals();
  });

  it('leaves on the device what another tab took after it had looked', async () => {
    expect(await waitingAfter(false)).toBe(1);
  });

  it('takes from the device what the user gives up', async () => {
    expect(await waitingAfter(true)).toBe(0);
  });
});
