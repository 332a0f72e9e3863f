import { authContract, type SignInWalls } from '#shared/accounts/auth/contract.ts';
import { manageAdmins } from '#shared/accounts/auth/permissions.ts';
import { authMessages } from '#shared/accounts/wordings.ts';
import { ForbiddenError, NotFoundError } from '../../platform/errors.ts';
import { callHandler, type RequestFacts } from '../../platform/requests/call-handler.ts';
import { type Caller, hasAction } from '../../platform/requests/caller.ts';
import { AuditRow, auditRow, isChangeDone, writeAudited } from '../../platform/table/audit.ts';
import { stillAs } from '../../platform/table/expression.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { readItems, readMany } from '../../platform/table/table.ts';
import {
  type AccountItem,
  accountById,
  accountKey,
  foldUserName,
  logKindOf,
  userNameKey,
} from '../../sessions/accounts.ts';
import {
  Attempts,
  type AttemptsItem,
  accountWho,
  attemptsAttributes,
  expiryAt,
  networkWho,
  triesOf,
} from './sign-in-attempts.ts';
import { judgeTry, networkLiftMilliseconds, strangerRule, triesAfterLift } from './sign-in-pace.ts';

/** At most so many walls are read, the latest first. Names without an account have walls too; they are not shown. */
const mostWalls = 300;

/**
 * Accounts and networks for which unknown browsers are rejected now, the latest first. Accounts of administrators are shown only to
 * who may manage them. One query, and two requests for each hundred accounts.
 */
export async function readWalls(caller: Caller, now: Date): Promise<SignInWalls> {
  const data = await Attempts.queryBy('walls', { wall: 'closed' }, { isDescending: true, limit: mostWalls });
  const closed = data.filter((wall) => isClosed(wall, now));
  const names = closed.flatMap(({ who }) => (who.startsWith('account#') ? [who.slice('account#'.length)] : []));
  const owners = await readMany(names.map(userNameKey));
  const accounts = await readMany(owners.map(({ accountId }) => accountKey(accountId)));
  const byName = new Map(accounts.map((account) => [foldUserName(account.userName), account]));
  return {
    accounts: closed.flatMap((wall) => {
      const account = byName.get(wall.who.slice('account#'.length));
      if (!account || !mayLift(caller, account)) return [];
      const verdict = judgeTry(strangerRule, triesOf(wall), now.getTime());
      const until = 'until' in verdict ? new Date(verdict.until).toISOString() : now.toISOString();
      return [{ account_id: account.accountId, name: account.name, since: since(wall), until }];
    }),
    networks: closed.flatMap((wall) =>
      wall.who.startsWith('network#') ? [{ network: wall.who.slice('network#'.length), since: since(wall) }] : [],
    ),
  };
}

const since = ({ wallOrder = '' }: AttemptsItem): string => wallOrder.split('#')[0] ?? '';

const isClosed = (wall: AttemptsItem, now: Date): boolean =>
  wall.who.startsWith('network#')
    ? (wall.until ?? 0) > now.getTime()
    : judgeTry(strangerRule, triesOf(wall), now.getTime()).is === 'refused';

const mayLift = (caller: Caller, { role }: AccountItem): boolean =>
  role === 'teacher' || hasAction(caller, manageAdmins);

/** Lets two more tries of strangers at an account through. Nothing happens where none are turned away. */
export async function liftAccount(account: AccountItem, act: { caller: Caller; request: RequestFacts }): Promise<void> {
  if (!mayLift(act.caller, account)) throw new ForbiddenError(authMessages.forbidden);
  await lift({
    who: accountWho(account.userName),
    subject: `account#${account.accountId}`,
    logKind: logKindOf(account),
    open: (wall) => triesAfterLift(triesOf(wall)),
    ...act,
  });
}

/** Lets strangers of a network through for an hour; what an account may be tried stays. */
export const liftNetwork = (network: string, act: { caller: Caller; request: RequestFacts }): Promise<void> =>
  lift({
    who: networkWho(network),
    subject: `network#${network}`,
    logKind: 'teachers',
    open: ({ until = 0 }, now) => ({ until, liftedUntil: now + networkLiftMilliseconds }),
    ...act,
  });

interface Lift {
  who: string;
  subject: string;
  logKind: string;
  open: (wall: AttemptsItem, now: number) => Partial<AttemptsItem>;
  caller: Caller;
  request: RequestFacts;
}

async function lift({ who, subject, logKind, open, caller, request }: Lift): Promise<void> {
  const changes = [{ field: 'sign-in of unknown browsers', before: 'turned away', after: 'let through' }];
  await retryRefused({
    read: async () => (await readItems({ wall: Attempts.key({ who }) })).wall,
    attempt: async (wall) => {
      if (!wall?.wall || !isClosed(wall, request.now)) return 'nothing closed';
      if (await isChangeDone(subject, request.idempotencyKey)) return 'already done';
      const { now } = request;
      return writeAudited([
        Attempts.put({ who, ...open(wall, now.getTime()), expires: expiryAt(now) }, stillAs(wall, attemptsAttributes)),
        AuditRow.create(auditRow({ subject, changes, caller, request, logKind })),
      ]);
    },
  });
}

export const signInWalls = callHandler(authContract.signInWalls, {
  handle: ({ caller, request }) => readWalls(caller, request.now),
});

export const liftSignInWall = callHandler(authContract.liftSignInWall, {
  handle: async ({ input, caller, request }) => {
    if ('network' in input) await liftNetwork(input.network, { caller, request });
    else {
      const account = await accountById(input.account_id);
      if (!account) throw new NotFoundError('There is no such account.');
      await liftAccount(account, { caller, request });
    }
    return readWalls(caller, request.now);
  },
});
