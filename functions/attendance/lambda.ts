import { attendanceContract } from '#shared/attendance/contract.ts';
import { apiHandler } from '../platform/requests/pipeline.ts';
import { authenticator } from '../sessions/authenticator.ts';

export const handler = apiHandler(
  attendanceContract,
  {
    addAttendanceStation: () => import('./stations/add-station.ts'),
    attendanceStations: () => import('./stations/attendance-stations.ts'),
    endAttendanceStation: () => import('./stations/end-station.ts'),
    restoreAttendanceStation: () => import('./stations/restore-station.ts'),
    stationPicture: () => import('./stations/station-picture.ts'),
    stationScans: () => import('./stations/station-scans.ts'),
    stationStart: () => import('./stations/station-start.ts'),
    attendanceStudents: () => import('./reports/attendance-students.ts'),
  },
  authenticator,
);
