import { hashSecret, newSecret } from '../../platform/identity/secrets.ts';
import type { Caller, StationCaller } from '../../platform/requests/caller.ts';
import { executeActionIf } from '../../platform/table/action.ts';
import { type ActOutcome, isRefused } from '../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../platform/table/acts/commit.ts';
import type { WriteAttempt } from '../../platform/table/audit.ts';
import { entity } from '../../platform/table/entity.ts';
import { present } from '../../platform/table/expression.ts';
import { type FoundRecords, type NamedItemKeys, readItems } from '../../platform/table/table.ts';

/**
 * A desk with a scanner, and the hash of its key (ADR 0061). All of a school are in one small partition. Times are UTC.
 */
export interface StationItem {
  stationId: string;
  name: string;
  /**
   * Of its key.
   *
   * @secret a station gets a new key
   */
  hash: string;
  madeAt: string;
  /** Display name of its creator. */
  madeBy: string;
  endedAt?: string | undefined;
  /** When it last called, to the minute; absent before its first call. */
  lastSeenAt?: string | undefined;
  /** When it last said that nothing waits on its device, to the minute; absent until then. */
  inTouchAt?: string | undefined;
}

export const StationEntity = entity<StationItem>()({
  name: 'station',
  pk: 'stations',
  sk: '${stationId}',
});

export const stationKey = (stationId: string) => StationEntity.key({ stationId });

/** Every station, ended ones too. One query. */
export async function listStations(): Promise<StationItem[]> {
  return StationEntity.query({});
}

/** `lastSeenAt` is written at most this often, in milliseconds. */
const seenInterval = 60_000;

/**
 * The station that a key belongs to, read strongly consistent together with what the handler needs, so that an ended
 * key is refused from the very next call. Null for an unknown or revoked key.
 */
export async function readStation<P extends NamedItemKeys>(
  key: string,
  prefetch: (stationId: string) => P,
  now: Date,
): Promise<{ caller: StationCaller; found: FoundRecords<P> } | null> {
  const [stationId = '', secret = ''] = key.split('.');
  if (!/^[A-Za-z0-9]{1,40}$/.test(stationId) || secret === '') return null;
  const own = { ' station': stationKey(stationId) };
  const found: unknown = await readItems({ ...prefetch(stationId), ...own });
  const { ' station': station } = found as FoundRecords<typeof own>;
  if (!station || station.endedAt !== undefined || station.hash !== hashSecret(secret)) return null;
  if (now.getTime() - Date.parse(station.lastSeenAt ?? station.madeAt) >= seenInterval || !station.lastSeenAt)
    await noteSeen(stationId, now);
  const { name, inTouchAt } = station;
  return { caller: { stationId, name, inTouchAt }, found: found as FoundRecords<P> };
}

/** Notes that nothing waits on the station's device, once a minute at the most. */
export async function recordStationContact({ stationId, inTouchAt }: StationCaller, now: Date): Promise<void> {
  if (inTouchAt !== undefined && now.getTime() - Date.parse(inTouchAt) < seenInterval) return;
  await patchStation(stationId, { inTouchAt: now.toISOString() });
}

const noteSeen = (stationId: string, now: Date) => patchStation(stationId, { lastSeenAt: now.toISOString() });

async function patchStation(
  stationId: string,
  change: Partial<Pick<StationItem, 'lastSeenAt' | 'inTouchAt'>>,
): Promise<void> {
  await executeActionIf(StationEntity.update({ stationId }, { set: change }));
}

const subjectOf = (stationId: string): string => `station#${stationId}`;

interface Writing {
  caller: Pick<Caller, 'accountId' | 'name'>;
  request: WriteAttempt;
}

/**
 * Makes a station and gives its key, which is kept nowhere. `done`: this attempt made it before, and its key was given
 * then.
 */
export async function makeStation(
  { stationId, name }: Pick<StationItem, 'stationId' | 'name'>,
  { caller, request }: Writing,
): Promise<{ key: string } | 'done' | 'refused'> {
  const secret = newSecret();
  const changes = [{ field: 'name', before: null, after: name }];
  const outcome = await commit({
    by: { caller, request },
    changes: [
      StationEntity.create({
        stationId,
        name,
        hash: hashSecret(secret),
        madeAt: request.now.toISOString(),
        madeBy: caller.name,
      }),
    ],
    trail: { subject: subjectOf(stationId), changes },
    logKind: 'attendance',
  });
  if (isRefused(outcome)) return 'refused';
  return outcome === 'written' ? { key: `${stationId}.${secret}` } : outcome;
}

/** Ends a station's key, or makes the same key open again. `refused`: it was ended or opened meanwhile. */
export function setStationEnded(
  station: StationItem,
  { isEnded, caller, request }: Writing & { isEnded: boolean },
): Promise<ActOutcome> {
  const { stationId, endedAt: before } = station;
  const after = isEnded ? request.now.toISOString() : undefined;
  return commit({
    by: { caller, request },
    changes: [
      StationEntity.update(
        { stationId },
        after === undefined
          ? { remove: ['endedAt'], where: { endedAt: present } }
          : { set: { endedAt: after }, where: { endedAt: null } },
      ),
    ],
    trail: { subject: subjectOf(stationId), changes: [{ field: 'endedAt', before, after }] },
    logKind: 'attendance',
  });
}
