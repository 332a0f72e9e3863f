import * as z from 'zod/mini';
import { type CallRow, contract, xlsxType } from '../http/contract.ts';
import { dayRangeInPath, documentBytes, formLevelInPath, id, noInput, termInPath, yearInPath } from '../http/fields.ts';
import { officeLogCalls } from './office-log.ts';

/** Who takes a subject in a form level. */
const studentSubjectInput = () => z.strictObject({ form_level: formLevelInPath, subject_id: id });

/** Report cards of a term; of one level or class where one is named, on some days where they are. */
const accessLogInput = () =>
  z.strictObject({
    year: yearInPath,
    term: termInPath,
    form_level: z.optional(formLevelInPath),
    class_id: z.optional(id),
    date_range: z.optional(dayRangeInPath),
  });

const failedLoginsInput = () => z.strictObject({ date_range: dayRangeInPath });

const ofOffice = {
  method: 'GET',
  who: ['Admin'],
  menu: ['reports'],
  output: documentBytes,
  kind: 'documents',
  needs: { table: 'read' },
} as const satisfies Partial<CallRow>;
const pdf = { ...ofOffice, produces: 'application/pdf' } as const;
const xlsx = { ...ofOffice, produces: xlsxType } as const;
const ofAccess = { needs: { table: 'read', reads: ['access events'] } } as const satisfies Partial<CallRow>;

/** The reports of the Reports menu (product §2, §7 "Report frames"), each as a PDF and as a workbook. */
export const reportsContract = contract({
  ...officeLogCalls,
  /** Student by Class/Subject. */
  printStudentSubjects: { ...pdf, path: '/student-subject-report', input: studentSubjectInput },
  downloadStudentSubjects: { ...xlsx, path: '/student-subject-report-excel', input: studentSubjectInput },
  /** E-Report Student Access Logs. */
  printReportCardAccessLog: { ...pdf, ...ofAccess, path: '/report-card-access-logs', input: accessLogInput },
  downloadReportCardAccessLog: { ...xlsx, ...ofAccess, path: '/report-card-access-logs-excel', input: accessLogInput },
  /** Logins - Students Failed Logins. */
  printFailedLogins: { ...pdf, ...ofAccess, path: '/report-failed-logins', input: failedLoginsInput },
  downloadFailedLogins: { ...xlsx, ...ofAccess, path: '/report-failed-logins-excel', input: failedLoginsInput },
  /** Logins - Students Never Logged In. */
  printStudentsWithoutLogin: { ...pdf, ...ofAccess, path: '/no-logins-student', input: noInput },
  downloadStudentsWithoutLogin: { ...xlsx, ...ofAccess, path: '/no-logins-student-excel', input: noInput },
});
