import { hashSecret } from '../platform/identity/secrets.ts';
import type { RequestFacts } from '../platform/requests/call-handler.ts';
import type { Caller } from '../platform/requests/caller.ts';
import { executeAction } from '../platform/table/action.ts';
import { commit } from '../platform/table/acts/commit.ts';
import { isChangeDone } from '../platform/table/audit.ts';
import { entity } from '../platform/table/entity.ts';
import { present } from '../platform/table/expression.ts';
import { readItems } from '../platform/table/table.ts';
import { foldUserName } from './accounts.ts';
import type { SeenFrom } from './sessions.ts';

/** Days for which a browser is known after its last sign-in. */
export const knownDays = 180;

/**
 * A browser in which a user has signed in. A signed cookie identifies it while this record exists, so its owner can
 * remove it. Keyed by the folded user name, because a sign-in begins with nothing else. Times are UTC.
 *
 * @secret browsers are known again after a sign-in
 */
export interface DeviceItem {
  userName: string;
  /** Of the random name in the browser's cookie. */
  hash: string;
  browser: string;
  network: string;
  firstAt: string;
  lastAt: string;
  /** TTL of DynamoDB, in seconds since 1970. */
  expires: number;
}

const DeviceEntity = entity<DeviceItem>()({
  name: 'device',
  pk: 'devices#${userName}',
  sk: '${hash}',
});

const secondsOf = (moment: Date): number => Math.ceil(moment.getTime() / 1000);

/** Keeps that a user has signed in from a device. One write. */
export async function noteDevice(
  { userName, device, from }: { userName: string; device: string; from: SeenFrom },
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  await executeAction(
    DeviceEntity.upsert(
      { userName: foldUserName(userName), hash: hashSecret(device) },
      {
        initially: { firstAt: at },
        set: { ...from, lastAt: at, expires: secondsOf(now) + knownDays * 86_400 },
      },
    ),
  );
}

/** The record of a user's device, to be read together with others and judged by {@link isKnown}. */
export const deviceKey = (userName: string, device: string) =>
  DeviceEntity.key({ userName: foldUserName(userName), hash: hashSecret(device) });

/** False where the user has never signed in from the device, has removed it, or has not used it for too long. */
export const isKnown = (device: DeviceItem | undefined, now: Date): boolean =>
  device !== undefined && device.expires > secondsOf(now);

/** As {@link isKnown}. One request. */
export const isDeviceKnown = async (userName: string, device: string, now: Date): Promise<boolean> =>
  isKnown((await readItems({ known: deviceKey(userName, device) })).known, now);

/** The devices from which a user has signed in, the last used first. One query. */
export async function readDevices(userName: string, now: Date): Promise<DeviceItem[]> {
  const data = await DeviceEntity.query({ userName: foldUserName(userName) });
  return data.filter(({ expires }) => expires > secondsOf(now)).sort((a, b) => b.lastAt.localeCompare(a.lastAt));
}

const subjectOf = (accountId: string): string => `devices#${accountId}`;

/** Removes a device of the caller, if it still exists. */
export async function removeDevice(
  { userName, hash, browser }: DeviceItem,
  { caller, request }: { caller: Caller; request: RequestFacts },
): Promise<void> {
  const changes = [{ field: 'device', before: browser, after: null }];
  await commit({
    by: { caller, request },
    changes: [DeviceEntity.delete({ userName, hash }, { firstAt: present })],
    trail: { subject: subjectOf(caller.accountId), changes },
  });
}

/** True when this very request removed a device before. */
export const isDeviceForgotten = ({ accountId }: Caller, { idempotencyKey }: RequestFacts): Promise<boolean> =>
  isChangeDone(subjectOf(accountId), idempotencyKey);
