import { authContract } from '#shared/accounts/auth/contract.ts';
import { callHandler, Reply } from '../../platform/requests/call-handler.ts';
import { signIn } from './sign-in/sign-in.ts';

export const adminLogin = callHandler(authContract.adminLogin, {
  handle: async ({ input, request }) => {
    const { cookies, id, password_reset, second_factor } = await signIn({ ...input, area: 'admin', request });
    return new Reply({ id, password_reset, second_factor }, cookies);
  },
});
