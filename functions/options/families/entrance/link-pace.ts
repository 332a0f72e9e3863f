import { linkLimits } from '#shared/options/families/wordings.ts';
import type { NetworkUse } from '../../../accounts/auth/sign-in/sign-in-pace.ts';

/** How fast dates of birth of links may be tried (rule 56); pure. Milliseconds. */

/**
 * Wrong dates of birth of links in a network: the families of a school may be behind one address on the evening of the
 * posting.
 */
export const linkNetworkPace = { burst: 120, interval: 10_000 };

/**
 * Wrong dates in a network from which on a link takes fewer over its whole life, as somebody may be going through a
 * class's slips.
 */
const spreadLinksFrom = 30;
const triesWhenSpread = 3;

/** How many wrong dates a link may have had for one more try from a network. */
export const allowedLinkTries = ({ until }: NetworkUse, now: number): number =>
  until - now > spreadLinksFrom * linkNetworkPace.interval ? triesWhenSpread : linkLimits.tries;

/**
 * Until when a network may have used up its tries so that one more of a link is judged as `next` was. Milliseconds
 * since 1970.
 */
export const computeLatestNetworkUseForLinks = (next: NetworkUse, now: number): number =>
  now +
  ((allowedLinkTries(next, now) === triesWhenSpread ? linkNetworkPace.burst : spreadLinksFrom) - 1) *
    linkNetworkPace.interval;
