/**
 * How fast passwords may be tried; pure. The identity service rests an account for one second after five wrong
 * passwords, and twice as long after each further one, up to a quarter of an hour; it forgets them after fifteen
 * minutes without a wrong one. So strangers have four tries, and no more until it has forgotten them: they can never
 * make it rest an account (ADR 0085).
 */

const second = 1000;
const minute = 60 * second;

/** Milliseconds without an admitted try after which tries are forgotten: longer than the identity service takes. */
const quiet = 16 * minute;

/** Tries of one account by strangers, or of one known browser. Times are milliseconds since 1970. */
export interface SignInTries {
  count: number;
  lastAt: number;
}

export interface SignInPaceRule {
  tries: number;
  /**
   * Milliseconds between a try and the one before: for the second try, the third and so on; 0 beyond the end of the
   * list.
   */
  pauses: readonly number[];
}

export const strangerRule: SignInPaceRule = { tries: 4, pauses: [0, 0, 8 * second] };
/** A browser in which this user has signed in before, or a session of this user. */
export const knownBrowserRule: SignInPaceRule = { tries: 10, pauses: [] };

/** `wait` is for some seconds, `refused` until the tries are forgotten; both say when the next try may come. */
export type PaceVerdict<T> = { is: 'admitted'; next: T } | { is: 'wait' | 'refused'; until: number };

/** Whether one more try of an account is admitted, and the count to store then. */
export function judgeTry(
  { tries, pauses }: SignInPaceRule,
  stored: SignInTries | undefined,
  now: number,
): PaceVerdict<SignInTries> {
  if (!stored || isForgotten(stored, now)) return { is: 'admitted', next: { count: 1, lastAt: now } };
  const { count, lastAt } = stored;
  if (count >= tries) return { is: 'refused', until: lastAt + quiet };
  const earliest = lastAt + (pauses[count - 1] ?? 0);
  if (now < earliest) return { is: 'wait', until: earliest };
  return { is: 'admitted', next: { count: count + 1, lastAt: now } };
}

const isForgotten = ({ lastAt }: Pick<SignInTries, 'lastAt'>, now: number): boolean => Math.abs(now - lastAt) >= quiet;

/**
 * Tries of strangers after the office has allowed two more. The time stays: the identity service has not forgotten the
 * earlier ones.
 */
export const triesAfterLift = ({ count, lastAt }: SignInTries): SignInTries => ({
  count: Math.min(count, strangerRule.tries - 2),
  lastAt,
});

/** Milliseconds for which the office lifts the limit of a network. */
export const networkLiftMilliseconds = 60 * minute;

/**
 * Wrong tries of strangers in a network: `burst` at once, then one every `interval` milliseconds. Tries count until
 * their password was right: at eight in the morning sixty teachers behind one address sign in within a second.
 */
export const networkPace = { burst: 100, interval: 5 * second };

/**
 * The same of students' accounts, counted apart so that students keep no teacher out: a thousand of them may be behind
 * one address, and every tenth types a wrong password.
 */
export const studentNetworkPace = { burst: 600, interval: second };

/**
 * Wrong tries of students' accounts in a network from which on strangers there have two tries of an account, as
 * somebody may be going through a class.
 */
const spreadFrom = 60;
const spreadRule: SignInPaceRule = { tries: 2, pauses: [] };

/** The rule for a student's account, by what strangers of the network have used up. */
export const paceRuleOfStudents = ({ until }: NetworkUse, now: number): SignInPaceRule =>
  until - now > spreadFrom * studentNetworkPace.interval ? spreadRule : strangerRule;

/** What strangers of a network have used up. */
export interface NetworkUse {
  /** When nothing is used up any more. */
  until: number;
  /** The end of a lift by the office. */
  liftedUntil?: number | undefined;
}

/**
 * Whether a stranger of a network may try, and what is used up then. Other fields are dropped once nothing is used up.
 */
export function judgeNetwork<U extends NetworkUse>(
  stored: U | undefined,
  now: number,
  { burst, interval } = networkPace,
): PaceVerdict<NetworkUse> {
  const isInUse = stored !== undefined && stored.until > now;
  // Never further ahead than a full burst, so that a wrong clock locks nothing for long.
  const from = isInUse ? Math.min(stored.until, now + burst * interval) : now;
  const isLifted = (stored?.liftedUntil ?? 0) > now;
  const earliest = from - (burst - 1) * interval;
  if (now < earliest && !isLifted) return { is: 'wait', until: earliest };
  const kept = isInUse ? stored : { liftedUntil: stored?.liftedUntil };
  return { is: 'admitted', next: { ...kept, until: from + interval } };
}
