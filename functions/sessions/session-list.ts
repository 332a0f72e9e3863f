import type { ListedSession } from '#shared/accounts/auth/own-account.ts';
import { displayMoment } from '#shared/school/display-date.ts';
import { schoolTime } from '#shared/school/school-time.ts';
import { NotFoundError } from '../platform/errors.ts';
import { hashSecret } from '../platform/identity/secrets.ts';
import type { RequestFacts } from '../platform/requests/call-handler.ts';
import type { Caller } from '../platform/requests/caller.ts';
import { commit } from '../platform/table/acts/commit.ts';
import { isChangeDone } from '../platform/table/audit.ts';
import { present, whereUnchanged } from '../platform/table/expression.ts';
import { retryRefused } from '../platform/table/retry-refused.ts';
import { school } from '../school/records/school.ts';
import { recordAccessEvent } from './access-events.ts';
import { AccountEntity, type AccountItem, readAccount } from './accounts.ts';
import { isSessionOpen, SessionEntity, type SessionItem } from './sessions.ts';

/** The id of a session or a device for clients. Neither the key nor the cookie follows from it. */
export const toPublicId = (hash: string): string => hashSecret(`listed ${hash}`).slice(0, 22);

/** The open sessions of an account, the last used first. One query. */
async function openSessionsOf(account: AccountItem, now: Date): Promise<SessionItem[]> {
  const data = await SessionEntity.query({ accountId: account.accountId });
  return data
    .filter((session) => isSessionOpen(account, session, now.getTime()))
    .sort((a, b) => b.lastUsedAt - a.lastUsedAt || b.openedAt - a.openedAt);
}

/** The same as they are shown to a caller. */
export async function listSessions(account: AccountItem, caller: Caller, now: Date): Promise<ListedSession[]> {
  return (await openSessionsOf(account, now)).map((session) => ({
    session_id: toPublicId(session.hash),
    browser: session.browser ?? null,
    network: session.network ?? null,
    begun_at: new Date(session.openedAt).toISOString(),
    last_used_at: new Date(session.lastUsedAt).toISOString(),
    is_this: session.hash === caller.sessionHash,
  }));
}

/** Ends of one account; `logKind` lists it in the office log. */
interface Ending {
  caller: Caller;
  request: RequestFacts;
  logKind?: 'teachers' | 'permissions' | 'students';
}

/** A transaction takes a hundred actions. */
const mostAtOnce = 90;

/** Looked up in the office log by the account's name. */
const subjectOf = (accountId: string): string => `sessions#${accountId}`;

/**
 * Ends the chosen ones of an account's open sessions; ninety at most. They are over for the very next call.
 * @throws NotFoundError where none is chosen and this very request has not ended one
 */
export async function endSessions(
  account: AccountItem,
  { isChosen, caller, request, logKind }: Ending & { isChosen: (session: SessionItem) => boolean },
): Promise<void> {
  const { accountId } = account;
  const subject = subjectOf(accountId);
  const outcome = await retryRefused({
    read: () => openSessionsOf(account, request.now),
    attempt: async (open) => {
      const ended = open.filter(isChosen).slice(0, mostAtOnce);
      if (ended.length === 0) {
        if (await isChangeDone(subject, request.idempotencyKey)) return 'done';
        throw new NotFoundError('That session has ended already.');
      }
      const changes = ended.map((session) => ({ field: 'session', before: wordsOf(session), after: 'ended' }));
      return commit({
        by: { caller, request },
        changes: [...ended.map(({ hash }) => SessionEntity.delete({ accountId, hash }, { openedAt: present }))],
        trail: { subject, changes },
        logKind,
      });
    },
  });
  if (outcome === 'written') await recordAccessEvent({ kind: 'session ended', accountId }, request);
}

/** Ends those sessions of the caller that are not this one, if there are any. */
export async function endOtherSessions(account: AccountItem, { caller, request }: Ending): Promise<void> {
  try {
    await endSessions(account, { isChosen: ({ hash }) => hash !== caller.sessionHash, caller, request });
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
  }
}

/** Ends every session of an account, those that are being opened at this moment too, and what a sign-in has begun. */
export async function endAllSessions(account: AccountItem, { caller, request, logKind }: Ending): Promise<void> {
  const { accountId } = account;
  const subject = subjectOf(accountId);
  const changes = [{ field: 'sessions', before: null, after: 'all ended' }];
  const outcome = await retryRefused({
    first: account,
    read: async () => (await readAccount(accountId)) ?? account,
    attempt: (stored) =>
      commit({
        by: { caller, request },
        changes: [
          AccountEntity.update(
            { accountId },
            {
              set: { sessionsValidFrom: laterOf(stored.sessionsValidFrom, request.now.toISOString()) },
              where: whereUnchanged(stored, ['sessionsValidFrom', 'isDisabled']),
            },
          ),
        ],
        trail: { subject, changes },
        logKind,
      }),
  });
  if (outcome === 'written') await recordAccessEvent({ kind: 'session ended', accountId }, request);
}

/** A later end of all sessions is not overwritten. */
const laterOf = (one: string | undefined, other: string): string => (one !== undefined && one > other ? one : other);

const wordsOf = ({ browser = 'A browser', openedAt }: SessionItem): string =>
  `${browser}, since ${displayMoment(schoolTime(new Date(openedAt), school().timeZone))}`;
