import { reportsContract } from '#shared/reports/contract.ts';
import { documentHandler } from '../../platform/requests/pipeline.ts';
import { authenticator } from '../../sessions/authenticator.ts';

export const handler = documentHandler(
  reportsContract,
  {
    noLoginsStudent: () => import('./no-logins-student.ts'),
    noLoginsStudentExcel: () => import('./no-logins-student.ts'),
    officeLog: () => import('./office-log/office-log.ts'),
    officeLogExcel: () => import('./office-log/office-log.ts'),
    reportCardAccessLogs: () => import('./report-card-access-logs.ts'),
    reportCardAccessLogsExcel: () => import('./report-card-access-logs.ts'),
    reportFailedLogins: () => import('./report-failed-logins.ts'),
    reportFailedLoginsExcel: () => import('./report-failed-logins.ts'),
    studentSubjectReport: () => import('./student-subject-report.ts'),
    studentSubjectReportExcel: () => import('./student-subject-report.ts'),
  },
  authenticator,
);
