import { randomUUID } from 'node:crypto';
import { CustomAttributeType } from 'electrodb';
import { type Area, sessionLimits } from '#shared/auth/inactivity.ts';
import type { Role } from '#shared/http/contract.ts';
import { hashOf, newSecret } from '../platform/identity/secrets.ts';
import type { Caller, Permission } from '../platform/requests/caller.ts';
import type { Doors } from '../platform/requests/pipeline.ts';
import { entity, type Found, isConditionFailure, type Points, point, readPoints } from '../platform/table/table.ts';
import { signingKey } from './sign-in/signing-key.ts';

const service = { version: '1', service: 'formroom' } as const;
const ofAccount = { field: 'pk', composite: ['accountId'], template: 'account#${accountId}', casing: 'none' } as const;

/** Somebody who can sign in. Cognito holds the password and the group; this record holds what the account may do. */
export const Account = entity({
  model: { entity: 'account', ...service },
  attributes: {
    /** `employee_id` or `user_admin_id`; unique over both. */
    accountId: { type: 'string', required: true },
    role: { type: ['Admin', 'PTA', 'teacher'] as const, required: true },
    userName: { type: 'string', required: true },
    /** "First Last". */
    name: { type: 'string', required: true },
    permissions: { type: CustomAttributeType<Permission[]>('any'), required: true },
    isDisabled: { type: 'boolean' },
    /** UTC time; sessions opened before it are over. Set by a password reset or change and by disabling. */
    sessionsValidFrom: { type: 'string' },
  },
  indexes: { record: { pk: ofAccount, sk: { field: 'sk', composite: [], template: 'account', casing: 'none' } } },
});

/** Keeps user names unique and finds the account of one; the name is folded. */
export const UserName = entity({
  model: { entity: 'user-name', ...service },
  attributes: { userName: { type: 'string', required: true }, accountId: { type: 'string', required: true } },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['userName'], template: 'user-name#${userName}', casing: 'none' },
      sk: { field: 'sk', composite: [], template: 'user-name', casing: 'none' },
    },
  },
});

/** An open session: the hash of its secret, and its limits (rule 15). Times are milliseconds since 1970. */
export const Session = entity({
  model: { entity: 'session', ...service },
  attributes: {
    accountId: { type: 'string', required: true },
    hash: { type: 'string', required: true },
    openedAt: { type: 'number', required: true },
    lastUsedAt: { type: 'number', required: true },
    idleLimit: { type: 'number', required: true },
    absoluteUntil: { type: 'number', required: true },
    /** Seconds since 1970, for DynamoDB's own clearing. */
    expires: { type: 'number', required: true },
  },
  indexes: {
    // A partition of its own: domains that only read may update rows whose key begins with `session#`, no account.
    record: {
      pk: { field: 'pk', composite: ['accountId'], template: 'session#${accountId}', casing: 'none' },
      sk: { field: 'sk', composite: ['hash'], template: '${hash}', casing: 'none' },
    },
  },
});

export const areaOf = (role: Role): Area => (role === 'teacher' ? 'staff' : 'admin');
/** A session is written back at most this often, in milliseconds: one write a minute of work, not one a call. */
const touchInterval = 60_000;

/** User names differ by more than capital letters or the way an accent is composed. */
export const foldUserName = (userName: string): string => userName.normalize('NFC').toLowerCase();

/** No account's id. */
const nobody = '-';

/** The account of a user name. Two requests whether there is one or not, so that time does not tell. */
export async function accountByUserName(userName: string) {
  const { name } = await readPoints({ name: point(UserName, { userName: foldUserName(userName) }) });
  return accountById(name?.accountId ?? nobody);
}

export async function accountById(accountId: string) {
  const { account } = await readPoints({ account: point(Account, { accountId }) });
  return account;
}

/** Opens a session and returns the cookie value: the account's id, for finding the record, and the session's secret. */
export async function openNewSession(account: { accountId: string; role: Role }, now: Date): Promise<string> {
  const secret = newSecret();
  const limits = sessionLimits[areaOf(account.role)];
  const absoluteUntil = now.getTime() + limits.absolute;
  await Session.create({
    accountId: account.accountId,
    hash: hashOf(secret),
    openedAt: now.getTime(),
    lastUsedAt: now.getTime(),
    idleLimit: limits.idle,
    absoluteUntil,
    expires: Math.ceil(absoluteUntil / 1000),
  }).go();
  return `${Buffer.from(account.accountId).toString('base64url')}.${secret}`;
}

/**
 * Who a session cookie belongs to, read strongly consistent together with the caller's points, so that a sign-out or a
 * revoked permission counts from the very next call (rule 15). Null when the session is over.
 */
export async function openSession<P extends Points>(
  cookie: string,
  points: (accountId: string) => P,
  now: Date,
): Promise<{ caller: Caller; found: Found<P> } | null> {
  const [encodedId = '', secret = ''] = cookie.split('.');
  const accountId = Buffer.from(encodedId, 'base64url').toString('utf8');
  if (!/^[A-Za-z0-9][A-Za-z0-9 ._-]{0,39}$/.test(accountId) || secret === '') return null;
  const hash = hashOf(secret);
  const own = { ' account': point(Account, { accountId }), ' session': point(Session, { accountId, hash }) };
  const found: unknown = await readPoints({ ...points(accountId), ...own });
  const { ' account': account, ' session': session } = found as Found<typeof own>;
  if (!account || !session || !isOpen(account, session, now.getTime())) return null;
  if (now.getTime() - session.lastUsedAt >= touchInterval) {
    const isStillOpen = await touch({ accountId, hash }, now);
    if (!isStillOpen) return null;
  }
  const caller: Caller = {
    accountId,
    role: account.role,
    userName: account.userName,
    name: account.name,
    permissions: account.permissions,
    sessionHash: hash,
  };
  return { caller, found: found as Found<P> };
}

/** Writes back that a session was used. False when it was closed since it was read. */
async function touch(session: { accountId: string; hash: string }, now: Date): Promise<boolean> {
  try {
    await Session.patch(session).set({ lastUsedAt: now.getTime() }).go();
    return true;
  } catch (error) {
    if (isConditionFailure(error)) return false;
    throw error;
  }
}

/** Account attributes that end sessions and challenges. */
interface Endings {
  isDisabled?: boolean | undefined;
  sessionsValidFrom?: string | undefined;
}

/** True once an account is disabled, or was reset after the given moment (milliseconds since 1970). */
export const isEnded = ({ isDisabled, sessionsValidFrom }: Endings, openedAt: number): boolean =>
  isDisabled === true || (sessionsValidFrom !== undefined && openedAt < Date.parse(sessionsValidFrom));

function isOpen(
  account: Endings,
  session: { openedAt: number; lastUsedAt: number; idleLimit: number; absoluteUntil: number },
  now: number,
): boolean {
  return (
    !isEnded(account, session.openedAt) && now < session.absoluteUntil && now < session.lastUsedAt + session.idleLimit
  );
}

export async function closeSession(accountId: string, hash: string): Promise<void> {
  await Session.delete({ accountId, hash }).go();
}

/** Ends every session of an account that was opened before `now`. */
export async function closeAllSessions(accountId: string, now: Date): Promise<void> {
  await Account.patch({ accountId }).set({ sessionsValidFrom: now.toISOString() }).go();
}

/** How every Lambda's pipeline lets callers in. */
export const doors: Doors = { openSession, csrfKey: () => signingKey('csrf') };

/** Creates an account with a user name nobody else has; throws ElectroDB's error when either exists. */
export function accountRecords(account: {
  role: Role;
  userName: string;
  name: string;
  permissions: Permission[];
  accountId?: string;
}) {
  const accountId = account.accountId ?? randomUUID();
  return {
    account: { ...account, accountId },
    userName: { userName: foldUserName(account.userName), accountId },
  };
}
