import { NotFoundError } from '../../platform/errors.ts';
import type { RequestFacts } from '../../platform/requests/call-handler.ts';
import type { Caller } from '../../platform/requests/caller.ts';
import { readItems } from '../../platform/table/table.ts';
import { type StationItem, setStationEnded, stationKey } from '../../sessions/stations.ts';
import { stationAnswer } from './station-answer.ts';

/** What a station is after an act: as was wanted, no matter who wanted it first. */
export async function setEnded(
  station: StationItem | undefined,
  act: { isEnded: boolean; caller: Caller; request: RequestFacts },
) {
  if (!station) throw new NotFoundError('There is no such station.');
  if ((station.endedAt !== undefined) === act.isEnded) return stationAnswer(station);
  await setStationEnded(station, act);
  const { now } = await readItems({ now: stationKey(station.stationId) });
  if (!now) throw new NotFoundError('There is no such station.');
  return stationAnswer(now);
}
