import { refusedScansShown } from '#shared/attendance/calls/refused-scan-calls.ts';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { allStations } from '../../../sessions/stations.ts';
import { nameOf, studentsByIds } from '../../../students/records/store.ts';
import { allRefusedScans, isListed } from './refused-scan.ts';

export const refusedScans = callHandler(attendanceContract.refusedScans, {
  handle: async () => {
    const [scans, stations] = await Promise.all([allRefusedScans(), allStations()]);
    const listed = scans.filter(isListed);
    const dismissed = scans.filter((scan) => !isListed(scan));
    const shown = [listed, dismissed].flatMap((list) => list.slice(0, refusedScansShown));
    const names = new Map(stations.map(({ stationId, name }) => [stationId, name]));
    const students = new Map(
      (
        await studentsByIds(
          [...new Set(shown.map(({ studentId }) => studentId))],
          ['studentId', 'firstName', 'lastName', 'classId'],
        )
      ).map((student) => [student.studentId, student]),
    );
    return {
      count: listed.length,
      scans: shown.map(({ stationId, told, at, studentId, date, time, outcome, reason, dismissedBy }) => {
        const student = students.get(studentId);
        return {
          ...{ station_id: stationId, station: names.get(stationId) ?? stationId, student_id: told, at, outcome },
          ...{ name: student ? nameOf(student, studentId) : null, class_id: student?.classId ?? null },
          ...{ date: date ?? null, time: time ?? null, reason: reason ?? null },
          dismissed_by: dismissedBy ?? null,
        };
      }),
    };
  },
});
