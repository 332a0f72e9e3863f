import { entranceParts } from '#options/functions/entrance';
import { toldActParts } from '#options/functions/told-acts';
import { reportsContract } from '#shared/reports/contract.ts';
import { documentHandler } from '../../platform/requests/pipeline.ts';
import { actsOfOptions } from '../../platform/table/told-acts.ts';
import { entranceOfStudents } from '../../school/records/entrance-of-students.ts';
import { authenticator } from '../../sessions/authenticator.ts';

entranceOfStudents.fill(entranceParts);
actsOfOptions.fill(toldActParts);

export const handler = documentHandler(
  reportsContract,
  {
    printStudentsWithoutLogin: () => import('./students-without-login.ts'),
    readOfficeLog: () => import('./office-log/read-office-log.ts'),
    printReportCardAccessLog: () => import('./report-card-access-log.ts'),
    printFailedLogins: () => import('./failed-logins.ts'),
    printStudentSubjects: () => import('./student-subjects.ts'),
  },
  authenticator,
);
