import { reportsContract } from '#shared/reports/contract.ts';
import { documentHandler } from '../../platform/requests/pipeline.ts';
import { authenticator } from '../../sessions/authenticator.ts';

export const handler = documentHandler(
  reportsContract,
  {
    printStudentsWithoutLogin: () => import('./no-logins-student.ts'),
    downloadStudentsWithoutLogin: () => import('./no-logins-student.ts'),
    readOfficeLog: () => import('./office-log/office-log.ts'),
    downloadOfficeLog: () => import('./office-log/office-log.ts'),
    printReportCardAccessLog: () => import('./report-card-access-logs.ts'),
    downloadReportCardAccessLog: () => import('./report-card-access-logs.ts'),
    printFailedLogins: () => import('./report-failed-logins.ts'),
    downloadFailedLogins: () => import('./report-failed-logins.ts'),
    printStudentSubjects: () => import('./student-subject-report.ts'),
    downloadStudentSubjects: () => import('./student-subject-report.ts'),
  },
  authenticator,
);
