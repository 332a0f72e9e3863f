import { isStudentUserName } from '#shared/accounts/user-name.ts';
import { executeActionIf } from '../../../platform/table/action.ts';
import { whereUnchanged } from '../../../platform/table/expression.ts';
import { foldUserName } from '../../../sessions/accounts.ts';
import { toNetwork } from '../../../sessions/browser-and-network.ts';
import {
  AttemptsEntity,
  type AttemptsItem,
  type CountedAttempt,
  type TurnedAway,
  take,
  takeOfNetwork,
  toSignInTries,
  usedOf,
} from './attempt-counters.ts';
import {
  judgeNetwork,
  judgeTry,
  knownBrowserRule,
  networkPace,
  paceRuleOfStudents,
  type SignInPaceRule,
  strangerRule,
  studentNetworkPace,
} from './sign-in-pace.ts';

export interface SignInAttempt {
  userName: string;
  /** A browser in which this user has signed in before, or a session of this user; undefined for a stranger. */
  knownBy: string | undefined;
  address: string;
  now: Date;
  /** Whether the account has a second factor, asked only where the network is used up. */
  hasSecondFactor?: () => Promise<boolean>;
  /**
   * Whether the caller has shown to be the owner by a recovery code, asked only where strangers have used up the
   * account's tries.
   */
  hasRecoveryCode?: () => Promise<boolean>;
  /**
   * The counters as they were read with something else ({@link attemptCounterKeys}); without them they are read first.
   */
  counters?: AttemptCounters;
}

/** The counters of a try, as read; undefined where there is none yet. */
interface AttemptCounters {
  network: AttemptsItem | undefined;
  own: AttemptsItem | undefined;
}

export const toAccountAttemptsId = (userName: string): string => `account#${foldUserName(userName)}`;
export const toNetworkAttemptsId = (network: string): string => `network#${network}`;
/** Of links for parents. */
export const toLinkAttemptsId = (network: string): string => `network#links#${network}`;
/** Of students' accounts. */
export const toStudentNetworkAttemptsId = (network: string): string => `network#students#${network}`;
const ownWho = ({ userName, knownBy }: Pick<SignInAttempt, 'userName' | 'knownBy'>): string =>
  knownBy === undefined ? toAccountAttemptsId(userName) : `known#${knownBy}`;

/** The records of the counters of a try, to be read together with others. */
export const attemptCounterKeys = (attempt: Pick<SignInAttempt, 'userName' | 'knownBy' | 'address'>) => ({
  network: AttemptsEntity.key({ who: networkOf(attempt).who }),
  own: AttemptsEntity.key({ who: ownWho(attempt) }),
});

/**
 * Counts a try before the password is verified, so that concurrent tries cannot slip past. Tries that the limit of a
 * stranger's network refuses do not count against accounts, or one network could lock them all. Two requests for each
 * counter; where both were read already, one for each, side by side.
 */
export async function countAttempt(attempt: SignInAttempt): Promise<CountedAttempt | TurnedAway> {
  const { knownBy, now, counters } = attempt;
  if (knownBy !== undefined) {
    const rule = (stored: AttemptsItem | undefined) =>
      judgeTry(knownBrowserRule, stored && toSignInTries(stored), +now);
    return take(ownWho(attempt), now, rule, counters && { stored: counters.own });
  }
  const { who, pace } = networkOf(attempt);
  // The rule of a student's account follows from what its network has used up by then.
  const isOfStudent = isStudentUserName(attempt.userName);
  if (counters && !isOfStudent && judgeNetwork(usedOf(counters.network), +now, pace).is === 'admitted')
    return countBoth(attempt, counters);
  const network = await takeOfNetwork(who, now, pace);
  if ('seconds' in network) {
    if (!(await attempt.hasSecondFactor?.())) return network;
    const own = await takeOfAccount(attempt, strangerRule);
    return 'seconds' in own ? network : { ...own, isBeyondNetwork: network };
  }
  const rule = isOfStudent ? paceRuleOfStudents({ until: network.as.until ?? 0 }, +now) : strangerRule;
  return takeOfAccount(attempt, rule);
}

/**
 * Counts a stranger's try by network and account at once. Where the network's last try went to somebody else meanwhile,
 * the account gets its try back.
 */
async function countBoth(attempt: SignInAttempt, counters: AttemptCounters): Promise<CountedAttempt | TurnedAway> {
  const { who, pace } = networkOf(attempt);
  const [network, own] = await Promise.all([
    takeOfNetwork(who, attempt.now, pace, { stored: counters.network }),
    takeOfAccount(attempt, strangerRule),
  ]);
  if (!('seconds' in network) || 'seconds' in own) return own;
  if (await attempt.hasSecondFactor?.()) return { ...own, isBeyondNetwork: network };
  const isAsCounted = whereUnchanged(own.as, ['count', 'lastAt']);
  await executeActionIf(
    own.before ? AttemptsEntity.put(own.before, isAsCounted) : AttemptsEntity.delete({ who: own.who }, isAsCounted),
  );
  return network;
}

/**
 * Takes a try of an account in a browser that it does not know. Where strangers have used them up, a right password
 * must not be looked at: enough wrong ones would make the identity service rest the account, for its owner too. A
 * recovery code, which nobody guesses, is looked at first; with one the owner has the tries of a known browser.
 */
async function takeOfAccount(attempt: SignInAttempt, rule: SignInPaceRule): Promise<CountedAttempt | TurnedAway> {
  const { now, userName, counters } = attempt;
  const judge = (stored: AttemptsItem | undefined) => judgeTry(rule, stored && toSignInTries(stored), +now);
  const own = await take(ownWho(attempt), now, judge, counters && { stored: counters.own });
  if (!('seconds' in own) || own.isPause || !(await attempt.hasRecoveryCode?.())) return own;
  const owner = await take(`known#owner#${foldUserName(userName)}`, now, (stored) =>
    judgeTry(knownBrowserRule, stored && toSignInTries(stored), +now),
  );
  return 'seconds' in owner ? own : { ...owner, isBeyondStrangers: true };
}

/** The counter of a stranger's network, and its limit. */
function networkOf({ userName, address }: Pick<SignInAttempt, 'userName' | 'address'>) {
  const network = toNetwork(address);
  return isStudentUserName(userName)
    ? { who: toStudentNetworkAttemptsId(network), pace: studentNetworkPace }
    : { who: toNetworkAttemptsId(network), pace: networkPace };
}

/** After a right password: clears the tries of the account or browser, and gives a stranger's network this try back. */
export async function forgetAttempts(
  attempt: SignInAttempt,
  { who, as, isBeyondNetwork }: CountedAttempt,
): Promise<void> {
  const network = networkOf(attempt);
  await Promise.all([
    // A try that was counted meanwhile still counts.
    executeActionIf(AttemptsEntity.delete({ who }, whereUnchanged(as, ['count', 'lastAt']))),
    attempt.knownBy === undefined &&
      !isBeyondNetwork &&
      executeActionIf(AttemptsEntity.update({ who: network.who }, { add: { until: -network.pace.interval } })),
  ]);
}

/**
 * Extends the lock-out of strangers after a wrong password of a known browser, as the identity service resets its
 * counter only when nobody tries.
 */
export async function noteWrongPassword({ userName, knownBy, now }: SignInAttempt): Promise<void> {
  if (knownBy === undefined) return;
  await executeActionIf(
    AttemptsEntity.update({ who: toAccountAttemptsId(userName) }, { set: { lastAt: now.getTime() } }),
  );
}
