import { attendanceContract } from '#shared/attendance/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { stationKey } from '../../sessions/stations.ts';
import { setEnded } from './set-ended.ts';

/** Its key opens nothing from the very next call. Ending an ended station does no harm. */
export const endAttendanceStation = callHandler(attendanceContract.endAttendanceStation, {
  prefetch: ({ id }) => ({ station: stationKey(id) }),
  handle: ({ found: { station }, caller, request }) => setEnded(station, { isEnded: true, caller, request }),
});
