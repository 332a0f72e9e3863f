import type { ListedDevice } from '#shared/accounts/auth/own-account.ts';
import { hashOf } from '../../../platform/identity/secrets.ts';
import type { RequestFacts } from '../../../platform/requests/call-handler.ts';
import type { Caller } from '../../../platform/requests/caller.ts';
import { devicesOf } from '../../../sessions/devices.ts';
import { openingIdOf } from '../../../sessions/session-list.ts';
import { signedDevice } from '../sign-in/known-device.ts';

/** The devices of the caller, as they are shown. */
export async function listDevices({ userName }: Caller, { cookies, now }: RequestFacts): Promise<ListedDevice[]> {
  const [devices, here] = await Promise.all([devicesOf(userName, now), signedDevice(cookies, userName)]);
  const hereHash = here === undefined ? undefined : hashOf(here);
  return devices.map(({ hash, browser, network, firstAt, lastAt }) => ({
    device_id: openingIdOf(hash),
    ...{ browser, network, first_at: firstAt, last_at: lastAt },
    is_this: hash === hereHash,
  }));
}
