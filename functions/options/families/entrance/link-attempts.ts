import {
  AttemptsEntity,
  type AttemptsItem,
  type TurnedAway,
  takeOfNetwork,
  turnAway,
  usedOf,
} from '../../../accounts/auth/sign-in/attempt-counters.ts';
import { toLinkAttemptsId } from '../../../accounts/auth/sign-in/sign-in-attempts.ts';
import { judgeNetwork } from '../../../accounts/auth/sign-in/sign-in-pace.ts';
import type { Action } from '../../../platform/table/action.ts';
import { atMost } from '../../../platform/table/expression.ts';
import { toNetwork } from '../../../sessions/browser-and-network.ts';
import { allowedLinkTries, computeLatestNetworkUseForLinks, linkNetworkPace } from './link-pace.ts';

/** The counter of wrong dates of birth that a network typed for links. */
export const linkAttemptsKey = (address: string) => AttemptsEntity.key({ who: toLinkAttemptsId(toNetwork(address)) });

/**
 * Judges a try of a link by the network, without counting it: a right date is none. `tries` is how many wrong dates the
 * link may have had. `check` makes the opening conditional on the network still having a try: of many dates that are
 * sent at once, no more count than one after another.
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

/**
 * Counts a wrong date of birth of a network. Two requests. Otherwise as `judgeLinkAttempt`: others may have used the
 * network's tries meanwhile.
 */
export async function countLinkAttempt(address: string, now: Date): Promise<{ tries: number } | TurnedAway> {
  const who = toLinkAttemptsId(toNetwork(address));
  const network = await takeOfNetwork(who, now, linkNetworkPace);
  return 'seconds' in network ? network : { tries: allowedLinkTries({ until: network.as.until ?? 0 }, +now) };
}
