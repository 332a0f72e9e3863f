import * as z from 'zod/mini';
import { contract } from '../http/contract.ts';
import { id, termInPath, yearInPath } from '../http/fields.ts';
import { undoCalls } from '../undo.ts';
import { schoolDayCalls } from './calls/day-calls.ts';
import { scanImportCalls } from './calls/import-calls.ts';
import { attendanceArchiveCalls, termDatesAndUpdateCalls } from './calls/office-calls.ts';
import { registerCalls } from './calls/register-calls.ts';
import { attendanceReportCalls } from './calls/report-calls.ts';

/** The calls of attendance (product §2, ADR 0058). */
export const attendanceContract = contract({
  ...termDatesAndUpdateCalls,
  ...schoolDayCalls,
  ...attendanceReportCalls,
  ...scanImportCalls,
  ...registerCalls,
  ...attendanceArchiveCalls,
  /**
   * Deleted records and withdrawn absence notices of a student, for those who may correct them; settings of a term's
   * days and imports, for the office. The undo of a setting restores the earlier one and recalculates the records of
   * its days; that of an import removes its scans, as a durable job.
   */
  ...undoCalls(
    {
      path: '/api/attendance-undo',
      who: ['teacher', 'Admin'],
      menu: ['attendanceStudent'],
      needs: { table: 'write', jobs: 'start' },
    },
    () =>
      z.union([
        z.strictObject({ of: z.literal('student'), student_id: id }),
        z.strictObject({ of: z.literal('days'), year: yearInPath, term: termInPath }),
        z.strictObject({ of: z.literal('imports') }),
      ]),
  ),
});
