import { manageAdminsAction } from '#shared/accounts/auth/permissions.ts';
import { accountsContract } from '#shared/accounts/contract.ts';
import { decrypt, encrypt } from '../platform/identity/encryption.ts';
import { logger } from '../platform/log.ts';
import { callHandler, type RequestFacts } from '../platform/requests/call-handler.ts';
import { type Caller, hasAction } from '../platform/requests/caller.ts';
import { readSessionCookie } from '../platform/requests/cookies.ts';
import { executeAction } from '../platform/table/action.ts';
import { entity } from '../platform/table/entity.ts';
import { readAccount } from '../sessions/accounts.ts';
import type { IssuedPassword } from '../sessions/identity-updates.ts';

/** For how long a one-time password is shown again, in milliseconds. */
const shownFor = 3_600_000;

/**
 * A one-time password, kept for the administrator who made it, in that account's partition, which only this domain's
 * calls may write.
 *
 * @secret one-time passwords
 */
interface SignInSlipItem {
  /** The administrator who made it. */
  by: string;
  /** The account that signs in with it. */
  accountId: string;
  /**
   * The password, encrypted with the cookie of the maker's session: neither the table nor another session can read it.
   */
  sealed: string;
  from: string;
  /** Milliseconds since 1970. */
  until: number;
  /** Seconds since 1970, for DynamoDB's own clearing. */
  expires: number;
}

const SignInSlipEntity = entity<SignInSlipItem>()({
  name: 'sign-in-slip',
  pk: 'account#${by}',
  sk: 'slip#${accountId}',
});

/** The administrator who makes a password, and the session in which it is made. */
export interface PasswordIssuer {
  caller: Pick<Caller, 'accountId'>;
  request: Pick<RequestFacts, 'cookies' | 'now'>;
}

/**
 * Stores a one-time password so that its maker can read it again after leaving the screen. Returns the password even
 * where it could not be stored.
 */
export async function storeOneTimePassword(
  accountId: string,
  made: IssuedPassword | null,
  { caller, request }: PasswordIssuer,
): Promise<string | null> {
  if (!made) return null;
  const until = request.now.getTime() + shownFor;
  try {
    await executeAction(
      SignInSlipEntity.put({
        by: caller.accountId,
        accountId,
        from: made.from,
        until,
        sealed: encrypt(readSessionCookie(request), made.password),
        expires: Math.ceil(until / 1000),
      }),
    );
  } catch (error) {
    logger.error('slip-not-kept', { account: accountId, error });
  }
  return made.password;
}

/** The one-time passwords that the caller made in this session in the last hour and that still work. */
export const listSignInSlips = callHandler(accountsContract.listSignInSlips, {
  handle: async ({ caller, request }) => {
    const data = await SignInSlipEntity.query({ by: caller.accountId });
    const slips = data.filter(({ until }) => request.now.getTime() < until);
    const shown = await Promise.all(
      slips.map(async ({ accountId, from, sealed }) => {
        const account = await readAccount(accountId);
        if (account?.sessionsValidFrom !== from || account.isDisabled || account.identityDue) return [];
        if (account.role !== 'teacher' && !hasAction(caller, manageAdminsAction)) return [];
        const one_time_password = unsealedHere(readSessionCookie(request), sealed);
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
    return decrypt(session, sealed);
  } catch {
    return null;
  }
}
