import { authContract } from '#shared/accounts/auth/contract.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { endSessions, listSessions, openingIdOf } from '../../../sessions/session-list.ts';
import { requireProof } from '../../../sessions/sessions.ts';
import { ownAccount, ownKey } from './own-record.ts';

export const endOwnSessions = callHandler(authContract.endOwnSessions, {
  prefetch: (_, callerId) => ownKey(callerId),
  handle: async ({ input: { session_id }, caller, found, request }) => {
    requireProof(caller, request.now);
    const account = ownAccount(found);
    await endSessions(account, {
      isChosen: ({ hash }) =>
        session_id === undefined ? hash !== caller.sessionHash : openingIdOf(hash) === session_id,
      ...{ caller, request },
    });
    return { sessions: await listSessions(account, caller, request.now) };
  },
});
