import { authMessages } from '#shared/accounts/auth/messages.ts';
import { ConflictError } from '../../../platform/errors.ts';
import { newAppSecret } from '../../../platform/identity/passwords.ts';
import { school } from '../../../school/records/school.ts';
import type { AccountItem } from '../../../sessions/accounts.ts';

/** A new secret for the app of an account, as text and as the address that apps read from a QR code. */
export async function appSecretFor(
  { userName }: AccountItem,
  token: string,
): Promise<{ secret: string; address: string }> {
  const secret = await newAppSecret(token);
  if (secret === undefined) throw new ConflictError(authMessages.setUpOver);
  // Apps show the school and the user name beside the code.
  const issuer = encodeURIComponent(school().name);
  const label = `${issuer}:${encodeURIComponent(userName)}`;
  return { secret, address: `otpauth://totp/${label}?secret=${secret}&issuer=${issuer}` };
}
