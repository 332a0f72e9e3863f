import { authContract } from '#shared/accounts/auth/contract.ts';
import { callHandler, Reply } from '../../platform/requests/call-handler.ts';
import { signIn } from './sign-in/sign-in.ts';

export const login = callHandler(authContract.login, {
  handle: async ({ input, request }) => {
    const { cookies, ...signedIn } = await signIn({ ...input, area: 'any', request });
    return new Reply(signedIn, cookies);
  },
});
