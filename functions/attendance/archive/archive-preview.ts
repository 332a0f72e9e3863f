import { attendanceContract } from '#shared/attendance/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { school } from '../../school/records/school.ts';
import { firstDayOf, lastDayOf } from '../records/attendance-record.ts';
import { requireAttendance } from '../register/class-access.ts';
import { oldHalves } from './halves-to-archive.ts';

export const archivePreview = callHandler(attendanceContract.archivePreview, {
  handle: async ({ request: { now } }) => {
    requireAttendance();
    const { before, due, known } = await oldHalves(now);
    return {
      years: school().attendance.archiveAfterYears,
      date: before,
      due: due.map(({ half, records }) => ({ ...daysOfHalf(half), records })),
      halves: known
        .map(({ half, state, students = null, records = null, by, at }) => {
          return { ...daysOfHalf(half), state, students, records, by, at };
        })
        .sort((a, b) => b.half.localeCompare(a.half)),
    };
  },
});

const daysOfHalf = (half: string) => ({ half, from: firstDayOf(half), to: lastDayOf(half) });
