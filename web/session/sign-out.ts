import { authContract } from '#shared/accounts/auth/contract.ts';
import { call } from '../api/call.ts';
import { ApiError } from '../api/errors.ts';
import { onSessionEnded } from '../api/session-signals.ts';
import {
  markSessionExpired,
  rememberInterruption,
  type SessionInterruption,
  setExpiry,
} from './expiry/session-expiry.ts';
import { loadPage, reloadPage } from './page-loading.ts';
import { forgetLastUserName, forgetSignedInArea, readLastUserName } from './restore-session.ts';
import { currentSession } from './session.ts';
import { signInPages } from './site-paths.ts';
import { announceToTabs, onTabMessage } from './tabs.ts';
import { hasWorkOnlyOnPage } from './unsaved-work.ts';

/** How a user leaves. */
interface Leaving {
  /** The user confirmed to lose unsaved work. Otherwise unsaved work stays on the device. */
  discards: boolean;
}

/**
 * Receives the id of the user who leaves. May be asynchronous: the sign-out waits for it, and a failure does not stop
 * it.
 */
type LogoutListener = (userId: string, leaving: Leaving) => void | Promise<void>;
const logoutListeners = new Set<LogoutListener>();

/**
 * Calls back when the user presses Logout, to remove what a feature keeps on the device for that user (rule 10). It is
 * not called when a session runs out: what was typed then waits for the same user to come back. Returns the way to
 * stop.
 */
export function onLogout(listener: LogoutListener): () => void {
  logoutListeners.add(listener);
  return () => void logoutListeners.delete(listener);
}

/**
 * Signs out by Logout, and opens the sign-in page. Throws, and leaves the user signed in, when the server cannot be
 * reached: on a shared computer a session that only looks closed is worse than an error message.
 */
export async function logOut({ discards }: Leaving): Promise<void> {
  await endOnServer();
  announceToTabs({ kind: 'signed-out', reason: 'logout', discards });
  await leaveForGood({ discards });
}

/** Signs out after inactivity, whether or not the server can be reached: its own limit ends the session. */
export async function signOutForInactivity(): Promise<void> {
  await endOnServer().catch(() => undefined);
  announceToTabs({ kind: 'signed-out', reason: 'inactivity' });
  leaveOrWait('inactivity');
}

/** Follows what the server's 401 and the other tabs say about the session. Call once, when an area opens. */
export function watchSession(): () => void {
  const stops = [
    onSessionEnded(() => {
      if (currentSession()) markSessionExpired('ended');
    }),
    onTabMessage((message) => {
      if (message.kind === 'signed-out') {
        if (message.reason === 'logout') void leaveForGood(message);
        else leaveOrWait(message.reason);
      } else if (message.id === currentSession()?.id) {
        setExpiry(null);
      } else {
        reloadPage();
      }
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/**
 * product §4 opens the sign-in page. While something is typed that is on this page alone the page stays, covered, and
 * asks for the password there; everything else is on the device, and comes back with the same user.
 */
function leaveOrWait(reason: SessionInterruption['reason']): void {
  if (hasWorkOnlyOnPage()) markSessionExpired(reason);
  else interruptSession(reason);
}

/** Opens the sign-in page, which leads back here. */
export function interruptSession(reason: SessionInterruption['reason']): void {
  const session = currentSession();
  if (!session) return;
  rememberInterruption({
    reason,
    area: session.area,
    userName: findUserNameToAskPasswordFor(),
    returnTo: window.location.pathname + window.location.search,
  });
  loadPage(signInPages[session.area]);
}

/** The user name to ask the password for; empty when this tab does not know it. */
export function findUserNameToAskPasswordFor(): string {
  const session = currentSession();
  return readLastUserName() || (session?.area === 'staff' ? session.employee.user_name : '');
}

async function endOnServer(): Promise<void> {
  try {
    await call(authContract.logout, {});
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
  }
  forgetSignedInArea();
}

/** Removes the drafts of `drafts.ts`, whose cipher few pages load. */
export function clearDrafts(userId: string): void {
  for (const key of Object.keys(sessionStorage)) {
    const [kind = '', owner] = key.split('/');
    if (owner === userId && kind.endsWith('draft')) sessionStorage.removeItem(key);
  }
}

async function leaveForGood({ discards }: Leaving): Promise<void> {
  const session = currentSession();
  if (!session) return;
  clearDrafts(session.id);
  forgetLastUserName();
  await Promise.allSettled([...logoutListeners].map(async (listener) => listener(session.id, { discards })));
  loadPage(signInPages[session.area]);
}
