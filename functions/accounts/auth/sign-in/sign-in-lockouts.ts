import { authContract, type SignInLockouts } from '#shared/accounts/auth/contract.ts';
import { manageAdminsAction } from '#shared/accounts/auth/permissions.ts';
import { accountRefusals, authRefusals } from '#shared/accounts/wordings.ts';
import { ForbiddenError, NotFoundError } from '../../../platform/errors.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { type Caller, hasAction } from '../../../platform/requests/caller.ts';
import { commit } from '../../../platform/table/acts/commit.ts';
import { type Authorship, isChangeDone } from '../../../platform/table/audit.ts';
import { whereUnchanged } from '../../../platform/table/expression.ts';
import { retryRefused } from '../../../platform/table/retry-refused.ts';
import { readItems, readMany } from '../../../platform/table/table.ts';
import {
  type AccountItem,
  accountKey,
  foldUserName,
  logKindOf,
  readAccount,
  userNameKey,
} from '../../../sessions/accounts.ts';
import {
  AttemptsEntity,
  type AttemptsItem,
  attemptsAttributes,
  expiryOfAttempts,
  toSignInTries,
} from './attempt-counters.ts';
import {
  toAccountAttemptsId,
  toLinkAttemptsId,
  toNetworkAttemptsId,
  toStudentNetworkAttemptsId,
} from './sign-in-attempts.ts';
import { judgeTry, networkLiftMilliseconds, strangerRule, triesAfterLift } from './sign-in-pace.ts';

/**
 * Lockouts that are read at most, the latest first. User names without an account have lockouts too; they are not
 * shown.
 */
const mostLockouts = 300;

/**
 * Accounts and networks for which unknown browsers are rejected now, the latest first. Accounts of administrators are
 * shown to callers with `manageAdmins`. One query, and two requests for each hundred accounts.
 */
export async function readLockouts(caller: Caller, now: Date): Promise<SignInLockouts> {
  const data = await AttemptsEntity.queryBy('walls', { wall: 'closed' }, { isDescending: true, limit: mostLockouts });
  const closed = data.filter((lockout) => isClosed(lockout, now));
  const names = closed.flatMap(({ who }) => (who.startsWith('account#') ? [who.slice('account#'.length)] : []));
  const owners = await readMany(names.map(userNameKey));
  const accounts = await readMany(owners.map(({ accountId }) => accountKey(accountId)));
  const byName = new Map(accounts.map((account) => [foldUserName(account.userName), account]));
  return {
    accounts: closed.flatMap((lockout) => {
      const account = byName.get(lockout.who.slice('account#'.length));
      if (!account || !canLift(caller, account)) return [];
      const verdict = judgeTry(strangerRule, toSignInTries(lockout), now.getTime());
      const until = 'until' in verdict ? new Date(verdict.until).toISOString() : now.toISOString();
      return [{ account_id: account.accountId, name: account.name, since: since(lockout), until }];
    }),
    networks: [
      ...Map.groupBy(
        closed.filter(({ who }) => who.startsWith('network#')),
        ({ who }) => who.replace(/^network#(students#|links#)?/, ''),
      ),
    ].map(([network, [latest]]) => ({ network, since: latest ? since(latest) : '' })),
  };
}

const since = ({ wallOrder = '' }: AttemptsItem): string => wallOrder.split('#')[0] ?? '';

const isClosed = (lockout: AttemptsItem, now: Date): boolean =>
  lockout.who.startsWith('network#')
    ? (lockout.until ?? 0) > now.getTime()
    : judgeTry(strangerRule, toSignInTries(lockout), now.getTime()).is === 'refused';

const canLift = (caller: Caller, { role }: AccountItem): boolean =>
  role === 'teacher' || role === 'student' || hasAction(caller, manageAdminsAction);

/** Allows unknown browsers two more tries for an account. Does nothing where the account is not locked. */
export async function liftAccountLockout(account: AccountItem, by: Authorship & { caller: Caller }): Promise<void> {
  if (!canLift(by.caller, account)) throw new ForbiddenError(authRefusals.forbidden);
  await lift({
    who: toAccountAttemptsId(account.userName),
    subject: `account#${account.accountId}`,
    logKind: logKindOf(account),
    open: (lockout) => triesAfterLift(toSignInTries(lockout)),
    by,
  });
}

/** Lifts the limits of a network, of the staff, of students and of links, for an hour; the limits of accounts stay. */
export async function liftNetworkLockout(network: string, by: Authorship & { caller: Caller }): Promise<void> {
  for (const who of [toNetworkAttemptsId(network), toStudentNetworkAttemptsId(network), toLinkAttemptsId(network)])
    await lift({
      who,
      subject: who,
      logKind: 'teachers',
      open: ({ until = 0 }, now) => ({ until, liftedUntil: now + networkLiftMilliseconds }),
      by,
    });
}

interface Lift {
  who: string;
  subject: string;
  logKind: string;
  open: (lockout: AttemptsItem, now: number) => Partial<AttemptsItem>;
  by: Authorship;
}

async function lift({ who, subject, logKind, open, by }: Lift): Promise<void> {
  const changes = [{ field: 'sign-in of unknown browsers', before: 'turned away', after: 'let through' }];
  await retryRefused({
    read: async () => (await readItems({ lockout: AttemptsEntity.key({ who }) })).lockout,
    attempt: async (lockout) => {
      if (!lockout?.wall || !isClosed(lockout, by.request.now)) return 'nothing closed';
      if (await isChangeDone(subject, by.request.idempotencyKey)) return 'done';
      const { now } = by.request;
      return commit({
        by,
        changes: [
          AttemptsEntity.put(
            { who, ...open(lockout, now.getTime()), expires: expiryOfAttempts(now) },
            whereUnchanged(lockout, attemptsAttributes),
          ),
        ],
        trail: { subject, changes },
        logKind,
      });
    },
  });
}

export const listSignInLockouts = callHandler(authContract.listSignInLockouts, {
  handle: ({ caller, request }) => readLockouts(caller, request.now),
});

export const liftSignInLockout = callHandler(authContract.liftSignInLockout, {
  handle: async ({ input, caller, request }) => {
    if ('network' in input) await liftNetworkLockout(input.network, { caller, request });
    else {
      const account = await readAccount(input.account_id);
      if (!account) throw new NotFoundError(accountRefusals.noSuchAccount);
      await liftAccountLockout(account, { caller, request });
    }
    return readLockouts(caller, request.now);
  },
});
