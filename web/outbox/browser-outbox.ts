import { useSyncExternalStore } from 'react';
import { createDeviceCipher, type DeviceCipher } from './device/device-cipher.ts';
import { holdPageLock, isBrowserPageOpen } from './device/open-pages.ts';
import { pageId, saveOnPageHide, takeSavedOnPageHide } from './device/page-hide-storage.ts';
import { createBrowserStorage } from './device/storage.ts';
import { Outbox } from './outbox.ts';
import type { FieldsChange } from './pending-record.ts';
import { sendSave } from './save-kind.ts';
import type { RecordState } from './save-status.ts';

/** Whose outbox it is, and the key that encrypts it (rule 67). */
export interface OutboxOwner {
  user: string;
  /** The server answers it to the account. Undefined where nobody is signed in: nothing is kept on the device. */
  key: string | undefined;
}

interface OpenedOutbox {
  outbox: Outbox;
  cipher: DeviceCipher | undefined;
}

const outboxes = new Map<string, OpenedOutbox>();

/** The outboxes that this page has opened. */
export const listOpenedOutboxes = (): Outbox[] => [...outboxes.values()].map(({ outbox }) => outbox);

/** Removes the outbox of a user who leaves, and everything that is kept for that user where it is to be discarded. */
export async function closeOutboxOf(owner: OutboxOwner, { discards }: { discards: boolean }): Promise<void> {
  const { user } = owner;
  const outbox = openBrowserOutbox(owner);
  const cipher = outboxes.get(user)?.cipher;
  outboxes.delete(user);
  if (!discards) return outbox.pause();
  takeSavedOnPageHide(user, cipher);
  await outbox.clear();
}

/**
 * The outbox of a user in this browser, opened at the first call, which sends what earlier pages left. Who signs users
 * in and out pauses it.
 */
export function openBrowserOutbox({ user, key }: OutboxOwner): Outbox {
  const known = outboxes.get(user);
  if (known) return known.outbox;
  const cipher = key === undefined ? undefined : createDeviceCipher(key);
  const newKey = () => crypto.randomUUID();
  const unstoredChanges = takeSavedOnPageHide(user, cipher);
  const place = () => window.location.pathname + window.location.search;
  const ownPage = { page: pageId, place, holdPage: holdPageLock, isPageOpen: isBrowserPageOpen, whenIdle };
  const outbox = new Outbox({
    user,
    storage: createBrowserStorage(cipher),
    send: sendSave,
    withLock: withTabLock,
    newKey,
    unstoredChanges,
    ...ownPage,
  });
  outboxes.set(user, { outbox, cipher });
  outbox.onEvent((event) => {
    if (event.kind === 'saved') broadcast({ kind: 'saved', user, id: event.id, fields: event.fields });
  });
  // In the bubble phase, after the fields have enqueued their text in the capture phase; and when the page is shown
  // again, because it has stored everything by then.
  const keep = () => saveOnPageHide(user, outbox.unstoredChanges(), cipher);
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
  const opened = outboxes.get(word.user);
  if (word.kind === 'saved') opened?.outbox.savedInOtherTab(word.id, word.fields);
  else if (opened) void opened.outbox.storeForClosedPage(takeSavedOnPageHide(word.user, opened.cipher, word.page));
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
