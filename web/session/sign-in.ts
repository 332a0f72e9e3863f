import { authContract } from '#shared/accounts/auth/contract.ts';
import type { Area } from '#shared/accounts/auth/session-limits.ts';
import { call } from '../api/call.ts';
import { NetworkError, parseApiError } from '../api/errors.ts';
import { fetchCsrfCookie } from '../api/request.ts';
import { forgetInterruption, readInterruption, setExpiry } from './expiry/session-expiry.ts';
import { refreshSession, rememberSignIn } from './restore-session.ts';
import { currentSession } from './session.ts';
import { homePages, takeRequestedAddress } from './site-paths.ts';
import { announceToTabs } from './tabs.ts';

export interface Credentials {
  name: string;
  password: string;
  /** Asked for where strangers have used up the tries of the account. */
  recovery_code?: string;
}

/**
 * Outcome of a sign-in: the page to open, the step of a new password (rule 17), or that of the second factor (ADR
 * 0089).
 */
export type SignInOutcome = { goTo: string; id: string } | NextSignInStep;
export type NextSignInStep = 'must-change-password' | SecondFactorStep;
/** The app's code, or the set-up of an app. */
export type SecondFactorStep = 'code' | 'set up';

let csrfCookie: Promise<void> | undefined;

/** Fetches the security cookie while the sign-in form is filled in, for the next {@link signIn}. */
export function fetchCsrfCookieAhead(): void {
  csrfCookie = requireCsrfCookie();
  csrfCookie.catch(() => undefined);
}

/**
 * Signs in to an area. `must-change-password`: no session yet, but five minutes for {@link changePassword}. Throws as
 * `call` does; a security cookie that cannot be had counts as no connection.
 */
export async function signIn(area: Area, credentials: Credentials): Promise<SignInOutcome> {
  // Consumed: a later sign-in belongs to another session, or to none.
  const fetched = csrfCookie;
  csrfCookie = undefined;
  await (fetched?.catch(requireCsrfCookie) ?? requireCsrfCookie());
  const answer =
    area === 'staff'
      ? await call(authContract.employeeLogin, credentials)
      : await call(authContract.adminLogin, credentials);
  if (answer.password_reset) return 'must-change-password';
  if (answer.second_factor !== 'none') return answer.second_factor;
  return finishSignIn({ area, id: 'id' in answer ? answer.id : answer.employee_id, userName: credentials.name });
}

/**
 * Signs in again under a page whose session expired. `here`: the same user is back, and the page goes on. Everybody
 * else gets a page of their own; what the first one typed stays on the device, and is not sent. Throws as
 * {@link signIn} does.
 */
export async function signInAgain(area: Area, credentials: Credentials): Promise<'here' | SignInOutcome> {
  const before = currentSession()?.id;
  const outcome = await signIn(area, credentials);
  if (typeof outcome === 'string' || outcome.id !== before) return outcome;
  // What the page may show, such as permissions, may have changed; without an answer it goes on with what it knew.
  await refreshSession(area).catch(() => undefined);
  setExpiry(null);
  return 'here';
}

/**
 * Third step of the sign-in: the new password opens the session, in whichever area the account belongs to, or leads to
 * the second factor.
 */
export async function changePassword({ name, password }: Credentials): Promise<{ goTo: string } | SecondFactorStep> {
  const { area, id, second_factor } = await call(authContract.changeOwnPassword, { name, password });
  if (second_factor !== 'none') return second_factor;
  return finishSignIn({ area, id, userName: name });
}

async function requireCsrfCookie(): Promise<void> {
  const response = await fetchCsrfCookie().catch((cause: unknown) => {
    throw new NetworkError(cause);
  });
  if (!response.ok) throw new NetworkError(await parseApiError(response));
}

/** Leads the same user back to where the last session was interrupted, and everybody else to the area's first page. */
export function finishSignIn({ area, id, userName }: { area: Area; id: string; userName: string }): {
  goTo: string;
  id: string;
} {
  const interruption = readInterruption(area);
  forgetInterruption();
  rememberSignIn({ area, userName });
  announceToTabs({ kind: 'signed-in', id });
  const asked = takeRequestedAddress(area);
  return { goTo: interruption?.userName === userName ? interruption.returnTo : (asked ?? homePages[area]), id };
}

/** The code after the password opens the session. Throws as `call` does: 409 once the step is over. */
export async function signInWithCode(
  userName: string,
  answer: { code: string; kind: 'app' | 'recovery'; trust_device: boolean },
): Promise<{ goTo: string; recoveryCodesLeft: number }> {
  const { area, id, recovery_codes_left } = await call(authContract.signInWithCode, answer);
  return { goTo: finishSignIn({ area, id, userName }).goTo, recoveryCodesLeft: recovery_codes_left };
}

/** The secret of the app that this sign-in has to set up. */
export const beginRequiredSecondFactor = () => call(authContract.beginDemandedSetUp, {});

/** The first code of the app opens the session. */
export async function confirmRequiredSecondFactor(
  userName: string,
  answer: { code: string; trust_device: boolean },
): Promise<{ goTo: string; recoveryCodes: string[] | null }> {
  const { area, id, recovery_codes } = await call(authContract.confirmDemandedSetUp, answer);
  return { goTo: finishSignIn({ area, id, userName }).goTo, recoveryCodes: recovery_codes };
}
