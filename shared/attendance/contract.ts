import { contract } from '../http/contract.ts';
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
});
