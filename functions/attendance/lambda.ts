import { noticeParts } from '#options/functions/notices';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { apiHandler } from '../platform/requests/pipeline.ts';
import { authenticator } from '../sessions/authenticator.ts';
import { originsOfNotices } from './records/origins-of-notices.ts';

originsOfNotices.fill(noticeParts);

export const handler = apiHandler(
  attendanceContract,
  {
    listAttendanceClasses: () => import('./register/attendance-register.ts'),
    readAttendanceRegister: () => import('./register/attendance-register.ts'),
    readRegisterDays: () => import('./register/register-days.ts'),
    saveAttendanceRegister: () => import('./register/save-attendance-register.ts'),
    correctAttendance: () => import('./student-days/correct-attendance.ts'),
    readAttendanceHistory: () => import('./student-days/attendance-history.ts'),
    deleteAttendance: () => import('./student-days/delete-attendance.ts'),
    listAbsenceNotices: () => import('./student-days/absence-notices.ts'),
    addAbsenceNotice: () => import('./student-days/absence-notices.ts'),
    withdrawAbsenceNotice: () => import('./student-days/absence-notices.ts'),
    listStudentsForAttendance: () => import('./reports/student-attendance.ts'),
    readAttendanceSummary: () => import('./reports/summary.ts'),
    readAttendanceOfStudent: () => import('./reports/student-attendance.ts'),
    recalculateDays: () => import('./days/recalculate-days.ts'),
    readDaysOfTerm: () => import('./days/read-days-of-term.ts'),
    previewSchoolDays: () => import('./days/preview-school-days.ts'),
    setSchoolDays: () => import('./days/set-school-days.ts'),
    writeAttendanceIntoReport: () => import('./office/write-attendance-into-report.ts'),
    saveTermDates: () => import('./office/term-dates.ts'),
    listTermDates: () => import('./office/term-dates.ts'),
    archiveAttendance: () => import('./office/archive-attendance.ts'),
    previewArchive: () => import('./office/archive-attendance.ts'),
    previewTermReportsUpdate: () => import('./office/preview-term-reports-update.ts'),
    undoTermReportsUpdate: () => import('./office/update-term-reports.ts'),
    updateTermReports: () => import('./office/update-term-reports.ts'),
  },
  authenticator,
);
