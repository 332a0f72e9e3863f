import { scanStationsContract } from '#shared/options/scan-stations/contract.ts';
import { scanStationWordings } from '#shared/options/scan-stations/wordings.ts';
import { ConflictError, NotFoundError } from '../../platform/errors.ts';
import { hashSecret } from '../../platform/identity/secrets.ts';
import { callHandler, type RequestFacts } from '../../platform/requests/call-handler.ts';
import type { Caller } from '../../platform/requests/caller.ts';
import { readItems } from '../../platform/table/table.ts';
import { listStations, makeStation, type StationItem, setStationEnded, stationKey } from './stations.ts';

export const listAttendanceStations = callHandler(scanStationsContract.listAttendanceStations, {
  handle: async () =>
    (await listStations())
      .map(stationRow)
      .sort((a, b) => a.name.localeCompare(b.name) || a.made_at.localeCompare(b.made_at)),
});

export const addAttendanceStation = callHandler(scanStationsContract.addAttendanceStation, {
  handle: async ({ input: { name }, caller, request }) => {
    const stationId = idOfAttempt(request.idempotencyKey);
    const made = await makeStation({ stationId, name }, { caller, request });
    if (typeof made === 'string') throw new ConflictError(scanStationWordings.madeAlready);
    const { station } = await readItems({ station: stationKey(stationId) });
    if (!station) throw new NotFoundError();
    return { station: stationRow(station), key: made.key };
  },
});

/** Derived from the idempotency key, so that a repeated request does not make a second station. */
const idOfAttempt = (idempotencyKey: string): string =>
  hashSecret(idempotencyKey)
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, 12);

/** The station's key is refused from the next call on. Idempotent. */
export const endAttendanceStation = callHandler(scanStationsContract.endAttendanceStation, {
  prefetch: ({ id }) => ({ station: stationKey(id) }),
  handle: ({ found: { station }, caller, request }) => setEnded(station, { isEnded: true, caller, request }),
});

export const restoreAttendanceStation = callHandler(scanStationsContract.restoreAttendanceStation, {
  prefetch: ({ id }) => ({ station: stationKey(id) }),
  handle: ({ found: { station }, caller, request }) => setEnded(station, { isEnded: false, caller, request }),
});

/** Ends or restores a station, and returns it. Idempotent. */
async function setEnded(
  station: StationItem | undefined,
  act: { isEnded: boolean; caller: Caller; request: RequestFacts },
) {
  if (!station) throw new NotFoundError(scanStationWordings.noSuchStation);
  if ((station.endedAt !== undefined) === act.isEnded) return stationRow(station);
  await setStationEnded(station, act);
  const { now } = await readItems({ now: stationKey(station.stationId) });
  if (!now) throw new NotFoundError(scanStationWordings.noSuchStation);
  return stationRow(now);
}

const stationRow = ({ stationId, name, madeAt, madeBy, lastSeenAt, endedAt }: StationItem) => ({
  id: stationId,
  name,
  made_at: madeAt,
  made_by: madeBy,
  last_seen: lastSeenAt ?? null,
  ended_at: endedAt ?? null,
});
