import { authContract } from '#shared/accounts/auth/contract.ts';
import { authRefusals } from '#shared/accounts/wordings.ts';
import { ConflictError } from '../../platform/errors.ts';
import { forgetApp } from '../../platform/identity/passwords.ts';
import { callHandler, Reply } from '../../platform/requests/call-handler.ts';
import { cookieNames, formatCookie } from '../../platform/requests/cookies.ts';
import { recordAccessEvent } from '../../sessions/access-events.ts';
import { foldUserName } from '../../sessions/accounts.ts';
import {
  distrustDevices,
  hasRequestChangedSecondFactor,
  keepSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  secondFactorKey,
  secondFactorRule,
} from '../../sessions/second-factor-record.ts';
import { endOtherSessions } from '../../sessions/session-list.ts';
import { proveOwner } from './prove-owner.ts';

export const readSecondFactorState = callHandler(authContract.readSecondFactorState, {
  prefetch: (_input, callerId) => ({ factor: secondFactorKey(callerId) }),
  handle: async ({ caller, found }) => ({
    rule: secondFactorRule(caller.role),
    since: found.factor?.since ?? null,
    recovery_codes_left: found.factor?.codes.length ?? 0,
  }),
});

export const endSecondFactor = callHandler(authContract.endSecondFactor, {
  handle: async ({ input, caller, request }) => {
    // A retry of a request whose answer was lost: the app is gone, and no code can be asked for.
    if (await hasRequestChangedSecondFactor(caller.accountId, request)) return { ok: true as const };
    if (secondFactorRule(caller.role) === 'demanded') throw new ConflictError(authRefusals.secondFactorDemanded);
    const { account, hasApp } = await proveOwner(input, { caller, request });
    if (!hasApp && !(await readSecondFactor(account.accountId)))
      throw new ConflictError(authRefusals.secondFactorMissing);
    if (hasApp) await forgetApp(foldUserName(account.userName));
    await endOtherSessions(account, { caller, request });
    await removeSecondFactor({ author: account, request });
    await recordAccessEvent({ kind: 'second factor ended', accountId: account.accountId }, request);
    return { ok: true as const };
  },
});

export const makeRecoveryCodes = callHandler(authContract.makeRecoveryCodes, {
  handle: async ({ input, caller, request }) => {
    const { account, hasApp } = await proveOwner(input, { caller, request });
    if (!hasApp) throw new ConflictError(authRefusals.secondFactorMissing);
    return { recovery_codes: await keepSecondFactor({ author: account, request }, 'new codes') };
  },
});

export const forgetTrustedDevices = callHandler(authContract.forgetTrustedDevices, {
  handle: async ({ caller, request }) => {
    await distrustDevices({ author: caller, request });
    return new Reply({ ok: true as const }, [formatCookie(cookieNames.trusted, '', { seconds: 0 })]);
  },
});
