import { timingSafeEqual } from 'node:crypto';
import { type KeyPart, type Scope, scopesOfPart } from '#shared/options/oneroster/rest/scopes.ts';
import { hashSecret, newSecret } from '../../../platform/identity/secrets.ts';
import { executeActionIf } from '../../../platform/table/action.ts';
import { type ActOutcome, isRefused } from '../../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../../platform/table/acts/commit.ts';
import type { Authorship } from '../../../platform/table/audit.ts';
import { entity } from '../../../platform/table/entity.ts';
import { readItems } from '../../../platform/table/table.ts';

/**
 * What another system calls with. All of a school are in one small partition; an ended one stays in the list. Times are
 * UTC.
 */
export interface RosterKeyItem {
  keyId: string;
  /** Of the system: "Library". */
  name: string;
  reads: readonly KeyPart[];
  /**
   * Of its secret.
   *
   * @secret another system gets a new key
   */
  hash: string;
  madeAt: string;
  /** Display name of its creator. */
  madeBy: string;
  endedAt?: string | undefined;
  /** When it was last used, to the minute; absent before its first use. */
  lastUsedAt?: string | undefined;
}

export const RosterKeyEntity = entity<RosterKeyItem>()({ name: 'roster-key', pk: 'roster-keys', sk: '${keyId}' });

export const rosterKeyKey = (keyId: string) => RosterKeyEntity.key({ keyId });

/** Every key, ended ones too. One query. */
export const listKeys = (): Promise<RosterKeyItem[]> => RosterKeyEntity.query({});

/** What a key or a token may be used for. */
export const scopesOf = (reads: readonly KeyPart[]): Scope[] => reads.flatMap((part) => [...scopesOfPart[part]]);

/**
 * An access token, by the hash of its secret. It ends by its time, and at once with its key, which is read with it each
 * time.
 */
export interface RosterTokenItem {
  keyId: string;
  /**
   * Of its secret.
   *
   * @secret another system gets a new one
   */
  hash: string;
  scopes: readonly Scope[];
  endsAt: string;
  /** TTL of DynamoDB, in seconds since 1970. */
  expires: number;
}

export const RosterTokenEntity = entity<RosterTokenItem>()({
  name: 'roster-token',
  pk: 'roster-tokens#${keyId}',
  sk: '${hash}',
});

/** Seconds for which a token is valid. */
export const tokenSeconds = 3600;

const keyIdPattern = /^[A-Za-z0-9]{1,40}$/;

const isSameHash = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** The key with this id and secret that is not ended; null where there is none. One request, strongly consistent. */
export async function readKeyBySecret(keyId: string, secret: string): Promise<RosterKeyItem | null> {
  if (!keyIdPattern.test(keyId)) return null;
  const { key } = await readItems({ key: rosterKeyKey(keyId) });
  // Compared for an unknown key too, so that the time says nothing of which there are.
  const isRight = isSameHash(key?.hash ?? hashSecret(''), hashSecret(secret));
  return key && isRight && key.endedAt === undefined ? key : null;
}

/** Makes a token of a key. It is `<key>.<secret>`, and kept as a hash. */
export async function makeToken(
  { keyId }: Pick<RosterKeyItem, 'keyId'>,
  { scopes, now }: { scopes: readonly Scope[]; now: Date },
): Promise<string> {
  const secret = newSecret();
  const endsAt = new Date(now.getTime() + tokenSeconds * 1000);
  await executeActionIf(
    RosterTokenEntity.create({
      keyId,
      hash: hashSecret(secret),
      scopes,
      endsAt: endsAt.toISOString(),
      expires: Math.ceil(endsAt.getTime() / 1000),
    }),
  );
  return `${keyId}.${secret}`;
}

/** A program that reads, and what its token lets it. */
export interface RosterReader {
  key: RosterKeyItem;
  scopes: ReadonlySet<Scope>;
}

/**
 * The reader with this token, read strongly consistent with its key: an ended key is refused from the very next call.
 * Null for an unknown or ended token.
 */
export async function readReader(token: string, now: Date): Promise<RosterReader | null> {
  const [keyId = '', secret = '', ...more] = token.split('.');
  if (!keyIdPattern.test(keyId) || secret === '' || more.length > 0) return null;
  const { key, found } = await readItems({
    key: rosterKeyKey(keyId),
    found: RosterTokenEntity.key({ keyId, hash: hashSecret(secret) }),
  });
  if (!key || key.endedAt !== undefined || !found || Date.parse(found.endsAt) <= now.getTime()) return null;
  return { key, scopes: new Set(found.scopes) };
}

/** `lastUsedAt` is written at most this often, in milliseconds. */
const usedInterval = 60_000;

/** Notes that a key was used, once a minute at most. */
export async function noteUse({ keyId, lastUsedAt }: RosterKeyItem, now: Date): Promise<void> {
  if (lastUsedAt !== undefined && now.getTime() - Date.parse(lastUsedAt) < usedInterval) return;
  await executeActionIf(RosterKeyEntity.update({ keyId }, { set: { lastUsedAt: now.toISOString() } }));
}

/** What the trail and the office log say a change of a key is of. */
export const subjectOfKey = (keyId: string): string => `roster-key#${keyId}`;

/** Makes a key and gives its secret, which is kept nowhere. `done`: this attempt made it before. */
export async function makeKey(
  { keyId, name, reads }: Pick<RosterKeyItem, 'keyId' | 'name' | 'reads'>,
  by: Authorship,
): Promise<{ secret: string } | 'done' | 'refused'> {
  const secret = newSecret();
  const { caller, request } = by;
  const outcome = await commit({
    by,
    changes: [
      RosterKeyEntity.create({
        keyId,
        name,
        reads,
        hash: hashSecret(secret),
        madeAt: request.now.toISOString(),
        madeBy: caller.name,
      }),
    ],
    trail: {
      subject: subjectOfKey(keyId),
      changes: [
        { field: 'key', before: null, after: name },
        { field: 'may read', before: null, after: reads.join(', ') },
      ],
    },
    logKind: 'files',
  });
  if (isRefused(outcome)) return 'refused';
  return outcome === 'written' ? { secret } : outcome;
}

/** Ends a key. `refused`: it was ended meanwhile. */
export const endKey = ({ keyId, name }: RosterKeyItem, by: Authorship): Promise<ActOutcome> =>
  commit({
    by,
    changes: [
      RosterKeyEntity.update({ keyId }, { set: { endedAt: by.request.now.toISOString() }, where: { endedAt: null } }),
    ],
    trail: { subject: subjectOfKey(keyId), changes: [{ field: 'key', before: name, after: null }] },
    logKind: 'files',
  });
