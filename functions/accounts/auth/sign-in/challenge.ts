import { hashSecret, isSigned, newSecret, sign } from '../../../platform/identity/secrets.ts';
import { executeAction } from '../../../platform/table/action.ts';
import { entity } from '../../../platform/table/entity.ts';
import { readItems } from '../../../platform/table/table.ts';
import { isSessionEndedByAccount, readAccount } from '../../../sessions/accounts.ts';

export const challengeMinutes = 5;

/**
 * A password change that a sign-in has just earned: single use, five minutes (rule 17).
 *
 * @secret a sign-in under way
 */
interface ChallengeItem {
  hash: string;
  accountId: string;
  startedAt: number;
  /** The signature of the password that earned it, with the secret as key: it may not be chosen again. */
  earnedBy: string;
  expires: number;
}

const ChallengeEntity = entity<ChallengeItem>()({
  name: 'challenge',
  pk: 'challenge#${hash}',
  sk: 'challenge',
});

/** Starts a challenge and returns its secret. `password` has earned it. */
export async function startChallenge(accountId: string, password: string, now: Date): Promise<string> {
  const secret = newSecret();
  const earnedBy = sign(secret, password);
  const startedAt = now.getTime();
  const expires = Math.ceil(startedAt / 1000) + challengeMinutes * 60;
  await executeAction(ChallengeEntity.create({ hash: hashSecret(secret), accountId, startedAt, earnedBy, expires }));
  return secret;
}

/**
 * The account of a running challenge and whether a password is the one that earned it, without using it up. Disabling
 * an account, resetting it or choosing a password for it ends its challenges.
 */
export async function readChallenge(secret: string, password: string, now: Date) {
  const { challenge } = await readItems({ challenge: ChallengeEntity.key({ hash: hashSecret(secret) }) });
  if (!challenge || now.getTime() >= challenge.startedAt + challengeMinutes * 60_000) return undefined;
  const account = await readAccount(challenge.accountId);
  if (!account || isSessionEndedByAccount(account, challenge.startedAt)) return undefined;
  return { account, isSamePassword: isSigned(secret, password, challenge.earnedBy) };
}

/** Consumes a challenge and returns what restores it. Undefined when another request consumed it first. */
export async function consumeChallenge(secret: string): Promise<(() => Promise<void>) | undefined> {
  const challenge = await ChallengeEntity.take({ hash: hashSecret(secret) });
  return challenge && (() => executeAction(ChallengeEntity.put(challenge)));
}
