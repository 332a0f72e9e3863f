import { attendanceContract } from '#shared/attendance/contract.ts';
import { idHash } from '#shared/attendance/id-hash.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { studentPages } from '../../students/records/store.ts';
import { stationDays } from './station-days.ts';

export const stationStart = callHandler(attendanceContract.stationStart, {
  handle: async ({ caller: { stationId, name }, request: { now } }) => {
    const [days, ids] = await Promise.all([stationDays(now), currentStudents()]);
    // In an order that says nothing of the ids.
    const known = (await Promise.all(ids.map((id) => idHash(stationId, id)))).toSorted();
    return { name, now: now.toISOString(), ...days, known };
  },
});

async function currentStudents(): Promise<string[]> {
  const ids = [];
  for await (const { items } of studentPages('current', { only: ['studentId'] }))
    for (const { studentId } of items) ids.push(studentId?.S ?? '');
  return ids;
}
