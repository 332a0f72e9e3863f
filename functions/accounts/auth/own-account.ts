import { authContract } from '#shared/accounts/auth/contract.ts';
import type { ListedDevice } from '#shared/accounts/auth/own-account.ts';
import { authWordings } from '#shared/accounts/wordings.ts';
import { NotFoundError, NotSignedInError } from '../../platform/errors.ts';
import { hashSecret } from '../../platform/identity/secrets.ts';
import { callHandler, type RequestFacts } from '../../platform/requests/call-handler.ts';
import type { Caller } from '../../platform/requests/caller.ts';
import { listRecentAccess } from '../../sessions/access-events.ts';
import { type AccountItem, accountKey } from '../../sessions/accounts.ts';
import { isDeviceForgotten, readDevices, removeDevice } from '../../sessions/devices.ts';
import { endSessions, listSessions, toPublicId } from '../../sessions/session-list.ts';
import { noteProof, requireProof } from '../../sessions/sessions.ts';
import { proveOwner } from './prove-owner.ts';
import { readDeviceCookie } from './sign-in/device-cookies.ts';

/** Access events that are shown. */
const shownEvents = 30;

/** Three queries side by side, each of a partition of the caller's own. */
export const readMyAccount = callHandler(authContract.readMyAccount, {
  prefetch: (_, callerId) => ownAccountKey(callerId),
  handle: async ({ caller, found, request }) => {
    const account = requireOwnAccount(found);
    const [sessions, devices, events] = await Promise.all([
      listSessions(account, caller, request.now),
      listKnownDevicesOfCaller(caller, request),
      listRecentAccess(caller.accountId, shownEvents),
    ]);
    return { user_name: caller.userName, sessions, devices, events };
  },
});

export const endOwnSessions = callHandler(authContract.endOwnSessions, {
  prefetch: (_, callerId) => ownAccountKey(callerId),
  handle: async ({ input: { session_id }, caller, found, request }) => {
    requireProof(caller, request.now);
    const account = requireOwnAccount(found);
    await endSessions(account, {
      isChosen: ({ hash }) =>
        session_id === undefined ? hash !== caller.sessionHash : toPublicId(hash) === session_id,
      caller,
      request,
    });
    return { sessions: await listSessions(account, caller, request.now) };
  },
});

export const forgetDevice = callHandler(authContract.forgetDevice, {
  handle: async ({ input: { device_id }, caller, request }) => {
    const devices = await readDevices(caller.userName, request.now);
    const device = devices.find(({ hash }) => toPublicId(hash) === device_id);
    if (device) await removeDevice(device, { caller, request });
    else if (!(await isDeviceForgotten(caller, request)))
      throw new NotFoundError('That device is no longer on your list.');
    return { devices: await listKnownDevicesOfCaller(caller, request) };
  },
});

/** The devices of the caller, as they are shown. */
export async function listKnownDevicesOfCaller(
  { userName }: Caller,
  { cookies, now }: RequestFacts,
): Promise<ListedDevice[]> {
  const [devices, own] = await Promise.all([readDevices(userName, now), readDeviceCookie(cookies, userName)]);
  const ownHash = own === undefined ? undefined : hashSecret(own);
  return devices.map(({ hash, browser, network, firstAt, lastAt }) => ({
    device_id: toPublicId(hash),
    browser,
    network,
    first_at: firstAt,
    last_at: lastAt,
    is_this: hash === ownHash,
  }));
}

export const confirmOwner = callHandler(authContract.confirmOwner, {
  handle: async ({ input, caller, request }) => {
    await proveOwner(input, { caller, request });
    await noteProof(caller, request.now);
    return { ok: true as const };
  },
});

/** The caller's own account, read with the session. */
export const ownAccountKey = (callerId: string) => ({ own: accountKey(callerId) });

export function requireOwnAccount({ own }: { own: AccountItem | undefined }): AccountItem {
  if (!own) throw new NotSignedInError(authWordings.notSignedIn);
  return own;
}
