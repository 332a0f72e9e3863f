import type { StationItem } from '../../sessions/stations.ts';

export const stationAnswer = ({ stationId, name, madeAt, madeBy, lastSeenAt, endedAt }: StationItem) => ({
  ...{ id: stationId, name, made_at: madeAt, made_by: madeBy },
  last_seen: lastSeenAt ?? null,
  ended_at: endedAt ?? null,
});
