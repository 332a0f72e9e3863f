import { guessesOf } from '#shared/accounts/auth/guesses.ts';
import { type PasswordOwner, passwordFaults } from '#shared/accounts/auth/password.ts';
import { ValidationError } from '../../platform/errors.ts';
import { school } from '../../school/records/school.ts';
import type { AccountItem } from '../../sessions/accounts.ts';
import { areaOf } from '../../sessions/sessions.ts';

/** @throws ValidationError with everything that a new password of this account breaks; guessed at only where the rest is right */
export async function requireGoodPassword(
  password: string,
  { role, userName }: Pick<AccountItem, 'role' | 'userName'>,
): Promise<void> {
  const owner: PasswordOwner = { area: areaOf(role), userName, schoolName: school().name };
  let faults = passwordFaults(password, owner);
  if (faults.length === 0) faults = passwordFaults(password, owner, await guessesOf(password, owner));
  if (faults.length > 0) throw new ValidationError({ password: faults });
}
