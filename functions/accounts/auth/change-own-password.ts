import { authContract } from '#shared/accounts/auth/contract.ts';
import { estimateGuesses } from '#shared/accounts/auth/estimate-guesses.ts';
import { type PasswordOwner, unmetPasswordRequirements } from '#shared/accounts/auth/password.ts';
import { isStudentUserName } from '#shared/accounts/user-name.ts';
import { authRefusals, authWordings } from '#shared/accounts/wordings.ts';
import { ConflictError, ForbiddenError, NotSignedInError, ValidationError } from '../../platform/errors.ts';
import { provePassword } from '../../platform/identity/passwords.ts';
import { type CallContext, callHandler, Reply, type RequestFacts } from '../../platform/requests/call-handler.ts';
import { cookieNames, formatCookie } from '../../platform/requests/cookies.ts';
import { school } from '../../school/records/school.ts';
import { recordAccessEvent } from '../../sessions/access-events.ts';
import { confirmRole } from '../../sessions/account-role.ts';
import { type AccountItem, foldUserName, readAccount } from '../../sessions/accounts.ts';
import { setChosenPassword } from '../../sessions/identity-updates.ts';
import { areaOfRole, readSession, sessionKindOf } from '../../sessions/sessions.ts';
import { openSessionWithCookies } from './session-cookies.ts';
import { consumeChallenge, readChallenge } from './sign-in/challenge.ts';
import { readKnownDevice } from './sign-in/device-cookies.ts';
import { admitAttempt, openSessionOrStep } from './sign-in/sign-in.ts';
import { forgetAttempts, noteWrongPassword } from './sign-in/sign-in-attempts.ts';

type Change = CallContext<typeof authContract.changeOwnPassword, Record<never, never>>;
type Chosen = Pick<Change['input'], 'name' | 'password'>;

/** With the challenge of the sign-in just verified, or signed in and with the current password (rule 17). */
export const changeOwnPassword = callHandler(authContract.changeOwnPassword, {
  handle: async ({ input, request }) => {
    // Students change theirs by a call of their own.
    if (isStudentUserName(input.name)) throw new ForbiddenError(authRefusals.forbidden);
    const proved = (await proveByChallenge(input, request)) ?? (await proveByCurrentPassword(input, request));
    const { accountId, userName, role } = proved.account;
    const now = await storeChosenPassword(proved, input, request);
    // A session that goes on has had its second factor; a one-time password alone has not.
    const { cookies, second_factor } =
      'restore' in proved
        ? await openSessionOrStep(proved.account, await prove(userName, input.password), { now, request })
        : { cookies: await openSessionWithCookies(proved.account, { now, request }), second_factor: 'none' as const };
    const answer = { id: accountId, area: areaOfRole(role), password_reset: false, second_factor };
    return new Reply(answer, [...cookies, formatCookie(cookieNames.challenge, '', { seconds: 0 })]);
  },
});

/** Stores a proved owner's new password. @returns since when sessions of the account count */
export async function storeChosenPassword(
  proved: { account: AccountItem; restore?: () => Promise<void> },
  { password }: { password: string },
  request: RequestFacts,
): Promise<Date> {
  const now = await setChosenPassword(proved.account, password, request.now).catch(async (error: unknown) => {
    // The identity store has refused the password: the user types another one on the same page.
    if (!(error instanceof ConflictError)) await proved.restore?.();
    throw error;
  });
  await recordAccessEvent({ kind: 'password changed', accountId: proved.account.accountId }, request);
  return now;
}

/** Verifies the password that was just chosen. @throws NotSignedInError where it was replaced meanwhile */
async function prove(userName: string, password: string) {
  const proved = await provePassword(foldUserName(userName), password);
  if (proved.verdict !== 'right' && proved.verdict !== 'code due')
    throw new NotSignedInError(authRefusals.challengeOver);
  return proved;
}

/** The account of the browser's challenge, which is used up; undefined where the browser has none. */
export async function proveByChallenge(input: Chosen, request: RequestFacts) {
  const secret = request.cookies.get(cookieNames.challenge);
  if (!secret) return undefined;
  const challenge = await readChallenge(secret, input.password, request.now);
  if (!challenge) throw new NotSignedInError(authRefusals.challengeOver);
  const { account, isSamePassword } = challenge;
  checkName(input, account);
  if (isSamePassword) throw samePassword();
  await requireGoodPassword(input.password, account);
  const restore = await consumeChallenge(secret);
  if (!restore) throw new NotSignedInError(authRefusals.challengeOver);
  return { account, restore };
}

/**
 * The account of the browser's session, whose user has typed the current password. @throws ValidationError by field,
 * NotSignedInError
 */
export async function proveByCurrentPassword(
  input: Chosen & { current_password?: string | undefined },
  request: RequestFacts,
) {
  const session = request.cookies.get(cookieNames.session);
  const entered = session ? await readSession(session, () => ({}), request.now) : null;
  if (!entered) throw new NotSignedInError(authWordings.notSignedIn);
  const { caller } = entered;
  checkName(input, caller);
  if (input.current_password === undefined) throw new ValidationError({ current_password: ['Required.'] });
  await requireGoodPassword(input.password, caller);
  // Read before the password is verified, so that what ends the account's sessions meanwhile is noticed.
  const account = await readAccount(caller.accountId);
  if (!account) throw new NotSignedInError(authWordings.notSignedIn);
  const knownBy = (await readKnownDevice(request, caller.userName)) ?? caller.sessionHash;
  const attempt = { userName: caller.userName, knownBy, address: request.address, now: request.now };
  const counted = await admitAttempt(attempt, request);
  const { verdict, groups } = await provePassword(caller.userName, input.current_password);
  if (verdict === 'wrong') {
    await noteWrongPassword(attempt);
    throw new ValidationError({ current_password: [authRefusals.currentPasswordWrong] });
  }
  await forgetAttempts(attempt, counted);
  if (input.password === input.current_password) throw samePassword();
  return { account: await confirmRole(account, groups, request) };
}

const samePassword = () => new ValidationError({ password: [authRefusals.samePassword] });

/** @throws ForbiddenError where the name is not that of the challenge's or session's user */
function checkName(input: Chosen, account: { userName: string }): void {
  if (foldUserName(input.name) !== foldUserName(account.userName)) throw new ForbiddenError(authRefusals.forbidden);
}

/**
 * @throws ValidationError with everything that a new password of this account breaks; its guesses are estimated only
 * where the rest is right
 */
export async function requireGoodPassword(
  password: string,
  { role, userName }: Pick<AccountItem, 'role' | 'userName'>,
): Promise<void> {
  const owner: PasswordOwner = { area: sessionKindOf(role), userName, schoolName: school().name };
  let faults = unmetPasswordRequirements(password, owner);
  if (faults.length === 0) faults = unmetPasswordRequirements(password, owner, await estimateGuesses(password, owner));
  if (faults.length > 0) throw new ValidationError({ password: faults });
}
