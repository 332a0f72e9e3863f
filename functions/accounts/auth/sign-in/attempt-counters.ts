import { executeActionIf } from '../../../platform/table/action.ts';
import { entity } from '../../../platform/table/entity.ts';
import { atMost, whereUnchanged } from '../../../platform/table/expression.ts';
import { readItems } from '../../../platform/table/table.ts';
import { judgeNetwork, type networkPace, type PaceVerdict, type SignInTries } from './sign-in-pace.ts';

/**
 * Tries of an account by strangers, of a known browser or session of it, and of a network (rule 18). Lockouts are in an
 * index, for the office.
 *
 * @secret tries of signing in
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
  /**
   * Both are set during a lockout; `wallOrder` is its beginning, UTC, and `who`: the order in which the office reads
   * lockouts.
   */
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

/** `isFirst` for the first rejection; `isPause` where a wait of some seconds is enough. */
export interface TurnedAway {
  seconds: number;
  isFirst: boolean;
  isPause: boolean;
}

/**
 * The counter of a try and its stored value, to take the try back if the password was right; `before` is what the
 * counter was.
 */
export interface CountedAttempt {
  who: string;
  as: Partial<AttemptsItem>;
  before: AttemptsItem | undefined;
  /**
   * The network is used up, and the account has a second factor: nothing but a right password goes on from here, to the
   * code.
   */
  isBeyondNetwork?: TurnedAway;
  /** Strangers have used up the account's tries: the owner went on by a recovery code. */
  isBeyondStrangers?: boolean;
}

/** Retries of the optimistic lock on a counter. */
const rounds = 16;

/** A counter that was read before, which may not exist. */
export interface ReadCounter {
  stored: AttemptsItem | undefined;
}

const readCounter = async (who: string, read: ReadCounter | undefined): Promise<AttemptsItem | undefined> =>
  (read ?? (await readItems({ stored: AttemptsEntity.key({ who }) }))).stored;

export async function take<T extends object>(
  who: string,
  now: Date,
  judge: (stored: AttemptsItem | undefined) => PaceVerdict<T>,
  read?: ReadCounter,
): Promise<CountedAttempt | TurnedAway> {
  for (let round = 0; round < rounds; round += 1) {
    const stored = await readCounter(who, round === 0 ? read : undefined);
    const verdict = judge(stored);
    if (verdict.is !== 'admitted')
      return turnAway({ who, stored, until: verdict.until, isPause: verdict.is === 'wait', now });
    const isTaken = await executeActionIf(
      AttemptsEntity.put(
        { who, ...verdict.next, expires: expiryOfAttempts(now) },
        whereUnchanged(stored, attemptsAttributes),
      ),
    );
    if (isTaken) return { who, as: verdict.next, before: stored };
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 10));
  }
  return { seconds: 1, isFirst: false, isPause: true };
}

/**
 * Takes a try of a network. Those that come at once add up without waiting for each other: no right password is refused
 * because of the crowd.
 */
export async function takeOfNetwork(
  who: string,
  now: Date,
  pace: typeof networkPace,
  read?: ReadCounter,
): Promise<CountedAttempt | TurnedAway> {
  for (let round = 0; round < rounds; round += 1) {
    const stored = await readCounter(who, round === 0 ? read : undefined);
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
            add: { until: pace.interval },
            set: { expires: expiryOfAttempts(now) },
            where: isLifted
              ? { liftedUntil: stored.liftedUntil }
              : { until: atMost(+now + (pace.burst - 1) * pace.interval) },
          },
        )
      : AttemptsEntity.put(
          { who, ...verdict.next, expires: expiryOfAttempts(now) },
          whereUnchanged(stored, attemptsAttributes),
        );
    if (await executeActionIf(action)) return { who, as: verdict.next, before: stored };
  }
  return { seconds: 1, isFirst: false, isPause: true };
}

/**
 * Rejects a try. The first rejection is recorded, and shown to the office unless the browser is known; the pause of an
 * account is not.
 */
export async function turnAway({
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
export const usedOf = (stored: AttemptsItem | undefined) => {
  if (!stored) return undefined;
  const { until = 0, liftedUntil, isNoted, wall, wallOrder } = stored;
  return { until, liftedUntil, ...(wall ? { isNoted, wall, wallOrder } : {}) };
};

/** A day after the last change: longer than any lockout. Seconds since 1970. */
export const expiryOfAttempts = (now: Date): number => Math.ceil(now.getTime() / 1000) + 86_400;
