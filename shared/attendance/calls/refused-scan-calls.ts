import * as z from 'zod/mini';
import { day, id, moment, nothing } from '../../http/fields.ts';
import { refusedOutcomes } from '../station-scan.ts';
import { scansAtOnce, stationId } from './station-calls.ts';

const office = { who: ['Admin'], menu: ['attendanceStudent'] } as const;

/** The list shows so many of those that are listed, and of those that were dismissed, oldest first. */
export const refusedScansShown = 1000;

/** What names a scan: its station, and the id and the moment that the station told. */
const scanName = () => z.strictObject({ station_id: stationId, student_id: id, at: moment });
const scanNames = () =>
  z.array(scanName()).check(z.minLength(1), z.maxLength(scansAtOnce, `At most ${scansAtOnce} scans.`));

/** What the office does with scans that could not be taken (rule 49). Each stays listed until it is taken or dismissed. */
export const refusedScanCalls = {
  refusedScans: {
    method: 'GET',
    path: '/api/attendance-refused-scans',
    ...office,
    input: nothing,
    output: () =>
      z.strictObject({
        /** Of those that are not dismissed. */
        count: z.int(),
        scans: z.array(
          z.strictObject({
            ...{ station_id: stationId, station: z.string(), student_id: id, at: moment },
            /** Null where nobody has this id. */
            name: z.nullable(z.string()),
            class_id: z.nullable(id),
            /** Day and time of the scan at the school; null where the station told none that can be one. */
            date: z.nullable(day),
            time: z.nullable(z.string()),
            outcome: z.enum(refusedOutcomes),
            reason: z.nullable(z.string()),
            /** Who dismissed it in the last 30 days; null while it is listed. */
            dismissed_by: z.nullable(z.string()),
          }),
        ),
      }),
    needs: { table: 'read' },
  },
  /**
   * Judges scans again, by the days, students and closings of now, and adds those that count to the records, whenever they were sent.
   * Those that still cannot be taken stay listed, with the reason. Done again, it changes nothing.
   */
  takeRefusedScans: {
    method: 'POST',
    path: '/api/attendance-refused-scans',
    ...office,
    input: () => z.strictObject({ scans: scanNames() }),
    output: () =>
      z.strictObject({
        taken: z.int(),
        left: z.array(
          z.strictObject({
            ...{ student_id: id, at: moment, outcome: z.enum(refusedOutcomes), reason: z.nullable(z.string()) },
          }),
        ),
      }),
    needs: { table: 'write' },
  },
  /** Takes scans from the list, or brings them back within 30 days. One that was taken meanwhile is left alone. */
  dismissRefusedScans: {
    method: 'POST',
    path: '/api/attendance-refused-scans-dismiss',
    ...office,
    input: () => z.strictObject({ scans: scanNames(), dismissed: z.boolean() }),
    output: () => z.strictObject({ changed: z.int() }),
    needs: { table: 'write' },
  },
} as const;
