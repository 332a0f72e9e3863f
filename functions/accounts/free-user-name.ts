import { numberedUserName } from '#shared/accounts/user-name.ts';
import { ValidationError } from '../platform/errors.ts';
import { hashSecret } from '../platform/identity/secrets.ts';
import { readItems } from '../platform/table/table.ts';
import { foldUserName, userNameKey } from '../sessions/accounts.ts';

/** Candidates that are read in one request. */
const namesakes = 50;

/** The first user name of the rule that nobody has or ever had. One request for each fifty that are taken. */
export async function findFreeUserName(base: string, after = 0): Promise<string> {
  const candidates = Array.from({ length: namesakes }, (_, index) => numberedUserName(base, after + index + 1));
  const { found } = await readItems({ found: candidates.map(userNameKey) });
  const taken = new Set(found.map(({ userName }) => userName));
  const free = candidates.find((candidate) => !taken.has(foldUserName(candidate)));
  return free ?? findFreeUserName(base, after + namesakes);
}

/**
 * @throws ValidationError where somebody has, or ever had, a user name that was chosen by hand; it names one that is
 * free
 */
export async function requireFreeUserName(userName: string): Promise<void> {
  const { found } = await readItems({ found: userNameKey(userName) });
  if (!found) return;
  const free = await findFreeUserName(userName.replace(/(?<!\d)\d+$/, '') || userName);
  throw new ValidationError({ user_name: [`${userName} is in use, or was used before. ${free} is free.`] });
}

/** The id of the account that a request makes: a retry has the same id and finds it. */
export const accountIdForKey = (idempotencyKey: string): string =>
  hashSecret(idempotencyKey)
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, 24);
