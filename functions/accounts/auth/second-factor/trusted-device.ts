import { trustedDays } from '#shared/accounts/auth/second-factor.ts';
import { isSigned, sign } from '../../../platform/identity/signature.ts';
import { cookie, trustedCookieName } from '../../../platform/requests/cookies.ts';
import { type AccountItem, isEnded } from '../../../sessions/accounts.ts';
import type { SecondFactorItem } from '../../../sessions/second-factor.ts';
import { signingKey } from '../../../sessions/signing-key.ts';

/** A browser that its user has told not to ask for codes. It is bound to the account and to the device cookie of that user. */
interface Trusted {
  accountId: string;
  /** The random name in the device cookie. */
  device: string;
}

const textOf = ({ accountId, device }: Trusted, since: string): string => `${accountId}.${device}.${since}`;

export async function trustedCookie(trusted: Trusted, now: Date): Promise<string> {
  const since = String(now.getTime());
  const signature = sign(await signingKey('trusted device'), textOf(trusted, since));
  return cookie(trustedCookieName, `${since}.${signature}`, { seconds: trustedDays * 86_400 });
}

/**
 * True where a browser was trusted by this account within the days that it lasts, and nothing has ended that since: a password that was
 * changed or reset, a second factor that was set up again or reset, or the user's own wish.
 */
export async function isTrustedDevice(
  cookies: ReadonlyMap<string, string>,
  {
    account,
    device,
    factor,
    now,
  }: { account: AccountItem; device: string | undefined; factor: SecondFactorItem | undefined; now: Date },
): Promise<boolean> {
  const [since = '', signature = ''] = cookies.get(trustedCookieName)?.split('.') ?? [];
  if (signature === '' || device === undefined || factor === undefined) return false;
  const text = textOf({ accountId: account.accountId, device }, since);
  if (!isSigned(await signingKey('trusted device'), text, signature)) return false;
  const from = Number(since);
  return now.getTime() < from + trustedDays * 86_400_000 && from >= factor.trustedFrom && !isEnded(account, from);
}
