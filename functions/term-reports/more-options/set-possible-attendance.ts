import { termReportsContract } from '#shared/term-reports/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { changeSetting } from './change-setting.ts';

export const setPossibleAttendance = callHandler(termReportsContract.setPossibleAttendance, {
  handle: async ({ input: { possible_attendance: value, class_id: classId, year, term, was }, caller, request }) => ({
    possible_attendance: value,
    ...(await changeSetting({ year, term, classId, setting: 'possibleAttendance', value, was, caller, request })),
  }),
});
