import { attendanceContract } from '#shared/attendance/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { stationKey } from '../../sessions/stations.ts';
import { setEnded } from './set-ended.ts';

export const restoreAttendanceStation = callHandler(attendanceContract.restoreAttendanceStation, {
  prefetch: ({ id }) => ({ station: stationKey(id) }),
  handle: ({ found: { station }, caller, request }) => setEnded(station, { isEnded: false, caller, request }),
});
