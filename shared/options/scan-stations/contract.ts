import { contract } from '../../http/contract.ts';
import { refusedScanCalls, stationCalls } from './station-calls.ts';
import { studentCardCalls } from './student-card-calls.ts';

/** The calls of scan stations, of the scans that they could not take, and of the cards that are scanned (ADR 0061). */
export const scanStationsContract = contract({ ...stationCalls, ...refusedScanCalls, ...studentCardCalls });
