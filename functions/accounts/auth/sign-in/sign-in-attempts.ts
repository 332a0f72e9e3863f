import { isStudentUserName } from '#shared/accounts/user-name.ts';
import { type Action, executeActionIf } from '../../../platform/table/action.ts';
import { entity } from '../../../platform/table/entity.ts';
import { atMost, whereUnchanged } from '../../../platform/table/expression.ts';
import { readItems } from '../../../platform/table/table.ts';
import { foldUserName } from '../../../sessions/accounts.ts';
import { toNetwork } from '../../../sessions/browser-and-network.ts';
import {
  allowedLinkTries,
  computeLatestNetworkUseForLinks,
  judgeNetwork,
  judgeTry,
  knownBrowserRule,
  linkNetworkPace,
  networkPace,
  type PaceVerdict,
  paceRuleOfStudents,
  type SignInPaceRule,
  type SignInTries,
  strangerRule,
  studentNetworkPace,
} from './sign-in-pace.ts';

/**
 * Tries of an account by strangers, of a known browser or session of it, and of a network (rule 18). Lockouts are in an index, for the
 * office.
 */
export interface AttemptsItem {
  /** `account#` and the folded user name, `known#` and the browser or session, or `network#` and the network. */
  who: string;
  /** Of accounts and known browsers: tries, and when the last one was admitted, in milliseconds since 1970. */
  count?: number | undefined;
  lastAt?: number | undefined;
  /** Of networks, in milliseconds since 1970. */
  until?: number | undefined;
  liftedUntil?: number | undefined;
  /** A rejection was recorded. */
  isNoted?: boolean | undefined;
  /** Both are set during a lockout; `wallOrder` is its beginning, UTC, and `who`: the order in which the office reads lockouts. */
  wall?: 'closed' | undefined;
  wallOrder?: string | undefined;
  expires: number;
}

export const AttemptsEntity = entity<AttemptsItem>()({
  name: 'attempts',
  pk: 'attempts#${who}',
  sk: 'attempts',
  indexes: {
    walls: { index: 'gsi1', pk: 'sign-ins-${wall}', sk: '${wallOrder}' },
  },
});

export const attemptsAttributes = ['count', 'lastAt', 'until', 'liftedUntil', 'isNoted'] as const;

export interface SignInAttempt {
  userName: string;
  /** A browser in which this user has signed in before, or a session of this user; undefined for a stranger. */
  knownBy: string | undefined;
  address: string;
  now: Date;
  /** Whether the account has a second factor, asked only where the network is used up. */
  hasSecondFactor?: () => Promise<boolean>;
  /** Whether the caller has shown to be the owner by a recovery code, asked only where strangers have used up the account's tries. */
  hasRecoveryCode?: () => Promise<boolean>;
}

/** `isFirst` for the first rejection; `isPause` where a wait of some seconds is enough. */
interface TurnedAway {
  seconds: number;
  isFirst: boolean;
  isPause: boolean;
}

/** The counter of a try and its stored value, to take the try back if the password was right. */
export interface CountedAttempt {
  who: string;
  as: Partial<AttemptsItem>;
  /** The network is used up, and the account has a second factor: nothing but a right password goes on from here, to the code. */
  isBeyondNetwork?: TurnedAway;
  /** Strangers have used up the account's tries: the owner went on by a recovery code. */
  isBeyondStrangers?: boolean;
}

export const toAccountAttemptsId = (userName: string): string => `account#${foldUserName(userName)}`;
export const toNetworkAttemptsId = (network: string): string => `network#${network}`;
/** Of links for parents. */
export const toLinkAttemptsId = (network: string): string => `network#links#${network}`;
/** Of students' accounts. */
export const toStudentNetworkAttemptsId = (network: string): string => `network#students#${network}`;
const ownWho = ({ userName, knownBy }: SignInAttempt): string =>
  knownBy === undefined ? toAccountAttemptsId(userName) : `known#${knownBy}`;

/**
 * Counts a try before the password is verified, so that concurrent tries cannot slip past. Strangers are counted by network first: tries
 * that the network limit refuses do not count against accounts, or one network could lock them all. Two requests for each counter.
 */
export async function countAttempt(attempt: SignInAttempt): Promise<CountedAttempt | TurnedAway> {
  const { knownBy, now } = attempt;
  if (knownBy !== undefined)
    return take(ownWho(attempt), now, (stored) => judgeTry(knownBrowserRule, stored && toSignInTries(stored), +now));
  const { who, pace } = networkOf(attempt);
  const network = await takeOfNetwork(who, now, pace);
  if ('seconds' in network) {
    if (!(await attempt.hasSecondFactor?.())) return network;
    const own = await takeOfAccount(attempt, strangerRule);
    return 'seconds' in own ? network : { ...own, isBeyondNetwork: network };
  }
  const rule = isStudentUserName(attempt.userName)
    ? paceRuleOfStudents({ until: network.as.until ?? 0 }, +now)
    : strangerRule;
  return takeOfAccount(attempt, rule);
}

/**
 * Takes a try of an account in a browser that it does not know. Where strangers have used them up, a right password must not be looked at: enough wrong
 * ones would make the identity service rest the account, for its owner too. A recovery code, which nobody guesses, is looked at first; with one
 * the owner has the tries of a known browser.
 */
async function takeOfAccount(attempt: SignInAttempt, rule: SignInPaceRule): Promise<CountedAttempt | TurnedAway> {
  const { now, userName } = attempt;
  const own = await take(ownWho(attempt), now, (stored) => judgeTry(rule, stored && toSignInTries(stored), +now));
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

/** The counter of wrong dates of birth that a network typed for links. */
export const linkAttemptsKey = (address: string) => AttemptsEntity.key({ who: toLinkAttemptsId(toNetwork(address)) });

/**
 * Judges a try of a link by the network, without counting it: a right date is none. `tries` is how many wrong dates the link may have had. `check` makes the
 * opening conditional on the network still having a try: of many dates that are sent at once, no more count than one after another.
 */
export async function judgeLinkAttempt(
  stored: AttemptsItem | undefined,
  { address, now }: { address: string; now: Date },
): Promise<{ tries: number; check: Action } | TurnedAway> {
  const who = toLinkAttemptsId(toNetwork(address));
  const verdict = judgeNetwork(usedOf(stored), +now, linkNetworkPace);
  if (verdict.is !== 'admitted')
    return turnAway({ who, stored, until: verdict.until, isPause: verdict.is === 'wait', now });
  const isLifted = (stored?.liftedUntil ?? 0) > +now;
  const check = AttemptsEntity.check(
    { who },
    isLifted
      ? { liftedUntil: stored?.liftedUntil }
      : [{ until: null }, { until: atMost(computeLatestNetworkUseForLinks(verdict.next, +now)) }],
  );
  return { tries: allowedLinkTries(verdict.next, +now), check };
}

/** Counts a wrong date of birth of a network. Two requests. Otherwise as `judgeLinkAttempt`: others may have used the network's tries meanwhile. */
export async function countLinkAttempt(address: string, now: Date): Promise<{ tries: number } | TurnedAway> {
  const who = toLinkAttemptsId(toNetwork(address));
  const network = await takeOfNetwork(who, now, linkNetworkPace);
  return 'seconds' in network ? network : { tries: allowedLinkTries({ until: network.as.until ?? 0 }, +now) };
}

/** After a right password: clears the tries of the account or browser, and gives a stranger's network this try back. */
export async function forgetAttempts(
  attempt: SignInAttempt,
  { who, as, isBeyondNetwork }: CountedAttempt,
): Promise<void> {
  // A try that was counted meanwhile still counts.
  await executeActionIf(AttemptsEntity.delete({ who }, whereUnchanged(as, ['count', 'lastAt'])));
  if (attempt.knownBy !== undefined || isBeyondNetwork) return;
  const network = networkOf(attempt);
  await executeActionIf(AttemptsEntity.update({ who: network.who }, { add: { until: -network.pace.interval } }));
}

/** Extends the lock-out of strangers after a wrong password of a known browser, as the identity service resets its counter only when nobody tries. */
export async function noteWrongPassword({ userName, knownBy, now }: SignInAttempt): Promise<void> {
  if (knownBy === undefined) return;
  await executeActionIf(
    AttemptsEntity.update({ who: toAccountAttemptsId(userName) }, { set: { lastAt: now.getTime() } }),
  );
}

/** Retries of the optimistic lock on a counter. */
const rounds = 16;

async function take<T extends object>(
  who: string,
  now: Date,
  judge: (stored: AttemptsItem | undefined) => PaceVerdict<T>,
): Promise<CountedAttempt | TurnedAway> {
  for (let round = 0; round < rounds; round += 1) {
    const { stored } = await readItems({ stored: AttemptsEntity.key({ who }) });
    const verdict = judge(stored);
    if (verdict.is !== 'admitted')
      return turnAway({ who, stored, until: verdict.until, isPause: verdict.is === 'wait', now });
    const isTaken = await executeActionIf(
      AttemptsEntity.put(
        { who, ...verdict.next, expires: expiryOfAttempts(now) },
        whereUnchanged(stored, attemptsAttributes),
      ),
    );
    if (isTaken) return { who, as: verdict.next };
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 10));
  }
  return { seconds: 1, isFirst: false, isPause: true };
}

/** Takes a try of a network. Those that come at once add up without waiting for each other: no right password is refused because of the crowd. */
async function takeOfNetwork(who: string, now: Date, pace: typeof networkPace): Promise<CountedAttempt | TurnedAway> {
  for (let round = 0; round < rounds; round += 1) {
    const { stored } = await readItems({ stored: AttemptsEntity.key({ who }) });
    const verdict = judgeNetwork(usedOf(stored), +now, pace);
    if (verdict.is !== 'admitted')
      return turnAway({ who, stored, until: verdict.until, isPause: verdict.is === 'wait', now });
    const { until } = verdict.next;
    const isAdded = stored?.until !== undefined && until === stored.until + pace.interval;
    const isLifted = (stored?.liftedUntil ?? 0) > +now;
    const action = isAdded
      ? AttemptsEntity.update(
          { who },
          {
            ...{ add: { until: pace.interval }, set: { expires: expiryOfAttempts(now) } },
            where: isLifted
              ? { liftedUntil: stored.liftedUntil }
              : { until: atMost(+now + (pace.burst - 1) * pace.interval) },
          },
        )
      : AttemptsEntity.put(
          { who, ...verdict.next, expires: expiryOfAttempts(now) },
          whereUnchanged(stored, attemptsAttributes),
        );
    if (await executeActionIf(action)) return { who, as: verdict.next };
  }
  return { seconds: 1, isFirst: false, isPause: true };
}

/** Rejects a try. The first rejection is recorded, and shown to the office unless the browser is known; the pause of an account is not. */
async function turnAway({
  who,
  stored,
  until,
  isPause,
  now,
}: {
  who: string;
  stored: AttemptsItem | undefined;
  until: number;
  isPause: boolean;
  now: Date;
}): Promise<TurnedAway> {
  const away = { seconds: Math.max(1, Math.ceil((until - now.getTime()) / 1000)), isPause };
  const isOfAccount = !who.startsWith('network#');
  if (stored?.isNoted || (isPause && isOfAccount)) return { ...away, isFirst: false };
  const shown = who.startsWith('known#') ? {} : { wall: 'closed' as const, wallOrder: `${now.toISOString()}#${who}` };
  const seen = { who, wall: stored?.wall, wallOrder: stored?.wallOrder };
  const isFirst = await executeActionIf(
    AttemptsEntity.change(seen, { set: { isNoted: true, ...shown }, where: { isNoted: null } }),
  );
  return { ...away, isFirst };
}

export const toSignInTries = ({ count = 0, lastAt = 0 }: Partial<AttemptsItem>): SignInTries => ({ count, lastAt });

/** What a network has used up, with the fields of its lockout, which stay while it lasts. */
const usedOf = (stored: AttemptsItem | undefined) => {
  if (!stored) return undefined;
  const { until = 0, liftedUntil, isNoted, wall, wallOrder } = stored;
  return { until, liftedUntil, ...(wall ? { isNoted, wall, wallOrder } : {}) };
};

/** A day after the last change: longer than any lockout. Seconds since 1970. */
export const expiryOfAttempts = (now: Date): number => Math.ceil(now.getTime() / 1000) + 86_400;
