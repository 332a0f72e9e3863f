import { isSigned, sign } from '../../../platform/identity/signature.ts';
import type { RequestFacts } from '../../../platform/requests/call-handler.ts';
import { cookie, deviceCookieName } from '../../../platform/requests/cookies.ts';
import { foldUserName } from '../../../sessions/accounts.ts';
import { isDeviceKnown, knownDays } from '../../../sessions/devices.ts';
import { signingKey } from '../../../sessions/signing-key.ts';

/**
 * A browser in which this user has signed in before says so with a signed cookie. Its tries are counted apart from those of
 * strangers: otherwise anybody could keep a teacher out of school by typing wrong passwords under the teacher's name.
 */
export async function knownDevice(
  { cookies, now }: Pick<RequestFacts, 'cookies' | 'now'>,
  userName: string,
): Promise<string | undefined> {
  const device = await signedDevice(cookies, userName);
  return device !== undefined && (await isDeviceKnown(userName, device, now)) ? device : undefined;
}

/** The device's random name, or undefined where the cookie is not ours or is another user's. */
export async function signedDevice(
  cookies: ReadonlyMap<string, string>,
  userName: string,
): Promise<string | undefined> {
  const [device = '', signature = ''] = cookies.get(deviceCookieName)?.split('.') ?? [];
  if (signature === '') return undefined;
  return isSigned(await signingKey('device'), textOf(device, userName), signature) ? device : undefined;
}

/** The cookie that makes a browser known for a user. */
export async function deviceCookie(userName: string, device: string): Promise<string> {
  const signature = sign(await signingKey('device'), textOf(device, userName));
  return cookie(deviceCookieName, `${device}.${signature}`, { seconds: knownDays * 86_400 });
}

const textOf = (device: string, userName: string): string => `${device}.${foldUserName(userName)}`;
