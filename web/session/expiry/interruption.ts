import type { Area } from '#shared/accounts/auth/session-limits.ts';

/** A session of this tab that ended without a press of Logout; the sign-in page takes up from here. */
export interface SessionInterruption {
  /** `ended`: the server said so, for its own reasons (absolute limit, reset password, a revoked account). */
  reason: 'inactivity' | 'ended';
  area: Area;
  /** The user name to ask the password for; empty when this tab does not know it. */
  userName: string;
  /** Where they were, path and query. */
  returnTo: string;
}

/** Kept by the tab, because the sign-in page is a new page. */
const storageKey = 'formroom.interruption';

export const rememberInterruption = (interruption: SessionInterruption): void =>
  sessionStorage.setItem(storageKey, JSON.stringify(interruption));

export const forgetInterruption = (): void => sessionStorage.removeItem(storageKey);

/** The interruption of that area's last session, or null. */
export function readInterruption(area: Area): SessionInterruption | null {
  const stored = sessionStorage.getItem(storageKey);
  const interruption = stored === null ? null : (JSON.parse(stored) as SessionInterruption);
  return interruption?.area === area ? interruption : null;
}
