import { contract } from '../http/contract.ts';
import { archiveCalls } from './archive-calls.ts';
import { cardCalls } from './card-calls.ts';
import { dayCalls } from './day-calls.ts';
import { importCalls } from './import-calls.ts';
import { officeCalls } from './office-calls.ts';
import { registerCalls } from './register-calls.ts';
import { reportCalls } from './report-calls.ts';
import { stationCalls } from './station-calls.ts';

/** Attendance: where its records come from, what they come to, and what the office does with them (product §2, ADR 0058). */
export const attendanceContract = contract({
  ...officeCalls,
  ...dayCalls,
  ...reportCalls,
  ...stationCalls,
  ...cardCalls,
  ...importCalls,
  ...registerCalls,
  ...archiveCalls,
});
