import { authContract } from '#shared/accounts/auth/contract.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { recentAccess } from '../../../sessions/access-events.ts';
import { listSessions } from '../../../sessions/session-list.ts';
import { listDevices } from './listed-devices.ts';
import { ownAccount, ownKey } from './own-record.ts';

/** Events of the door that are shown. */
const shownEvents = 30;

/** Three queries side by side, each of a partition of the caller's own. */
export const myAccount = callHandler(authContract.myAccount, {
  prefetch: (_, callerId) => ownKey(callerId),
  handle: async ({ caller, found, request }) => {
    const account = ownAccount(found);
    const [sessions, devices, events] = await Promise.all([
      listSessions(account, caller, request.now),
      listDevices(caller, request),
      recentAccess(caller.accountId, shownEvents),
    ]);
    return { user_name: caller.userName, sessions, devices, events };
  },
});
