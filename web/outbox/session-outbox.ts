import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { currentSession, onSessionChange, useSession } from '../session/session.ts';
import { currentExpiry, onExpiryChange } from '../session/session-expiry.ts';
import { onLogout } from '../session/sign-out.ts';
import { collectLastMoment, keepLastMoment, page } from './device/last-moment.ts';
import { holdPage, isPageOpen } from './device/open-pages.ts';
import { browserStorage, type OutboxStorage } from './device/storage.ts';
import { Outbox } from './outbox.ts';
import type { RecordState } from './record-state.ts';
import { sendSave } from './save-kind.ts';
import type { Change } from './waiting.ts';

const outboxes = new Map<string, Outbox>();
let storage: OutboxStorage | undefined;

/**
 * The outbox of a user, opened at the first call: what waited from before is then sent. It sends while that user is signed
 * in, waits while the session is interrupted, and is emptied at a Logout that gives up what is not saved.
 */
export function outboxOf(user: string): Outbox {
  const known = outboxes.get(user);
  if (known) return known;
  storage ??= browserStorage();
  const newKey = () => crypto.randomUUID();
  const left = collectLastMoment(user);
  const place = () => window.location.pathname + window.location.search;
  const ownPage = { page, place, holdPage, isPageOpen, later: whenNothingIsUrgent };
  const outbox = new Outbox({ user, storage, send: sendSave, alone: aloneAmongTabs, newKey, left, ...ownPage });
  outboxes.set(user, outbox);
  outbox.onEvent((event) => {
    if (event.kind === 'saved') tell({ kind: 'saved', user, id: event.id, fields: event.fields });
  });
  // On the way out, after the fields have handed over what was being typed (they listen on the way in); and when the page
  // is seen again, for then it has stored everything itself.
  const keep = () => keepLastMoment(user, outbox.unstored());
  window.addEventListener('pagehide', () => {
    keep();
    tell({ kind: 'gone', user, page });
  });
  window.addEventListener('pageshow', keep);
  window.addEventListener('visibilitychange', keep);
  return outbox;
}

/** What the tabs of this browser tell one another: what each has saved, and that it goes away. */
type Word = { user: string } & (
  | { kind: 'saved'; id: string; fields: Change['fields'] }
  | { kind: 'gone'; page: string }
);
const tabs = new BroadcastChannel('formroom.outbox');
const tell = (word: Word) => tabs.postMessage(word);
tabs.addEventListener('message', ({ data: word }: MessageEvent<Word>) => {
  const outbox = outboxes.get(word.user);
  if (word.kind === 'saved') outbox?.savedInOtherTab(word.id, word.fields);
  else if (outbox) void outbox.takeOver(collectLastMoment(word.user, word.page));
});

/** After the frame that shows a key, and soon. */
function whenNothingIsUrgent(act: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(act, { timeout: 300 });
  else setTimeout(act, 100);
}

/** A Web Lock: it is let go when its tab closes, whatever happens there. */
async function aloneAmongTabs(name: string, act: () => Promise<void>): Promise<void> {
  // Outside secure contexts there are no locks; the idempotency keys still keep a value from being applied twice.
  const locks = navigator.locks as LockManager | null | undefined;
  await (locks ? locks.request(name, act) : act());
}

/** The user whose values may be sent now; undefined while nobody is signed in. */
const sender = (): string | undefined => (currentExpiry() ? undefined : currentSession()?.id);

function followSender(): void {
  const user = sender();
  for (const outbox of outboxes.values()) {
    if (outbox.user === user) void outbox.resume();
    else outbox.pause();
  }
}
onSessionChange(followSender);
onExpiryChange(followSender);

onLogout(async (user, { discards }) => {
  const outbox = outboxOf(user);
  outboxes.delete(user);
  if (!discards) return outbox.pause();
  collectLastMoment(user);
  await outbox.clear();
});

/** Looks for what may be sent now: the connection is back, or the user is. */
function wake(): void {
  const user = sender();
  if (user !== undefined && document.visibilityState === 'visible') void outboxes.get(user)?.wake();
}

/** Opens the signed-in user's outbox and keeps it awake; once a shell. Null for a visitor. */
export function useSessionOutbox(): Outbox | null {
  const user = useSession()?.id;
  useEffect(() => {
    window.addEventListener('online', wake);
    document.addEventListener('visibilitychange', wake);
    return () => {
      window.removeEventListener('online', wake);
      document.removeEventListener('visibilitychange', wake);
    };
  }, []);
  return user === undefined ? null : outboxOf(user);
}

const neverChanges = () => () => {};

/** Everything that waits, kept up to date. */
export function useWaiting(outbox: Outbox | null): readonly RecordState[] {
  useSyncExternalStore(outbox?.subscribe ?? neverChanges, () => outbox?.version() ?? 0);
  return outbox?.states() ?? [];
}

/**
 * For a field outside a grid that hands its value over when it is left: told with each key what it would do then, and null
 * when nothing is being typed any more. What is in the field then survives the browser.
 */
export function useTyping(): (leave: (() => void) | null) => void {
  const user = useSession()?.id;
  return useCallback(
    (leave) => {
      const outbox = user === undefined ? null : outboxOf(user);
      outbox?.typing(leave && (() => outbox.capture(leave)));
    },
    [user],
  );
}
