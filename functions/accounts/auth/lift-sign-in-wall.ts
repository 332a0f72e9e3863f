import { authContract } from '#shared/accounts/auth/contract.ts';
import { NotFoundError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { accountById } from '../../sessions/accounts.ts';
import { liftAccount, liftNetwork, readWalls } from './sign-in/walls.ts';

export const liftSignInWall = callHandler(authContract.liftSignInWall, {
  handle: async ({ input, caller, request }) => {
    if ('network' in input) await liftNetwork(input.network, { caller, request });
    else {
      const account = await accountById(input.account_id);
      if (!account) throw new NotFoundError('There is no such account.');
      await liftAccount(account, { caller, request });
    }
    return readWalls(caller, request.now);
  },
});
