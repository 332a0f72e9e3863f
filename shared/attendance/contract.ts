import { contract } from '../http/contract.ts';
import { archiveCalls } from './calls/archive-calls.ts';
import { cardCalls } from './calls/card-calls.ts';
import { dayCalls } from './calls/day-calls.ts';
import { importCalls } from './calls/import-calls.ts';
import { officeCalls } from './calls/office-calls.ts';
import { refusedScanCalls } from './calls/refused-scan-calls.ts';
import { registerCalls } from './calls/register-calls.ts';
import { reportCalls } from './calls/report-calls.ts';
import { stationCalls } from './calls/station-calls.ts';

/** Attendance: where its records come from, what they come to, and what the office does with them (product §2, ADR 0058). */
export const attendanceContract = contract({
  ...officeCalls,
  ...dayCalls,
  ...reportCalls,
  ...stationCalls,
  ...refusedScanCalls,
  ...cardCalls,
  ...importCalls,
  ...registerCalls,
  ...archiveCalls,
});
