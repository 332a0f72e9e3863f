import { countActivity } from '../platform/activity.ts';
import { logger } from '../platform/log.ts';
import type { OpenedCard, RequestFacts } from '../platform/requests/call-handler.ts';
import { type Action, executeAction } from '../platform/table/action.ts';
import { executeTogetherIf } from '../platform/table/acts/transaction.ts';
import { entity } from '../platform/table/entity.ts';
import { toSharedNetwork } from './browser-and-network.ts';

/** Events of an account's sign-in, which its owner can see. */
const ofAccounts = [
  'signed in',
  /** The right password, which must be changed first. */
  'password due',
  /** A wrong name or password, or an account that is disabled or of the other area. */
  'refused',
  /** The right password or code, but the account's group in the identity store is not that of its kind. */
  'group differs',
  /** The first try beyond those that a name, a device or an address has in fifteen minutes. */
  'locked out',
  /** The right password; a code of the app is asked for, or the setting up of one. */
  'code due',
  'code refused',
  /** The sign-in went on with a recovery code. */
  'recovery code used',
  'second factor set up',
  'second factor ended',
  /** An administrator ended it for this account. */
  'second factor reset',
  'password changed',
  /** An administrator gave the account a one-time password; the account is the one that got it. */
  'password reset',
  'signed out',
  /** The owner or the office ended sessions of the account. */
  'session ended',
] as const;
export type AccountAccess = (typeof ofAccounts)[number];

const kinds = [
  ...ofAccounts,
  /** A call that the caller has no right to. */
  'forbidden',
  /** A PDF or spreadsheet was given out. */
  'document opened',
  /** The same of students, who have no account: `studentId` names them. */
  'student signed in',
  'student refused',
  'student locked out',
  /** A student opened their own report card. */
  'report card opened',
  /** Somebody opened it by the link for parents. */
  'report card opened by link',
  /** A wrong date of birth for a link; `studentId` is absent where there is no such link, or it has ended. */
  'link refused',
  /** The wrong date after which a link is dead. */
  'link locked out',
] as const;

/** What the office reads as a list over a range of days. Only the events of a list are in its index. */
export type AccessListName = 'student refusals' | 'report cards';

/**
 * The access log (rule 48): rows are only added, and expire after 400 days. They hold no names, nothing that
 * was typed, and of the address its network alone.
 */
export interface AccessEventItem {
  /** UTC, yyyy-MM: a month is read by one query. */
  month: string;
  /** ISO 8601, UTC. */
  at: string;
  requestId: string;
  kind: (typeof kinds)[number];
  /** Absent where no account has the name that was typed. */
  accountId?: string | undefined;
  /** Method and path as the contract has them, without what was asked for: of `forbidden` and `document opened`. */
  call?: string | undefined;
  /** The student who tried to sign in, or whose report card was opened. Absent where no student has the typed name. */
  studentId?: string | undefined;
  /** Of report cards: whose. */
  year?: number | undefined;
  term?: 1 | 2 | 3 | undefined;
  classId?: string | undefined;
  /** A list and the month, and the order of the events in it. */
  list?: string | undefined;
  listOrder?: string | undefined;
  /** Such as 203.0.113.0/24 or 2001:db8:0::/48. */
  network: string;
  /** TTL of DynamoDB, in seconds since 1970. */
  expires: number;
}

export const AccessEventEntity = entity<AccessEventItem>()({
  name: 'access-event',
  table: 'trail',
  pk: 'access#${month}',
  sk: '${at}#${requestId}#${kind}',
  indexes: {
    listed: { index: 'gsi1', pk: 'access-list#${list}', sk: '${listOrder}' },
  },
});

/** Days for which events are kept. */
export const accessEventDays = 400;

export interface AccessNote {
  kind: (typeof kinds)[number];
  accountId?: string | undefined;
  studentId?: string | undefined;
  call?: string;
  card?: OpenedCard | undefined;
}

/** When an event expires, in seconds since 1970. */
export const expiryOfAccessEvent = (now: Date): number => Math.ceil(now.getTime() / 1000) + accessEventDays * 86_400;

/**
 * Stores an event, in one transaction with what is kept of it besides. One write. A failure is logged for the operators
 * and stops nobody: a school must stay usable when its access log fails.
 */
export async function recordAccessEvent(
  note: AccessNote,
  { id: requestId, now, address }: Pick<RequestFacts, 'id' | 'now' | 'address'>,
  besides: readonly Action[] = [],
): Promise<void> {
  const at = now.toISOString();
  const { kind, accountId, studentId, call, card } = note;
  if (signIns.includes(kind)) countActivity('SignIns');
  if (refusedSignIns.includes(kind)) countActivity('RefusedSignIns');
  const list = placeOf(note, at.slice(0, 7));
  try {
    const event = AccessEventEntity.create({
      month: at.slice(0, 7),
      at,
      requestId,
      kind,
      network: toSharedNetwork(address),
      ...(accountId === undefined ? {} : { accountId }),
      ...(studentId === undefined ? {} : { studentId }),
      ...(call === undefined ? {} : { call }),
      ...(card ?? {}),
      ...(list === undefined ? {} : { list, listOrder: `${at}#${requestId}` }),
      expires: expiryOfAccessEvent(now),
    });
    if (besides.length === 0) await executeAction(event);
    else await executeTogetherIf([event, ...besides]);
  } catch (error) {
    logger.error('access-event-lost', { kind, error });
  }
}

/** What is counted for the district, of staff and students. */
const signIns: readonly AccessNote['kind'][] = ['signed in', 'student signed in'];
const refusedSignIns: readonly AccessNote['kind'][] = [
  ...(['refused', 'locked out', 'code refused', 'student refused', 'student locked out'] as const),
  ...(['link refused', 'link locked out'] as const),
];

const isOfAccounts = (kind: AccessNote['kind']): kind is AccountAccess => ofAccounts.some((one) => one === kind);

const listOfAccount = (accountId: string): string => `account#${accountId}`;

/** The last sign-in events of an account, the latest first. One query. */
export async function listRecentAccess(accountId: string, count: number) {
  const data = await AccessEventEntity.queryBy(
    'listed',
    { list: listOfAccount(accountId) },
    { limit: count, isDescending: true },
  );
  return data.flatMap(({ kind, at, network }) => (isOfAccounts(kind) ? [{ kind, at, network }] : []));
}

/** All sign-in events of an account that are kept. One query. */
export const listAccessOfAccount = (accountId: string): Promise<AccessEventItem[]> =>
  AccessEventEntity.queryBy('listed', { list: listOfAccount(accountId) });

/** The list in which an event is read; none where it is read by month alone. */
function placeOf({ kind, accountId, card }: AccessNote, month: string): string | undefined {
  if (card) return listOf('report cards', month);
  if (refusals.includes(kind)) return listOf('student refusals', month);
  return accountId !== undefined && isOfAccounts(kind) ? listOfAccount(accountId) : undefined;
}

/** Names the part of a list that is of a month. */
const listOf = (list: AccessListName, month: string): string => `${list}#${month}`;

const refusals: readonly AccessNote['kind'][] = [
  'student refused',
  'student locked out',
  'link refused',
  'link locked out',
];

/**
 * The events of a list on some days of the school, the latest first. One query for each month that the days touch and
 * that is still kept: at most fifteen, side by side. Days are the school's own, `dayOf` tells which one a moment is in.
 */
export async function readAccessList(
  list: AccessListName,
  { from, to, now, dayOf }: { from: string; to: string; now: Date; dayOf: (at: Date) => string },
): Promise<AccessEventItem[]> {
  // A day of the school begins up to fourteen hours before or after the same day of UTC.
  const first = new Date(Math.max(Date.parse(from) - day, now.getTime() - accessEventDays * day));
  const last = new Date(Math.min(Date.parse(to) + 2 * day, now.getTime() + day));
  const pages = await Promise.all(
    monthsBetween(first, last).map((month) =>
      AccessEventEntity.queryBy('listed', { list: listOf(list, month) }, { isDescending: true }),
    ),
  );
  return pages
    .flat()
    .filter(({ at }) => {
      const schoolDay = dayOf(new Date(at));
      return schoolDay >= from && schoolDay <= to;
    })
    .sort((a, b) => (a.at < b.at ? 1 : -1));
}

/** Milliseconds. */
const day = 86_400_000;

/** UTC, yyyy-MM, in order. */
function monthsBetween(first: Date, last: Date): string[] {
  const count = (last.getUTCFullYear() - first.getUTCFullYear()) * 12 + last.getUTCMonth() - first.getUTCMonth() + 1;
  return Array.from({ length: Math.max(count, 0) }, (_, index) =>
    new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + index)).toISOString().slice(0, 7),
  );
}
