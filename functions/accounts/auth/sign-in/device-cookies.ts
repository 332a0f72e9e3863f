import { trustedDeviceDays } from '#shared/accounts/auth/second-factor.ts';
import { isSigned, sign } from '../../../platform/identity/secrets.ts';
import type { RequestFacts } from '../../../platform/requests/call-handler.ts';
import { cookieNames, formatCookie } from '../../../platform/requests/cookies.ts';
import { type AccountItem, foldUserName, isSessionEndedByAccount } from '../../../sessions/accounts.ts';
import { isDeviceKnown, knownDays } from '../../../sessions/devices.ts';
import type { SecondFactorItem } from '../../../sessions/second-factor-record.ts';
import { readOrMakeSigningKey } from '../../../sessions/signing-key.ts';

/**
 * The device of a browser in which this user has signed in before, by its signed cookie. Its tries are counted apart
 * from those of strangers: otherwise anybody could lock a teacher out by typing wrong passwords for the teacher's user
 * name.
 */
export async function readKnownDevice(
  { cookies, now }: Pick<RequestFacts, 'cookies' | 'now'>,
  userName: string,
): Promise<string | undefined> {
  const device = await readDeviceCookie(cookies, userName);
  return device !== undefined && (await isDeviceKnown(userName, device, now)) ? device : undefined;
}

/** The device's random name, or undefined where the cookie is not ours or is another user's. */
export async function readDeviceCookie(
  cookies: ReadonlyMap<string, string>,
  userName: string,
): Promise<string | undefined> {
  const [device = '', signature = ''] = cookies.get(cookieNames.device)?.split('.') ?? [];
  if (signature === '') return undefined;
  return isSigned(await readOrMakeSigningKey('device'), deviceText(device, userName), signature) ? device : undefined;
}

/** The cookie that makes a browser known for a user. */
export async function createDeviceCookie(userName: string, device: string): Promise<string> {
  const signature = sign(await readOrMakeSigningKey('device'), deviceText(device, userName));
  return formatCookie(cookieNames.device, `${device}.${signature}`, { seconds: knownDays * 86_400 });
}

const deviceText = (device: string, userName: string): string => `${device}.${foldUserName(userName)}`;

/** A browser in which codes are not asked for. It is bound to the account and to the device cookie of that user. */
interface Trusted {
  accountId: string;
  /** The random name in the device cookie. */
  device: string;
}

const trustedText = ({ accountId, device }: Trusted, since: string): string => `${accountId}.${device}.${since}`;

export async function createTrustedDeviceCookie(trusted: Trusted, now: Date): Promise<string> {
  const since = String(now.getTime());
  const signature = sign(await readOrMakeSigningKey('trusted device'), trustedText(trusted, since));
  return formatCookie(cookieNames.trusted, `${since}.${signature}`, { seconds: trustedDeviceDays * 86_400 });
}

/**
 * True where this account trusted the browser within the last {@link trustedDeviceDays} and nothing has ended that
 * since: a change or reset of the password, another set-up or reset of the second factor, or the user.
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
  const [since = '', signature = ''] = cookies.get(cookieNames.trusted)?.split('.') ?? [];
  if (signature === '' || device === undefined || factor === undefined) return false;
  const text = trustedText({ accountId: account.accountId, device }, since);
  if (!isSigned(await readOrMakeSigningKey('trusted device'), text, signature)) return false;
  const from = Number(since);
  return (
    now.getTime() < from + trustedDeviceDays * 86_400_000 &&
    from >= factor.trustedFrom &&
    !isSessionEndedByAccount(account, from)
  );
}
