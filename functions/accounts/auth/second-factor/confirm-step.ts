import { authMessages } from '#shared/accounts/auth/messages.ts';
import { ConflictError, ValidationError } from '../../../platform/errors.ts';
import { confirmApp } from '../../../platform/identity/passwords.ts';
import type { RequestFacts } from '../../../platform/requests/call-handler.ts';
import { noteAccess } from '../../../sessions/access-events.ts';
import type { AccountItem } from '../../../sessions/accounts.ts';
import { keepSecondFactor } from '../../../sessions/second-factor.ts';
import { codeRefusal } from './prove.ts';
import { countStepTry, readStep, type StepPurpose, useUpStep } from './step.ts';

/**
 * The first code of an app that is being set up. The identity store is told before the table: cut off between the two, codes are asked for,
 * and the next sign-in has the table know.
 * @param owner the session's account, which the step has to be of
 */
export async function confirmStep(
  purpose: Exclude<StepPurpose, 'code'>,
  { code, owner, request }: { code: string; owner?: string; request: RequestFacts },
): Promise<{ account: AccountItem; recovery_codes: string[] | null }> {
  const step = await readStep(request.cookies, purpose, request.now);
  if (!step || (owner !== undefined && step.account.accountId !== owner)) throw over(purpose);
  if (!(await countStepTry(step.secret))) throw over(purpose);
  const verdict = await confirmApp(step.proof, code);
  if (verdict === 'over') throw over(purpose);
  if (verdict !== 'right') throw new ValidationError({ code: [codeRefusal(verdict)] });
  if (!(await useUpStep(step.secret))) throw over(purpose);
  const { account } = step;
  const recovery_codes = await keepSecondFactor({ author: account, request }, 'set up');
  await noteAccess({ kind: 'second factor set up', accountId: account.accountId }, request);
  return { account, recovery_codes };
}

const over = (purpose: StepPurpose) =>
  new ConflictError(purpose === 'demanded set-up' ? authMessages.stepOver : authMessages.setUpOver);
