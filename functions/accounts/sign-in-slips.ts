import { manageAdmins } from '#shared/accounts/auth/permissions.ts';
import { accountsContract } from '#shared/accounts/contract.ts';
import { seal, unseal } from '../platform/identity/encryption.ts';
import { errorFacts, log } from '../platform/log.ts';
import { callHandler, type RequestFacts } from '../platform/requests/call-handler.ts';
import { type Caller, hasAction } from '../platform/requests/caller.ts';
import { sessionOf } from '../platform/requests/cookies.ts';
import { entity } from '../platform/table/table.ts';
import { accountById } from '../sessions/accounts.ts';
import type { MadePassword } from '../sessions/identity-step.ts';

/** For how long a one-time password is shown again, in milliseconds. */
const shownFor = 3_600_000;

/** A one-time password, kept for the administrator who made it, in that account's partition, which only this domain's calls may write. */
const SignInSlip = entity({
  model: { entity: 'sign-in-slip', version: '1', service: 'formroom' },
  attributes: {
    /** The administrator who made it. */
    by: { type: 'string', required: true },
    /** The account that signs in with it. */
    accountId: { type: 'string', required: true },
    /** Sealed with the cookie of the maker's session: the table alone opens nothing, and nor does another session. */
    sealed: { type: 'string', required: true },
    from: { type: 'string', required: true },
    /** Milliseconds since 1970. */
    until: { type: 'number', required: true },
    /** Seconds since 1970, for DynamoDB's own clearing. */
    expires: { type: 'number', required: true },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['by'], template: 'account#${by}', casing: 'none' },
      sk: { field: 'sk', composite: ['accountId'], template: 'slip#${accountId}', casing: 'none' },
    },
  },
});

/** The administrator who makes a password, and the session in which it is made. */
export interface SlipMaker {
  caller: Pick<Caller, 'accountId'>;
  request: Pick<RequestFacts, 'cookies' | 'now'>;
}

/**
 * Stores a one-time password so that its maker can read it again after leaving the screen. Returns the password, also where it could not
 * be kept: it is answered all the same.
 */
export async function storeSlip(
  accountId: string,
  made: MadePassword | null,
  { caller, request }: SlipMaker,
): Promise<string | null> {
  if (!made) return null;
  const until = request.now.getTime() + shownFor;
  try {
    await SignInSlip.put({
      ...{ by: caller.accountId, accountId, from: made.from, until },
      sealed: seal(sessionOf(request), made.password),
      expires: Math.ceil(until / 1000),
    }).go();
  } catch (error) {
    log('error', 'slip-not-kept', { account: accountId, ...errorFacts(error) });
  }
  return made.password;
}

/** The one-time passwords that the caller made in this session in the last hour, and nobody has used up, replaced or closed since. */
export const signInSlips = callHandler(accountsContract.signInSlips, {
  handle: async ({ caller, request }) => {
    const { data } = await SignInSlip.query.record({ by: caller.accountId }).go({ pages: 'all' });
    const slips = data.filter(({ until }) => request.now.getTime() < until);
    const shown = await Promise.all(
      slips.map(async ({ accountId, from, sealed }) => {
        const account = await accountById(accountId);
        if (account?.sessionsValidFrom !== from || account.isDisabled || account.identityDue) return [];
        if (account.role !== 'teacher' && !hasAction(caller, manageAdmins)) return [];
        const one_time_password = unsealedHere(sessionOf(request), sealed);
        if (one_time_password === null) return [];
        const { name, userName: user_name, role } = account;
        const area = role === 'teacher' ? ('staff' as const) : ('admin' as const);
        return [{ account_id: accountId, name, user_name, area, one_time_password }];
      }),
    );
    return shown.flat().sort((a, b) => a.name.localeCompare(b.name));
  },
});

/** Null for a slip of another session of the same account. */
function unsealedHere(session: string, sealed: string): string | null {
  try {
    return unseal(session, sealed);
  } catch {
    return null;
  }
}
