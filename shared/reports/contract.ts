import * as z from 'zod/mini';
import { type CallRow, contract, reportTypes } from '../http/contract.ts';
import {
  dayRangeInPath,
  documentBytes,
  formLevelInPath,
  id,
  reportFormat,
  termInPath,
  yearInPath,
} from '../http/fields.ts';
import { officeLogCalls } from './office-log.ts';

/** Who takes a subject in a form level. */
const studentSubjectInput = () => z.strictObject({ form_level: formLevelInPath, subject_id: id, format: reportFormat });

/** Report cards of a term; of one level or class where one is named, on some days where they are. */
const accessLogInput = () =>
  z.strictObject({
    year: yearInPath,
    term: termInPath,
    form_level: z.optional(formLevelInPath),
    class_id: z.optional(id),
    date_range: z.optional(dayRangeInPath),
    format: reportFormat,
  });

const failedLoginsInput = () => z.strictObject({ date_range: dayRangeInPath, format: reportFormat });

const report = {
  method: 'GET',
  who: ['Admin'],
  menu: ['reports'],
  output: documentBytes,
  produces: reportTypes,
  kind: 'documents',
  needs: { table: 'read' },
} as const satisfies Partial<CallRow>;
const ofAccess = { needs: { table: 'read', reads: ['access events'] } } as const satisfies Partial<CallRow>;

/** The reports of the Reports menu, each as a PDF and as a workbook. */
export const reportsContract = contract({
  ...officeLogCalls,
  /** Student by Class/Subject. */
  printStudentSubjects: { ...report, path: '/student-subject-report', input: studentSubjectInput },
  /** E-Report Student Access Logs. */
  printReportCardAccessLog: { ...report, ...ofAccess, path: '/report-card-access-logs', input: accessLogInput },
  /** Logins - Students Failed Logins. */
  printFailedLogins: { ...report, ...ofAccess, path: '/report-failed-logins', input: failedLoginsInput },
  /** Logins - Students Never Logged In. */
  printStudentsWithoutLogin: {
    ...report,
    ...ofAccess,
    path: '/no-logins-student',
    input: () => z.strictObject({ format: reportFormat }),
  },
});
