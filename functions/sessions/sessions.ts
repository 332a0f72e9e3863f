import { proofMinutes } from '#shared/accounts/auth/own-account.ts';
import { type Area, type SessionKind, sessionLimits } from '#shared/accounts/auth/session-limits.ts';
import { authRefusals } from '#shared/accounts/wordings.ts';
import type { Role } from '#shared/http/contract.ts';
import { ProofDueError } from '../platform/errors.ts';
import { hashSecret, newSecret } from '../platform/identity/secrets.ts';
import type { Caller } from '../platform/requests/caller.ts';
import { executeAction, executeActionIf } from '../platform/table/action.ts';
import { entity } from '../platform/table/entity.ts';
import { type FoundRecords, type NamedItemKeys, readItems } from '../platform/table/table.ts';
import { AccountEntity, isSessionEndedByAccount, type SessionEndings } from './accounts.ts';

/**
 * An open session: the hash of its secret, and its limits (rule 15). Times are milliseconds since 1970.
 *
 * @secret everybody signs in again
 */
export interface SessionItem {
  accountId: string;
  hash: string;
  /** Such as "Firefox on Windows". */
  browser?: string | undefined;
  /** Such as 203.0.113.0/24. */
  network?: string | undefined;
  openedAt: number;
  lastUsedAt: number;
  /** When its user last authenticated: at its opening, or later (`own-account/confirm-owner.ts`). */
  provedAt?: number | undefined;
  /** The rate limiter refuses it until then (ADR 0085). */
  slowedUntil?: number | undefined;
  idleLimit: number;
  absoluteUntil: number;
  /** TTL of DynamoDB, in seconds since 1970. */
  expires: number;
}

export const SessionEntity = entity<SessionItem>()({
  name: 'session',
  pk: 'session#${accountId}',
  sk: '${hash}',
});

export const sessionKindOf = (role: Role): SessionKind =>
  role === 'student' ? 'student' : role === 'teacher' ? 'staff' : 'admin';

/**
 * The area of the staff's site that an account signs in to.
 * @throws for a student, who has none: a call of the staff's sign-in never opens anything for students
 */
export function areaOfRole(role: Role): Area {
  const kind = sessionKindOf(role);
  if (kind === 'student') throw new Error('A student has no area of the staff’s site');
  return kind;
}

/** A session is written back at most this often, in milliseconds: one write a minute of work, not one a call. */
const touchInterval = 60_000;

/** Where a session is opened, as its owner sees it. */
export interface SeenFrom {
  browser: string;
  network: string;
}

/** Opens a session and returns the cookie value: the account's id, for finding the record, and the session's secret. */
export async function createSession(
  account: { accountId: string; role: Role },
  { now, from }: { now: Date; from?: SeenFrom },
): Promise<string> {
  const secret = newSecret();
  const limits = sessionLimits[sessionKindOf(account.role)];
  const absoluteUntil = now.getTime() + limits.absolute;
  await executeAction(
    SessionEntity.create({
      accountId: account.accountId,
      hash: hashSecret(secret),
      ...from,
      openedAt: now.getTime(),
      lastUsedAt: now.getTime(),
      provedAt: now.getTime(),
      idleLimit: limits.idle,
      absoluteUntil,
      expires: Math.ceil(absoluteUntil / 1000),
    }),
  );
  return `${Buffer.from(account.accountId).toString('base64url')}.${secret}`;
}

/**
 * Who a session cookie belongs to, read strongly consistent together with what the handler needs, so that a sign-out or
 * a revoked permission counts from the very next call (rule 15). Null when the session is over.
 */
export async function readSession<P extends NamedItemKeys>(
  cookie: string,
  prefetch: (accountId: string) => P,
  now: Date,
): Promise<{ caller: Caller; found: FoundRecords<P> } | null> {
  const named = sessionOfCookie(cookie);
  if (named === null) return null;
  const { accountId, hash } = named;
  const own = { ' account': AccountEntity.key({ accountId }), ' session': SessionEntity.key({ accountId, hash }) };
  const found: unknown = await readItems({ ...prefetch(accountId), ...own });
  const { ' account': account, ' session': session } = found as FoundRecords<typeof own>;
  if (!account || !session || !isSessionOpen(account, session, now.getTime())) return null;
  if (now.getTime() - session.lastUsedAt >= touchInterval) {
    const isStillOpen = await changeSession({ accountId, hash }, { lastUsedAt: now.getTime() });
    if (!isStillOpen) return null;
  }
  const caller: Caller = {
    accountId,
    role: account.role,
    userName: account.userName,
    name: account.name,
    permissions: account.permissions,
    sessionHash: hash,
    provedAt: session.provedAt,
    slowedUntil: session.slowedUntil,
  };
  return { caller, found: found as FoundRecords<P> };
}

/** The key of the session that a cookie would open; null for a text that is no cookie of ours. */
function sessionOfCookie(cookie: string): { accountId: string; hash: string } | null {
  const [encodedId = '', secret = ''] = cookie.split('.');
  const accountId = Buffer.from(encodedId, 'base64url').toString('utf8');
  if (!/^[A-Za-z0-9][A-Za-z0-9 ._-]{0,47}$/.test(accountId) || secret === '') return null;
  return { accountId, hash: hashSecret(secret) };
}

/** Changes a session that is there. False where it has ended since it was read, and it stays ended. */
const changeSession = (
  session: { accountId: string; hash: string },
  set: { lastUsedAt?: number; provedAt?: number; slowedUntil?: number },
): Promise<boolean> => executeActionIf(SessionEntity.update(session, { set }));

/** Writes down that the user of a session has just proved to be the owner of the account. */
export async function noteProof({ accountId, sessionHash: hash }: Caller, now: Date): Promise<void> {
  await changeSession({ accountId, hash }, { provedAt: now.getTime() });
}

/**
 * Requires an authentication in the last {@link proofMinutes} minutes, so that a browser left signed in cannot be
 * misused.
 * @throws ProofDueError
 */
export function requireProof({ provedAt }: Caller, now: Date): void {
  const age = provedAt === undefined ? Number.POSITIVE_INFINITY : now.getTime() - provedAt;
  // A proof from the future is of a clock that was wrong; it is valid for as long.
  if (Math.abs(age) > proofMinutes * 60_000) throw new ProofDueError(authRefusals.proofDue);
}

/** Makes every function refuse a session until then, in milliseconds since 1970. */
export async function throttleSession({ accountId, sessionHash: hash }: Caller, slowedUntil: number): Promise<void> {
  await changeSession({ accountId, hash }, { slowedUntil });
}

/** Whether a cookie opens a session, which counts as no use of it. */
export async function isOpenSessionCookie(cookie: string, now: Date): Promise<boolean> {
  const named = sessionOfCookie(cookie);
  if (named === null) return false;
  const { accountId } = named;
  const { account, session } = await readItems({
    account: AccountEntity.key({ accountId }),
    session: SessionEntity.key(named),
  });
  return account !== undefined && session !== undefined && isSessionOpen(account, session, now.getTime());
}

/** True while a session has not run out, and its account has not ended it. `now` in milliseconds since 1970. */
export function isSessionOpen(
  account: SessionEndings,
  session: { openedAt: number; lastUsedAt: number; idleLimit: number; absoluteUntil: number },
  now: number,
): boolean {
  return (
    !isSessionEndedByAccount(account, session.openedAt) &&
    now < session.absoluteUntil &&
    now < session.lastUsedAt + session.idleLimit
  );
}

export async function closeSession(accountId: string, hash: string): Promise<void> {
  await executeAction(SessionEntity.delete({ accountId, hash }));
}

/** Ends the session of a browser before a new sign-in, of any user. */
export async function closeSessionOfCookie(cookie: string): Promise<void> {
  const named = sessionOfCookie(cookie);
  if (named) await closeSession(named.accountId, named.hash);
}
