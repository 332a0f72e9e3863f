import { randomInt } from 'node:crypto';
import { recoveryCodeCount, type SecondFactorMode } from '#shared/accounts/auth/second-factor.ts';
import type { Role } from '#shared/http/contract.ts';
import { hashSecret } from '../platform/identity/secrets.ts';
import { executeActionIf } from '../platform/table/action.ts';
import { type AuditedAct, commit } from '../platform/table/acts/commit.ts';
import { type AuditFieldChange, type Author, isChangeDone, type WriteAttempt } from '../platform/table/audit.ts';
import { entity } from '../platform/table/entity.ts';
import { whereUnchanged } from '../platform/table/expression.ts';
import { retryRefused } from '../platform/table/retry-refused.ts';
import { readItems } from '../platform/table/table.ts';
import { school } from '../school/records/school.ts';
import { logKindOf } from './accounts.ts';

/**
 * The record of an account's second factor (ADR 0089): recovery codes, and since when browsers are trusted. The
 * identity store is authoritative on whether codes are needed.
 *
 * @secret an authenticator app is set up again
 */
export interface SecondFactorItem {
  accountId: string;
  /** UTC. */
  since: string;
  /** Hashes of the unused recovery codes. */
  codes: string[];
  /** Browsers trusted before this need a code again; milliseconds since 1970. */
  trustedFrom: number;
}

export const SecondFactorEntity = entity<SecondFactorItem>()({
  name: 'second-factor',
  pk: 'second-factor#${accountId}',
  sk: 'second-factor',
});

export const secondFactorKey = (accountId: string) => SecondFactorEntity.key({ accountId });

export const readSecondFactor = async (accountId: string): Promise<SecondFactorItem | undefined> =>
  (await readItems({ factor: secondFactorKey(accountId) })).factor;

/** What the school file says for an account of this kind. Students have none. */
export const secondFactorRule = (role: Role): SecondFactorMode =>
  role === 'student' ? 'off' : school().secondFactor[role === 'teacher' ? 'staff' : 'administrators'];

/** The attributes of the optimistic lock. */
const basis = ['since', 'codes'] as const;
const subjectOf = (accountId: string): string => `account#${accountId}`;

/** Whether this very request has changed the account's second factor before. */
export const hasRequestChangedSecondFactor = (accountId: string, { idempotencyKey }: WriteAttempt): Promise<boolean> =>
  isChangeDone(subjectOf(accountId), idempotencyKey);

interface Writing {
  /** The account of the second factor. */
  author: Author & { role: Role };
  request: WriteAttempt;
}

/** The line in the trail: the office log has it with the teachers, or with the administrators. */
export const secondFactorTrail = (
  changes: readonly AuditFieldChange[],
  whose: { accountId: string; role: Role },
): Pick<AuditedAct, 'trail' | 'logKind'> => ({
  trail: { subject: subjectOf(whose.accountId), changes },
  logKind: logKindOf(whose),
});

/**
 * Keeps that an app is asked for from now on. `set up`: with recovery codes in place of all that there were;
 * `new codes`: those alone; `found`: an app that only the identity store knew of, without codes. Gives the codes, which
 * are shown once; null where this very request made them before.
 */
export async function keepSecondFactor(
  { author, request }: Writing,
  act: 'set up' | 'new codes' | 'found',
): Promise<string[] | null> {
  const { accountId } = author;
  const codes = act === 'found' ? [] : newRecoveryCodes();
  const hashes = codes.map((code) => recoveryHash(accountId, code));
  const outcome = await retryRefused({
    read: () => readSecondFactor(accountId),
    attempt: async (stored) => {
      if (await isChangeDone(subjectOf(accountId), request.idempotencyKey)) return 'done' as const;
      const begun = { accountId, since: request.now.toISOString(), trustedFrom: request.now.getTime() };
      const next = { ...(act === 'new codes' && stored ? stored : begun), codes: hashes };
      const change =
        act === 'new codes'
          ? { field: 'recoveryCodes', before: stored?.codes.length ?? 0, after: hashes.length }
          : { field: 'secondFactor', before: stored ? 'app' : null, after: 'app' };
      return commit({
        by: { caller: author, request },
        changes: [SecondFactorEntity.put(next, whereUnchanged(stored, basis))],
        ...secondFactorTrail([change], author),
      });
    },
    what: 'this second factor',
  });
  return outcome === 'done' ? null : codes;
}

/** Whether a text is one of the account's recovery codes, which stays. */
export async function hasRecoveryCode(accountId: string, typed: string): Promise<boolean> {
  const stored = await readSecondFactor(accountId);
  return stored?.codes.includes(recoveryHash(accountId, typed)) ?? false;
}

/**
 * Consumes a recovery code. Returns how many are left; undefined for a wrong code, or where another request consumed it
 * first.
 */
export async function consumeRecoveryCode(accountId: string, typed: string): Promise<number | undefined> {
  const hash = recoveryHash(accountId, typed);
  return retryRefused({
    read: () => readSecondFactor(accountId),
    attempt: async (stored) => {
      if (!stored?.codes.includes(hash)) return undefined;
      const codes = stored.codes.filter((one) => one !== hash);
      const isUsed = await executeActionIf(
        SecondFactorEntity.update({ accountId }, { set: { codes }, where: whereUnchanged(stored, basis) }),
      );
      return isUsed ? codes.length : 'refused';
    },
    what: 'these recovery codes',
  });
}

/** Forgets recovery codes and trusted browsers. */
export async function removeSecondFactor({ author, request }: Writing): Promise<void> {
  const { accountId } = author;
  await retryRefused({
    read: () => readSecondFactor(accountId),
    attempt: async (stored) => {
      if (!stored || (await isChangeDone(subjectOf(accountId), request.idempotencyKey))) return 'done' as const;
      const changes = [{ field: 'secondFactor', before: 'app', after: null }];
      return commit({
        by: { caller: author, request },
        changes: [SecondFactorEntity.delete({ accountId }, whereUnchanged(stored, basis))],
        ...secondFactorTrail(changes, author),
      });
    },
    what: 'this second factor',
  });
}

/** Every browser is asked for a code again. */
export async function distrustDevices({ author, request }: Writing): Promise<void> {
  const { accountId } = author;
  const subject = subjectOf(accountId);
  await retryRefused({
    read: () => readSecondFactor(accountId),
    attempt: async (stored) => {
      if (!stored || (await isChangeDone(subject, request.idempotencyKey))) return 'done' as const;
      const changes = [{ field: 'trustedDevices', before: null, after: 'asked for a code again' }];
      return commit({
        by: { caller: author, request },
        changes: [
          SecondFactorEntity.update(
            { accountId },
            { set: { trustedFrom: request.now.getTime() + 1 }, where: whereUnchanged(stored, ['since']) },
          ),
        ],
        ...secondFactorTrail(changes, author),
      });
    },
    what: 'this second factor',
  });
}

/** Without characters that look or sound alike. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
/** Of 118 bits together: from 112 on a plain hash is enough, for nobody can try them through (ASVS 6.5.2). */
const letters = 24;

/** In groups of four: `k7mq-2xhd-9rtp-wv3c-m8za-4tye`. */
const newRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCodeCount }, () =>
    Array.from({ length: letters }, (_, index) => {
      const letter = alphabet[randomInt(alphabet.length)];
      return index > 0 && index % 4 === 0 ? `-${letter}` : letter;
    }).join(''),
  );

/** The stored hash of a code, however it is typed; salted with the account. */
const recoveryHash = (accountId: string, typed: string): string =>
  hashSecret(`${accountId}.${typed.toLowerCase().replace(/[^a-z0-9]/g, '')}`);
