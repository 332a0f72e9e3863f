import { authContract } from '#shared/accounts/auth/contract.ts';
import { authMessages } from '#shared/accounts/auth/messages.ts';
import { ConflictError } from '../../../platform/errors.ts';
import { forgetApp, provePassword } from '../../../platform/identity/passwords.ts';
import { callHandler, Reply } from '../../../platform/requests/call-handler.ts';
import { foldUserName } from '../../../sessions/accounts.ts';
import { removeSecondFactor, secondFactorRule } from '../../../sessions/second-factor.ts';
import { appSecretFor } from './app-secret.ts';
import { proveOwner } from './prove.ts';
import { beginStep } from './step.ts';

export const beginSetUp = callHandler(authContract.beginSetUp, {
  handle: async ({ input, caller, request }) => {
    const { account, hasApp, token } = await proveOwner(input, { caller, request });
    if (!hasApp && secondFactorRule(account.role) === 'off') throw new ConflictError(authMessages.secondFactorOff);
    const proof = token ?? (await withoutApp());
    const cookie = await beginStep(account, { purpose: 'own set-up', proof, now: request.now });
    return new Reply(await appSecretFor(account, proof), [cookie]);

    /** The phone is lost, and a recovery code has said whose it was: its app is ended, and with the password alone another is set up. */
    async function withoutApp(): Promise<string> {
      const userName = foldUserName(account.userName);
      await forgetApp(userName);
      await removeSecondFactor({ author: account, request });
      const { verdict, proof } = await provePassword(userName, input.current_password);
      if (verdict !== 'right' || proof === undefined) throw new ConflictError(authMessages.setUpOver);
      return proof;
    }
  },
});
