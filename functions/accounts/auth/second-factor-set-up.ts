import { authContract } from '#shared/accounts/auth/contract.ts';
import { authRefusals } from '#shared/accounts/wordings.ts';
import { ConflictError, ValidationError } from '../../platform/errors.ts';
import { confirmApp, forgetApp, provePassword, requestAppSecret } from '../../platform/identity/passwords.ts';
import { callHandler, Reply, type RequestFacts } from '../../platform/requests/call-handler.ts';
import { school } from '../../school/records/school.ts';
import { recordAccessEvent } from '../../sessions/access-events.ts';
import { type ConfirmedAccount, confirmRole } from '../../sessions/account-role.ts';
import { type AccountItem, foldUserName } from '../../sessions/accounts.ts';
import { keepSecondFactor, removeSecondFactor, secondFactorRule } from '../../sessions/second-factor-record.ts';
import { endOtherSessions } from '../../sessions/session-list.ts';
import { areaOfRole } from '../../sessions/sessions.ts';
import { describeCodeRefusal, proveOwner } from './prove-owner.ts';
import {
  beginStep,
  clearStepCookie,
  consumeStep,
  countStepTry,
  readStep,
  type StepPurpose,
} from './second-factor-step.ts';
import { openSessionWithCookies } from './session-cookies.ts';

export const beginSetUp = callHandler(authContract.beginSetUp, {
  handle: async ({ input, caller, request }) => {
    const { account, hasApp, token } = await proveOwner(input, { caller, request });
    if (!hasApp && secondFactorRule(account.role) === 'off') throw new ConflictError(authRefusals.secondFactorOff);
    const proof = token ?? (await withoutApp());
    const cookie = await beginStep(account, { purpose: 'own set-up', proof, now: request.now });
    return new Reply(await createAppSecret(account, proof), [cookie]);

    /**
     * With a recovery code in place of a lost phone: ends its app, so that the password alone is enough to set up
     * another.
     */
    async function withoutApp(): Promise<string> {
      const userName = foldUserName(account.userName);
      await forgetApp(userName);
      await removeSecondFactor({ author: account, request });
      const { verdict, proof } = await provePassword(userName, input.current_password);
      if (verdict !== 'right' || proof === undefined) throw new ConflictError(authRefusals.setUpOver);
      return proof;
    }
  },
});

export const confirmSetUp = callHandler(authContract.confirmSetUp, {
  handle: async ({ input, caller, request }) => {
    const { accountId: owner } = caller;
    const { account, recovery_codes } = await confirmAppAndEndStep('own set-up', { code: input.code, owner, request });
    // Sessions that were opened with the password alone end.
    await endOtherSessions(account, { caller, request });
    return new Reply({ recovery_codes }, [clearStepCookie()]);
  },
});

export const beginDemandedSetUp = callHandler(authContract.beginDemandedSetUp, {
  handle: async ({ request }) => {
    const step = await readStep(request.cookies, 'demanded set-up', request.now);
    if (!step) throw new ConflictError(authRefusals.stepOver);
    return createAppSecret(step.account, step.proof);
  },
});

export const confirmDemandedSetUp = callHandler(authContract.confirmDemandedSetUp, {
  handle: async ({ input, request }) => {
    const { account, recovery_codes } = await confirmAppAndEndStep('demanded set-up', { code: input.code, request });
    const { accountId, role } = account;
    await recordAccessEvent({ kind: 'signed in', accountId }, request);
    return new Reply({ id: accountId, area: areaOfRole(role), recovery_codes }, [
      // Trusted after the set-up, which ends the trust in earlier devices.
      ...(await openSessionWithCookies(account, { now: request.now, request, isTrusted: input.trust_device })),
      clearStepCookie(),
    ]);
  },
});

/**
 * Verifies the first code of an app. The identity store is written before the table: after an interruption between the
 * two, codes are asked for, and the next sign-in writes the table.
 * @param owner the session's account, which must be the step's
 */
export async function confirmAppAndEndStep(
  purpose: Exclude<StepPurpose, 'code'>,
  { code, owner, request }: { code: string; owner?: string; request: RequestFacts },
): Promise<{ account: ConfirmedAccount; recovery_codes: string[] | null }> {
  const step = await readStep(request.cookies, purpose, request.now);
  if (!step || (owner !== undefined && step.account.accountId !== owner)) throw stepExpired(purpose);
  if (!(await countStepTry(step.secret))) throw stepExpired(purpose);
  // The step's token may be minutes old. Before the app is set up, so that a refusal leaves no recovery codes that
  // nobody has seen.
  const account = await confirmRole(step.account, undefined, request);
  const verdict = await confirmApp(step.proof, code);
  if (verdict === 'over') throw stepExpired(purpose);
  if (verdict !== 'right') throw new ValidationError({ code: [describeCodeRefusal(verdict)] });
  if (!(await consumeStep(step.secret))) throw stepExpired(purpose);
  const recovery_codes = await keepSecondFactor({ author: account, request }, 'set up');
  await recordAccessEvent({ kind: 'second factor set up', accountId: account.accountId }, request);
  return { account, recovery_codes };
}

const stepExpired = (purpose: StepPurpose) =>
  new ConflictError(purpose === 'demanded set-up' ? authRefusals.stepOver : authRefusals.setUpOver);

/** A new secret for the app of an account, as text and as the address that apps read from a QR code. */
export async function createAppSecret(
  { userName }: AccountItem,
  token: string,
): Promise<{ secret: string; address: string }> {
  const secret = await requestAppSecret(token);
  if (secret === undefined) throw new ConflictError(authRefusals.setUpOver);
  // Apps show the school and the user name beside the code.
  const issuer = encodeURIComponent(school().name);
  const label = `${issuer}:${encodeURIComponent(userName)}`;
  return { secret, address: `otpauth://totp/${label}?secret=${secret}&issuer=${issuer}` };
}
