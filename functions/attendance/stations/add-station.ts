import { attendanceContract } from '#shared/attendance/contract.ts';
import { ConflictError, NotFoundError } from '../../platform/errors.ts';
import { hashOf } from '../../platform/identity/secrets.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { readItems } from '../../platform/table/table.ts';
import { makeStation, stationKey } from '../../sessions/stations.ts';
import { stationAnswer } from './station-answer.ts';

export const addAttendanceStation = callHandler(attendanceContract.addAttendanceStation, {
  handle: async ({ input: { name }, caller, request }) => {
    const stationId = idOfAttempt(request.idempotencyKey);
    const made = await makeStation({ stationId, name }, { caller, request });
    if (typeof made === 'string')
      throw new ConflictError('This station was made already, and its link was shown once. End it and make another.');
    const { station } = await readItems({ station: stationKey(stationId) });
    if (!station) throw new NotFoundError();
    return { station: stationAnswer(station), key: made.key };
  },
});

/** The same when a request is repeated: it does not make a second station. */
const idOfAttempt = (idempotencyKey: string): string =>
  hashOf(idempotencyKey)
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, 12);
