import { attendanceContract } from '#shared/attendance/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { stationDays } from './station-days.ts';

export const oldStationStart = callHandler(attendanceContract.oldStationStart, {
  handle: async ({ caller: { name }, request: { now } }) => ({
    ...{ name: `${name} (please reload this page)`, now: now.toISOString(), students: [] },
    ...(await stationDays(now)),
  }),
});
