import { useSyncExternalStore } from 'react';
import { holdPageLock, isBrowserPageOpen } from './device/open-pages.ts';
import { pageId, saveOnPageHide, takeSavedOnPageHide } from './device/page-hide-storage.ts';
import { createBrowserStorage, type OutboxStorage } from './device/storage.ts';
import { Outbox } from './outbox.ts';
import type { FieldsChange } from './pending-record.ts';
import { sendSave } from './save-kind.ts';
import type { RecordState } from './save-status.ts';

const outboxes = new Map<string, Outbox>();
let storage: OutboxStorage | undefined;

/** The outboxes that this page has opened. */
export const listOpenedOutboxes = (): Outbox[] => [...outboxes.values()];

/** Removes the outbox of a user who leaves, and everything that is kept for that user where it is to be discarded. */
export async function closeOutboxOf(user: string, { discards }: { discards: boolean }): Promise<void> {
  const outbox = openBrowserOutbox(user);
  outboxes.delete(user);
  if (!discards) return outbox.pause();
  takeSavedOnPageHide(user);
  await outbox.clear();
}

/** The outbox of a user in this browser, opened at the first call, which sends what earlier pages left. Who signs users in and out pauses it. */
export function openBrowserOutbox(user: string): Outbox {
  const known = outboxes.get(user);
  if (known) return known;
  storage ??= createBrowserStorage();
  const newKey = () => crypto.randomUUID();
  const unstoredChanges = takeSavedOnPageHide(user);
  const place = () => window.location.pathname + window.location.search;
  const ownPage = { page: pageId, place, holdPage: holdPageLock, isPageOpen: isBrowserPageOpen, whenIdle };
  const outbox = new Outbox({
    user,
    storage,
    send: sendSave,
    withLock: withTabLock,
    newKey,
    unstoredChanges,
    ...ownPage,
  });
  outboxes.set(user, outbox);
  outbox.onEvent((event) => {
    if (event.kind === 'saved') broadcast({ kind: 'saved', user, id: event.id, fields: event.fields });
  });
  // In the bubble phase, after the fields have enqueued their text in the capture phase; and when the page is shown again, because
  // it has stored everything by then.
  const keep = () => saveOnPageHide(user, outbox.unstoredChanges());
  window.addEventListener('pagehide', () => {
    keep();
    broadcast({ kind: 'gone', user, page: pageId });
  });
  window.addEventListener('pageshow', keep);
  window.addEventListener('visibilitychange', keep);
  return outbox;
}

/** Messages between the tabs of this browser: values that were saved, a page that is closed. */
type TabMessage = { user: string } & (
  | { kind: 'saved'; id: string; fields: FieldsChange['fields'] }
  | { kind: 'gone'; page: string }
);
const tabs = new BroadcastChannel('formroom.outbox');
const broadcast = (word: TabMessage) => tabs.postMessage(word);
tabs.addEventListener('message', ({ data: word }: MessageEvent<TabMessage>) => {
  const outbox = outboxes.get(word.user);
  if (word.kind === 'saved') outbox?.savedInOtherTab(word.id, word.fields);
  else if (outbox) void outbox.storeForClosedPage(takeSavedOnPageHide(word.user, word.page));
});

/** Runs `act` after the frame that paints a key, within 300 ms. */
function whenIdle(act: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(act, { timeout: 300 });
  else setTimeout(act, 100);
}

/** Runs `act` under a Web Lock, which the browser releases when its tab closes or crashes. */
async function withTabLock(name: string, act: () => Promise<void>): Promise<void> {
  // Outside secure contexts there are no locks; idempotency keys still prevent a second write.
  const locks = navigator.locks as LockManager | null | undefined;
  await (locks ? locks.request(name, act) : act());
}

const subscribeToNothing = () => () => {};

/** The states of all pending records; renders again when they change. */
export function usePendingRecords(outbox: Outbox | null): readonly RecordState[] {
  useSyncExternalStore(outbox?.subscribe ?? subscribeToNothing, () => outbox?.version() ?? 0);
  return outbox?.states() ?? [];
}
