import { authContract } from '#shared/accounts/auth/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { readWalls } from './sign-in/walls.ts';

export const signInWalls = callHandler(authContract.signInWalls, {
  handle: ({ caller, request }) => readWalls(caller, request.now),
});
