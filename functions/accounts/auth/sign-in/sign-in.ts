import type * as z from 'zod/mini';
import { authContract } from '#shared/accounts/auth/contract.ts';
import type { nextSignInStep } from '#shared/accounts/auth/second-factor.ts';
import type { Area } from '#shared/accounts/auth/session-limits.ts';
import { isStudentUserName } from '#shared/accounts/user-name.ts';
import { authRefusals } from '#shared/accounts/wordings.ts';
import { NotSignedInError, ThrottledError } from '../../../platform/errors.ts';
import { provePassword } from '../../../platform/identity/passwords.ts';
import type { PasswordProof } from '../../../platform/identity/user-pool.ts';
import { callHandler, Reply, type RequestFacts } from '../../../platform/requests/call-handler.ts';
import { cookieNames, formatCookie } from '../../../platform/requests/cookies.ts';
import { readItems } from '../../../platform/table/table.ts';
import { recordAccessEvent } from '../../../sessions/access-events.ts';
import { confirmRole } from '../../../sessions/account-role.ts';
import {
  type AccountItem,
  findAccountByUserName,
  foldUserName,
  noteFirstUse,
  readAccountOfName,
  userNameKey,
} from '../../../sessions/accounts.ts';
import { deviceKey, isKnown } from '../../../sessions/devices.ts';
import { isOneTimePasswordOver } from '../../../sessions/identity-updates.ts';
import { hasRecoveryCode, readSecondFactor, secondFactorRule } from '../../../sessions/second-factor-record.ts';
import { areaOfRole } from '../../../sessions/sessions.ts';
import { recordStudentRefused } from '../../../sessions/student-access.ts';
import { studentOfAccount } from '../../../sessions/student-accounts.ts';
import { beginStep } from '../second-factor-step.ts';
import { openSessionWithCookies } from '../session-cookies.ts';
import type { CountedAttempt } from './attempt-counters.ts';
import { challengeMinutes, startChallenge } from './challenge.ts';
import { isTrustedDevice, readDeviceCookie, readKnownDevice } from './device-cookies.ts';
import {
  attemptCounterKeys,
  countAttempt,
  forgetAttempts,
  noteWrongPassword,
  type SignInAttempt,
} from './sign-in-attempts.ts';

export interface SignInAnswer {
  id: string;
  area: Area;
  password_reset: boolean;
  second_factor: OpenedSessionOrStep['second_factor'];
  cookies: string[];
}

/**
 * Checks a password and opens a session, the challenge of a forced password change, or the step of a second factor. An
 * account of another area than `area` is refused in the words of a wrong password (rules 15, 17, 18).
 */
export async function signIn({
  name,
  password,
  recovery_code: recoveryCode,
  area,
  request,
}: {
  name: string;
  password: string;
  recovery_code?: string | undefined;
  area: Area | 'any';
  request: RequestFacts;
}): Promise<SignInAnswer> {
  const { now, address } = request;
  const userName = foldUserName(name);
  const { device, name: nameRecord, counters } = await readBeforeTry(request, userName);
  const hasSecondFactor = async () => {
    const owner = await findAccountByUserName(userName);
    return owner !== undefined && (await readSecondFactor(owner.accountId)) !== undefined;
  };
  const hasOwnCode = async () => {
    const owner = recoveryCode === undefined ? undefined : await findAccountByUserName(userName);
    return owner !== undefined && (await hasRecoveryCode(owner.accountId, recoveryCode ?? ''));
  };
  const attempt = { userName, knownBy: device, address, now, hasSecondFactor, hasRecoveryCode: hasOwnCode, counters };
  const counted = await admitAttempt(attempt, request);
  // Cognito verifies names without an account too, so that the answer takes as long.
  const [proved, account] = await Promise.all([
    provePassword(userName, password),
    readAccountOfName(nameRecord, userName),
  ]);
  const { verdict } = proved;
  const isOver = verdict === 'must change' && account !== undefined && isOneTimePasswordOver(account, now);
  const isOpen = account && !account.isDisabled && account.identityDue === undefined && !isOver;
  const isWelcome = isOpen && account.role !== 'student' && (area === 'any' || areaOfRole(account.role) === area);
  if (verdict === 'wrong')
    await noteWrongPassword(counted.isBeyondStrangers ? { ...attempt, knownBy: counted.who } : attempt);
  if (counted.isBeyondNetwork && (verdict === 'wrong' || !isWelcome)) throw throttled(counted.isBeyondNetwork);
  if (verdict === 'wrong' || !isWelcome || (account.isUnused && !(await noteFirstUse(account)))) {
    await recordAccessEvent({ kind: 'refused', accountId: account?.accountId }, request);
    throw new NotSignedInError(authRefusals.wrongCredentials);
  }
  if (counted.isBeyondNetwork && verdict !== 'code due') throw throttled(counted.isBeyondNetwork);
  const answer = { id: account.accountId, area: areaOfRole(account.role) };
  if (verdict === 'must change') {
    await forgetAttempts(attempt, counted);
    await confirmRole(account, undefined, request);
    await recordAccessEvent({ kind: 'password due', accountId: account.accountId }, request);
    const secret = await startChallenge(account.accountId, password, now);
    return {
      ...answer,
      password_reset: true,
      second_factor: 'none',
      cookies: [formatCookie(cookieNames.challenge, secret, { seconds: challengeMinutes * 60 })],
    };
  }
  const [entered] = await Promise.all([
    openSessionOrStep(account, proved, { now, request, event: 'signed in' }),
    forgetAttempts(attempt, counted),
  ]);
  return { ...answer, password_reset: false, ...entered };
}

/** What a sign-in looks at before it counts the try. One request. */
async function readBeforeTry({ cookies, now, address }: RequestFacts, userName: string) {
  const device = await readDeviceCookie(cookies, userName);
  const ofStranger = attemptCounterKeys({ userName, knownBy: undefined, address });
  const ofDevice = attemptCounterKeys({ userName, knownBy: device, address });
  const { known, name, network, stranger, own } = await readItems({
    known: device === undefined ? [] : [deviceKey(userName, device)],
    name: userNameKey(userName),
    network: ofStranger.network,
    stranger: ofStranger.own,
    own: ofDevice.own,
  });
  const isDeviceOfUser = isKnown(known[0], now);
  return {
    device: isDeviceOfUser ? device : undefined,
    name,
    counters: { network, own: isDeviceOfUser ? own : stranger },
  };
}

/** Counts a try. @throws ThrottledError after too many tries; the first refusal is recorded as a lockout */
export async function admitAttempt(attempt: SignInAttempt, request: RequestFacts): Promise<CountedAttempt> {
  const counted = await countAttempt(attempt);
  if (!('seconds' in counted)) return counted;
  const { seconds, isFirst, isPause } = counted;
  if (isFirst) {
    const account = await findAccountByUserName(attempt.userName);
    if (isStudentUserName(attempt.userName)) {
      const studentId = account && studentOfAccount(account.accountId);
      await recordStudentRefused({ studentId, isLockedOut: true }, request);
    } else await recordAccessEvent({ kind: 'locked out', accountId: account?.accountId }, request);
  }
  throw throttled({ seconds, isPause });
}

const throttled = ({ seconds, isPause }: { seconds: number; isPause: boolean }) =>
  new ThrottledError(isPause ? authRefusals.waitSeconds(seconds) : authRefusals.tooManyTries, seconds);

export interface OpenedSessionOrStep {
  second_factor: z.output<typeof nextSignInStep>;
  cookies: string[];
}

/**
 * After a right password: opens a session, or begins the step that asks for a code or sets up an app (ADR 0089). Before
 * a code the role is not asked for: the code's token says it.
 * @param now the beginning of the session or the step
 * @param event recorded with the session, where one is opened
 */
export async function openSessionOrStep(
  account: AccountItem,
  { verdict, proof, groups }: PasswordProof,
  { now, request, event }: { now: Date; request: RequestFacts; event?: 'signed in' },
): Promise<OpenedSessionOrStep> {
  const step = await stepAfter(account, verdict, request);
  const { accountId } = account;
  if (step !== 'code') {
    const confirmed = await confirmRole(account, groups, request);
    if (step === 'none') {
      const [cookies] = await Promise.all([
        openSessionWithCookies(confirmed, { now, request }),
        event && recordAccessEvent({ kind: event, accountId }, request),
      ]);
      return { second_factor: step, cookies };
    }
  }
  if (proof === undefined) throw new Error('The identity store gave nothing to go on with');
  await recordAccessEvent({ kind: 'code due', accountId }, request);
  const purpose = step === 'code' ? 'code' : 'demanded set-up';
  return { second_factor: step, cookies: [await beginStep(account, { purpose, proof, now })] };
}

async function stepAfter(
  account: AccountItem,
  verdict: PasswordProof['verdict'],
  request: RequestFacts,
): Promise<OpenedSessionOrStep['second_factor']> {
  if (verdict !== 'code due') return secondFactorRule(account.role) === 'demanded' ? 'set up' : 'none';
  const [factor, device] = await Promise.all([
    readSecondFactor(account.accountId),
    readKnownDevice(request, account.userName),
  ]);
  const isTrusted = await isTrustedDevice(request.cookies, { account, device, factor, now: request.now });
  return isTrusted ? 'none' : 'code';
}

export const login = callHandler(authContract.login, {
  handle: async ({ input, request }) => {
    const { cookies, ...signedIn } = await signIn({ ...input, area: 'any', request });
    return new Reply(signedIn, cookies);
  },
});

export const employeeLogin = callHandler(authContract.employeeLogin, {
  handle: async ({ input, request }) => {
    const { cookies, id, password_reset, second_factor } = await signIn({ ...input, area: 'staff', request });
    return new Reply({ employee_id: id, password_reset, second_factor }, cookies);
  },
});

export const adminLogin = callHandler(authContract.adminLogin, {
  handle: async ({ input, request }) => {
    const { cookies, id, password_reset, second_factor } = await signIn({ ...input, area: 'admin', request });
    return new Reply({ id, password_reset, second_factor }, cookies);
  },
});
