import { authContract } from '#shared/accounts/auth/contract.ts';
import { authRefusals } from '#shared/accounts/wordings.ts';
import { ConflictError, ValidationError } from '../../../platform/errors.ts';
import { answerCode } from '../../../platform/identity/passwords.ts';
import { callHandler, Reply, type RequestFacts } from '../../../platform/requests/call-handler.ts';
import { recordAccessEvent } from '../../../sessions/access-events.ts';
import { type ConfirmedAccount, confirmRole } from '../../../sessions/account-role.ts';
import { foldUserName } from '../../../sessions/accounts.ts';
import { consumeRecoveryCode, keepSecondFactor, readSecondFactor } from '../../../sessions/second-factor-record.ts';
import { areaOfRole } from '../../../sessions/sessions.ts';
import { describeCodeRefusal, removeCodeSpaces } from '../prove-owner.ts';
import { clearStepCookie, consumeStep, countStepTry, type OpenStep, readStep } from '../second-factor-step.ts';
import { openSessionWithCookies } from '../session-cookies.ts';
import { readKnownDevice } from './device-cookies.ts';
import { admitAttempt } from './sign-in.ts';
import { forgetAttempts } from './sign-in-attempts.ts';

export const signInWithCode = callHandler(authContract.signInWithCode, {
  handle: async ({ input, request }) => {
    const { cookies, now } = request;
    const step = await readStep(cookies, 'code', now);
    if (!step) throw stepOver();
    const { accountId, userName, role } = step.account;
    // Counted apart from passwords: a right password resets its own tries, and must not give unlimited tries of codes.
    const knownBy = `code#${(await readKnownDevice(request, userName)) ?? accountId}`;
    const attempt = { userName: foldUserName(userName), knownBy, address: request.address, now };
    const counted = await admitAttempt(attempt, request);
    if (!(await countStepTry(step.secret))) throw stepOver();
    const { account, left } =
      input.kind === 'app' ? await byApp(step, input.code, request) : await byRecovery(step, input.code, request);
    await forgetAttempts(attempt, counted);
    await recordAccessEvent({ kind: 'signed in', accountId }, request);
    return new Reply({ id: accountId, area: areaOfRole(role), recovery_codes_left: left }, [
      ...(await openSessionWithCookies(account, { now, request, isTrusted: input.trust_device })),
      clearStepCookie(),
    ]);
  },
});

/** The owner of a step, and how many recovery codes are left. */
interface Answered {
  account: ConfirmedAccount;
  left: number;
}

const stepOver = () => new ConflictError(authRefusals.stepOver);

async function byApp({ account, proof, secret }: OpenStep, code: string, request: RequestFacts): Promise<Answered> {
  const { accountId } = account;
  const { verdict, groups } = await answerCode({
    userName: foldUserName(account.userName),
    session: proof,
    code: removeCodeSpaces(code),
  });
  if (verdict === 'over') throw stepOver();
  if (verdict !== 'right') {
    await recordAccessEvent({ kind: 'code refused', accountId }, request);
    throw new ValidationError({ code: [describeCodeRefusal(verdict)] });
  }
  if (!(await consumeStep(secret))) throw stepOver();
  const confirmed = await confirmRole(account, groups, request);
  const factor = await readSecondFactor(accountId);
  if (factor) return { account: confirmed, left: factor.codes.length };
  // The set-up was interrupted between the two systems: store it in the table now.
  await keepSecondFactor({ author: account, request }, 'found');
  return { account: confirmed, left: 0 };
}

/** Of two requests with one code, or in one step, one wins. The role is asked for first: a refusal uses up no code. */
async function byRecovery({ account, secret }: OpenStep, code: string, request: RequestFacts): Promise<Answered> {
  const { accountId } = account;
  const confirmed = await confirmRole(account, undefined, request);
  const left = await consumeRecoveryCode(accountId, code);
  if (left === undefined) {
    await recordAccessEvent({ kind: 'code refused', accountId }, request);
    throw new ValidationError({ code: [authRefusals.recoveryCodeWrong] });
  }
  if (!(await consumeStep(secret))) throw stepOver();
  await recordAccessEvent({ kind: 'recovery code used', accountId }, request);
  return { account: confirmed, left };
}
