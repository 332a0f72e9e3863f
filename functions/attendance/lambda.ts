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
    attendanceClasses: () => import('./register/attendance-classes.ts'),
    attendanceRegister: () => import('./register/attendance-register.ts'),
    saveAttendanceRegister: () => import('./register/save-attendance-register.ts'),
    correctAttendance: () => import('./corrections/correct-attendance.ts'),
    attendanceHistory: () => import('./corrections/attendance-history.ts'),
    deleteAttendance: () => import('./corrections/delete-attendance.ts'),
    attendanceActs: () => import('./corrections/attendance-acts.ts'),
    undoAttendance: () => import('./corrections/undo-attendance.ts'),
    toldAbsences: () => import('./told/told-absences.ts'),
    tellAbsence: () => import('./told/tell-absence.ts'),
    takeAbsenceBack: () => import('./told/take-absence-back.ts'),
    attendanceStudents: () => import('./reports/attendance-students.ts'),
    attendanceSummaryData: () => import('./reports/summary-data.ts'),
    studentAttendance: () => import('./reports/student-attendance.ts'),
    saveTermDates: () => import('./office/save-term-dates.ts'),
    termDates: () => import('./office/term-dates.ts'),
    termReportsUpdatePreview: () => import('./office/term-reports-update-preview.ts'),
    undoTermReportsUpdate: () => import('./office/undo-term-reports-update.ts'),
    updateTermReports: () => import('./office/update-term-reports.ts'),
  },
  authenticator,
);
