import type * as z from 'zod/mini';
import type { nextStep } from '#shared/accounts/auth/second-factor.ts';
import type { Proved } from '../../../platform/identity/user-pool.ts';
import type { RequestFacts } from '../../../platform/requests/call-handler.ts';
import { noteAccess } from '../../../sessions/access-events.ts';
import type { AccountItem } from '../../../sessions/accounts.ts';
import { readSecondFactor, secondFactorRule } from '../../../sessions/second-factor.ts';
import { knownDevice } from '../sign-in/known-device.ts';
import { openWithCookies } from '../sign-in/session-cookies.ts';
import { beginStep } from './step.ts';
import { isTrustedDevice } from './trusted-device.ts';

export interface Entered {
  second_factor: z.output<typeof nextStep>;
  cookies: string[];
}

/**
 * What follows a right password: a session, or the step in which a code is asked for or an app set up (ADR 0089).
 * @param now since when the session or the step counts
 */
export async function enter(
  account: AccountItem,
  { verdict, proof }: Proved,
  { now, request }: { now: Date; request: RequestFacts },
): Promise<Entered> {
  const step = await stepAfter(account, verdict, request);
  const { accountId } = account;
  if (step === 'none') return { second_factor: step, cookies: await openWithCookies(account, { now, request }) };
  if (proof === undefined) throw new Error('The identity store gave nothing to go on with');
  await noteAccess({ kind: 'code due', accountId }, request);
  const purpose = step === 'code' ? 'code' : 'demanded set-up';
  return { second_factor: step, cookies: [await beginStep(account, { purpose, proof, now })] };
}

async function stepAfter(
  account: AccountItem,
  verdict: Proved['verdict'],
  request: RequestFacts,
): Promise<Entered['second_factor']> {
  if (verdict !== 'code due') return secondFactorRule(account.role) === 'demanded' ? 'set up' : 'none';
  const [factor, device] = await Promise.all([
    readSecondFactor(account.accountId),
    knownDevice(request, account.userName),
  ]);
  const isTrusted = await isTrustedDevice(request.cookies, { account, device, factor, now: request.now });
  return isTrusted ? 'none' : 'code';
}
