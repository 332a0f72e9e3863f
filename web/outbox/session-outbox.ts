import { useCallback, useEffect } from 'react';
import { currentExpiry, onExpiryChange } from '../session/expiry/session-expiry.ts';
import { currentSession, onSessionChange, useSession } from '../session/session.ts';
import { onLogout } from '../session/sign-out.ts';
import { closeOutboxOf, listOpenedOutboxes, type OutboxOwner, openBrowserOutbox } from './browser-outbox.ts';
import type { Outbox } from './outbox.ts';

/**
 * The outbox of a user of an area. It sends while that user is signed in, pauses while the session is interrupted, and
 * is emptied at a Logout that discards unsaved values.
 */
export const openOutboxOf = (user: string): Outbox => openBrowserOutbox(ownerOf(user));

/** With the key that the server answered with the session. */
function ownerOf(user: string): OutboxOwner {
  const session = currentSession();
  return { user, key: session?.id === user ? session.outboxKey : undefined };
}

/** The user whose values may be sent now; undefined while nobody is signed in. */
const signedInUser = (): string | undefined => (currentExpiry() ? undefined : currentSession()?.id);

function pauseOrResume(): void {
  const user = signedInUser();
  for (const outbox of listOpenedOutboxes()) {
    if (outbox.user === user) void outbox.resume();
    else outbox.pause();
  }
}
onSessionChange(pauseOrResume);
onExpiryChange(pauseOrResume);

onLogout((user, leaving) => closeOutboxOf(ownerOf(user), leaving));

/** Sends now: the connection or the user is back. */
function wake(): void {
  const user = signedInUser();
  if (user === undefined || document.visibilityState !== 'visible') return;
  void listOpenedOutboxes()
    .find((outbox) => outbox.user === user)
    ?.wake();
}

/**
 * The signed-in user's outbox, woken when the connection or the page comes back. Use once a shell. Null for a visitor.
 */
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
  return user === undefined ? null : openOutboxOf(user);
}

/**
 * Keeps the draft of a field outside a grid on the device. Call the result with each key, with what the field does when
 * it is left; with null when the user has stopped typing.
 */
export function useTypingDraft(): (leave: (() => void) | null) => void {
  const user = useSession()?.id;
  return useCallback(
    (leave) => {
      const outbox = user === undefined ? null : openOutboxOf(user);
      outbox?.typing(leave && (() => outbox.capture(leave)));
    },
    [user],
  );
}
