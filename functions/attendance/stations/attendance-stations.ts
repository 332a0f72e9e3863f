import { attendanceContract } from '#shared/attendance/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { allStations } from '../../sessions/stations.ts';
import { stationAnswer } from './station-answer.ts';

export const attendanceStations = callHandler(attendanceContract.attendanceStations, {
  handle: async () =>
    (await allStations())
      .map(stationAnswer)
      .sort((a, b) => a.name.localeCompare(b.name) || a.made_at.localeCompare(b.made_at)),
});
