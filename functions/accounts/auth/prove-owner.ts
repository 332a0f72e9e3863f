import { authRefusals, authWordings } from '#shared/accounts/wordings.ts';
import { ConflictError, NotSignedInError, ValidationError } from '../../platform/errors.ts';
import type { CodeVerdict } from '../../platform/identity/authenticator-app.ts';
import { answerCode, provePassword } from '../../platform/identity/passwords.ts';
import type { RequestFacts } from '../../platform/requests/call-handler.ts';
import type { Caller } from '../../platform/requests/caller.ts';
import { recordAccessEvent } from '../../sessions/access-events.ts';
import { type ConfirmedAccount, confirmRole } from '../../sessions/account-role.ts';
import { type AccountItem, foldUserName, readAccount } from '../../sessions/accounts.ts';
import { consumeRecoveryCode } from '../../sessions/second-factor-record.ts';
import { readKnownDevice } from './sign-in/device-cookies.ts';
import { admitAttempt } from './sign-in/sign-in.ts';
import { forgetAttempts, noteWrongPassword } from './sign-in/sign-in-attempts.ts';

export interface TypedProof {
  current_password: string;
  code?: string | undefined;
  kind?: 'app' | 'recovery' | undefined;
}

/** `token` is the identity store's access token; undefined where a recovery code replaced the app's code. */
export interface ProvedOwner {
  account: ConfirmedAccount;
  hasApp: boolean;
  token: string | undefined;
}

/**
 * Proves that the user of an open session is the owner of the account: the password again, and where an app is set up
 * its code or a recovery code, which is used up. Counted and limited as a sign-in is.
 * @throws ValidationError by field; ForbiddenError where the identity store says another role
 */
export async function proveOwner(
  shown: TypedProof,
  { caller, request }: { caller: Caller; request: RequestFacts },
): Promise<ProvedOwner> {
  const account = await readAccount(caller.accountId);
  if (!account) throw new NotSignedInError(authWordings.notSignedIn);
  const userName = foldUserName(account.userName);
  const knownBy = (await readKnownDevice(request, userName)) ?? caller.sessionHash;
  const attempt = { userName, knownBy, address: request.address, now: request.now };
  const counted = await admitAttempt(attempt, request);
  const { verdict, proof, groups } = await provePassword(userName, shown.current_password);
  if (verdict === 'wrong') {
    await noteWrongPassword(attempt);
    throw new ValidationError({ current_password: [authRefusals.currentPasswordWrong] });
  }
  if (verdict === 'must change') throw new ConflictError(authRefusals.challengeOver);
  const hasApp = verdict === 'code due';
  const proved = hasApp
    ? await proveCode({ account, session: proof ?? '', shown, request })
    : { account: await confirmRole(account, groups, request), token: proof };
  await forgetAttempts(attempt, counted);
  return { ...proved, hasApp };
}

/** The role is confirmed before a recovery code is used up. */
async function proveCode({
  account,
  session,
  shown: { code = '', kind = 'app' },
  request,
}: {
  account: AccountItem;
  session: string;
  shown: TypedProof;
  request: RequestFacts;
}): Promise<Omit<ProvedOwner, 'hasApp'>> {
  if (code === '') throw new ValidationError({ code: ['Required.'] });
  const { accountId, userName } = account;
  if (kind === 'recovery') {
    const confirmed = await confirmRole(account, undefined, request);
    if ((await consumeRecoveryCode(accountId, code)) !== undefined) {
      await recordAccessEvent({ kind: 'recovery code used', accountId }, request);
      return { account: confirmed, token: undefined };
    }
    await recordAccessEvent({ kind: 'code refused', accountId }, request);
    throw new ValidationError({ code: [authRefusals.recoveryCodeWrong] });
  }
  const { verdict, token, groups } = await answerCode({
    userName: foldUserName(userName),
    session,
    code: removeCodeSpaces(code),
  });
  if (verdict === 'right') return { account: await confirmRole(account, groups, request), token };
  await recordAccessEvent({ kind: 'code refused', accountId }, request);
  throw new ValidationError({ code: [describeCodeRefusal(verdict)] });
}

/** Apps show six digits in two groups, and people copy the space. */
export const removeCodeSpaces = (typed: string): string => typed.replace(/[ -]/g, '');

export const describeCodeRefusal = (verdict: CodeVerdict): string =>
  verdict === 'used' ? authRefusals.codeUsed : authRefusals.codeWrong;
