import { contract } from '../http/contract.ts';
import { dayCalls } from './calls/day-calls.ts';
import { familyNoteCalls } from './calls/family-note-calls.ts';
import { importCalls } from './calls/import-calls.ts';
import { archiveCalls, officeCalls } from './calls/office-calls.ts';
import { registerCalls } from './calls/register-calls.ts';
import { attendanceReportCalls, cardCalls } from './calls/report-calls.ts';
import { refusedScanCalls, stationCalls } from './calls/station-calls.ts';

/** The calls of attendance (product §2, ADR 0058). */
export const attendanceContract = contract({
  ...officeCalls,
  ...dayCalls,
  ...attendanceReportCalls,
  ...stationCalls,
  ...refusedScanCalls,
  ...cardCalls,
  ...importCalls,
  ...registerCalls,
  ...familyNoteCalls,
  ...archiveCalls,
});
