import { attendanceContract } from '#shared/attendance/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { requireAttendance } from '../register/class-access.ts';
import { schoolDayActs as acts, placeOfTerm } from './school-day-acts-kinds.ts';

export const schoolDayActs = callHandler(attendanceContract.schoolDayActs, {
  handle: ({ input, request: { now } }) => {
    requireAttendance();
    return acts.list({ place: placeOfTerm(input), now });
  },
});
