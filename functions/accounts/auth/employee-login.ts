import { authContract } from '#shared/accounts/auth/contract.ts';
import { callHandler, Reply } from '../../platform/requests/call-handler.ts';
import { signIn } from './sign-in/sign-in.ts';

export const employeeLogin = callHandler(authContract.employeeLogin, {
  handle: async ({ input, request }) => {
    const { cookies, id, password_reset, second_factor } = await signIn({ ...input, area: 'staff', request });
    return new Reply({ employee_id: id, password_reset, second_factor }, cookies);
  },
});
