import { hashOf, newSecret } from '../../platform/identity/secrets.ts';
import { entity, itemKey, readItems } from '../../platform/table/table.ts';
import { accountById, isEnded } from '../../sessions/accounts.ts';

export const challengeMinutes = 5;

/** A password change that a sign-in has just earned: single use, five minutes (rule 17). */
const Challenge = entity({
  model: { entity: 'challenge', version: '1', service: 'formroom' },
  attributes: {
    hash: { type: 'string', required: true },
    accountId: { type: 'string', required: true },
    startedAt: { type: 'number', required: true },
    expires: { type: 'number', required: true },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['hash'], template: 'challenge#${hash}', casing: 'none' },
      sk: { field: 'sk', composite: [], template: 'challenge', casing: 'none' },
    },
  },
});

/** Starts a challenge and returns its secret. */
export async function newChallenge(accountId: string, now: Date): Promise<string> {
  const secret = newSecret();
  const startedAt = now.getTime();
  const expires = Math.ceil(startedAt / 1000) + challengeMinutes * 60;
  await Challenge.create({ hash: hashOf(secret), accountId, startedAt, expires }).go();
  return secret;
}

/** The account of a running challenge, without using it up. Disabling an account or resetting it ends its challenges. */
export async function accountOfChallenge(secret: string, now: Date) {
  const { challenge } = await readItems({ challenge: itemKey(Challenge, { hash: hashOf(secret) }) });
  if (!challenge || now.getTime() >= challenge.startedAt + challengeMinutes * 60_000) return undefined;
  const account = await accountById(challenge.accountId);
  return account && !isEnded(account, challenge.startedAt) ? account : undefined;
}

/** Uses a challenge up. False when another request was first. */
export async function useUpChallenge(secret: string): Promise<boolean> {
  const { data } = await Challenge.delete({ hash: hashOf(secret) }).go({ response: 'all_old' });
  return data !== null;
}
