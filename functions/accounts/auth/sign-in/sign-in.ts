import type { Area } from '#shared/accounts/auth/inactivity.ts';
import { authMessages } from '#shared/accounts/auth/messages.ts';
import { NotSignedInError, ThrottledError } from '../../../platform/errors.ts';
import { provePassword } from '../../../platform/identity/passwords.ts';
import type { RequestFacts } from '../../../platform/requests/call-handler.ts';
import { challengeCookieName, cookie } from '../../../platform/requests/cookies.ts';
import { noteAccess } from '../../../sessions/access-events.ts';
import { accountByUserName, foldUserName, noteFirstUse } from '../../../sessions/accounts.ts';
import { areaOf } from '../../../sessions/sessions.ts';
import { type Entered, enter } from '../second-factor/enter.ts';
import { type Attempt, type Counted, countAttempt, forgetAttempts, noteWrong } from './attempts.ts';
import { challengeMinutes, newChallenge } from './challenge.ts';
import { knownDevice } from './known-device.ts';

export interface SignedIn {
  id: string;
  area: Area;
  password_reset: boolean;
  second_factor: Entered['second_factor'];
  cookies: string[];
}

/**
 * Checks a password and opens a session, the challenge of a forced password change, or the step of a second factor. `area` is the area whose accounts
 * may enter here; another area's account is refused in the words of a wrong password (rules 15, 17, 18).
 */
export async function signIn({
  name,
  password,
  area,
  request,
}: {
  name: string;
  password: string;
  area: Area | 'any';
  request: RequestFacts;
}): Promise<SignedIn> {
  const { now, address } = request;
  const userName = foldUserName(name);
  const device = await knownDevice(request, userName);
  const attempt = { userName, knownBy: device, address, now };
  const counted = await admitAttempt(attempt, request);
  // Cognito is asked even for names that no account has, so that the answer takes as long.
  const [proved, account] = await Promise.all([provePassword(userName, password), accountByUserName(userName)]);
  const { verdict } = proved;
  const isOpen = account && !account.isDisabled && account.identityDue === undefined;
  const isWelcome = isOpen && (area === 'any' || areaOf(account.role) === area);
  if (verdict === 'wrong') await noteWrong(attempt);
  if (verdict === 'wrong' || !isWelcome || (account.isUnused && !(await noteFirstUse(account)))) {
    await noteAccess({ kind: 'refused', accountId: account?.accountId }, request);
    throw new NotSignedInError(authMessages.wrongCredentials);
  }
  await forgetAttempts(attempt, counted);
  const answer = { id: account.accountId, area: areaOf(account.role) };
  if (verdict === 'must change') {
    await noteAccess({ kind: 'password due', accountId: account.accountId }, request);
    const secret = await newChallenge(account.accountId, password, now);
    return {
      ...answer,
      password_reset: true,
      second_factor: 'none',
      cookies: [cookie(challengeCookieName, secret, { seconds: challengeMinutes * 60 })],
    };
  }
  const entered = await enter(account, proved, { now, request });
  if (entered.second_factor === 'none') {
    await noteAccess({ kind: 'signed in', accountId: account.accountId }, request);
  }
  return { ...answer, password_reset: false, ...entered };
}

/** Counts a try. @throws ThrottledError where there were too many; the first one is kept as a lock-out */
export async function admitAttempt(attempt: Attempt, request: RequestFacts): Promise<Counted> {
  const counted = await countAttempt(attempt);
  if (!('seconds' in counted)) return counted;
  const { seconds, isFirst, isPause } = counted;
  if (isFirst) {
    const account = await accountByUserName(attempt.userName);
    await noteAccess({ kind: 'locked out', accountId: account?.accountId }, request);
  }
  throw new ThrottledError(isPause ? authMessages.waitSeconds(seconds) : authMessages.tooManyTries, seconds);
}
