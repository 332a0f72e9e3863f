import { attendanceContract } from '#shared/attendance/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { schoolDay } from '../../school/records/school.ts';
import { noPicture, openPicture } from '../../students/records/open-picture.ts';
import { studentKey } from '../../students/records/store.ts';
import { attendanceKey } from '../records/attendance-record.ts';
import { isJustScanned } from './just-scanned.ts';

/** Of a student alone whose record has a scan of this station from the last two minutes: who has the key sees no picture without leaving a scan. */
export const stationPicture = callHandler(attendanceContract.stationPicture, {
  prefetch: ({ student_id }, _stationId, now) => ({
    student: studentKey(student_id),
    record: attendanceKey(student_id, schoolDay(now)),
  }),
  handle: async ({ found: { student, record }, caller: { stationId }, request: { now } }) => {
    const isHere = Object.entries(record?.scans ?? {}).some(
      ([source, time]) => source.startsWith(`${stationId}@`) && isJustScanned({ date: record?.date ?? '', time }, now),
    );
    if (!isHere || student?.picture === undefined || student.status === 'archived') throw noPicture();
    return openPicture(student.picture);
  },
});
