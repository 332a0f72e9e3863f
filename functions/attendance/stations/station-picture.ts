import { attendanceContract } from '#shared/attendance/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { noPicture, openPicture } from '../../students/open-picture.ts';
import { studentKey } from '../../students/store.ts';

export const stationPicture = callHandler(attendanceContract.stationPicture, {
  prefetch: ({ student_id }) => ({ student: studentKey(student_id) }),
  handle: async ({ found: { student } }) => {
    if (student?.picture === undefined || student.status === 'archived') throw noPicture();
    return openPicture(student.picture);
  },
});
