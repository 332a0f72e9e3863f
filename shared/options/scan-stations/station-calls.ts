import * as z from 'zod/mini';
import { officeOnly } from '../../attendance/calls/office-calls.ts';
import { sessions, timeOfDay } from '../../attendance/limits.ts';
import { attendanceWordings } from '../../attendance/wordings.ts';
import { imageType } from '../../http/contract.ts';
import { day, documentBytes, id, moment, noInput } from '../../http/fields.ts';
import { refusedOutcomes, scanOutcomes } from './station-scan.ts';

const stationId = z.lazy(() => z.string().check(z.regex(/^[A-Za-z0-9]{1,40}$/, 'Not a station.')));

/** A station in the office's list. Times are UTC. */
const station = () =>
  z.strictObject({
    id: stationId,
    name: z.string(),
    made_at: moment,
    made_by: z.string(),
    /** To the minute; null before its first call. */
    last_seen: z.nullable(moment),
    ended_at: z.nullable(moment),
  });

/** Scans in a request, so that each needs one read and one write. */
export const maxScansPerRequest = 30;

/** A school day, or why there is none. */
const stationDay = () =>
  z.strictObject({
    date: day,
    /** Null on a school day; otherwise "weekend", or what the day is called. */
    closed: z.nullable(z.string()),
    sessions: z.array(z.enum(sessions)),
    limits: z.nullable(
      z.strictObject({
        lateAfter: timeOfDay,
        amUntil: timeOfDay,
        pmFrom: timeOfDay,
        pmLateAfter: timeOfDay,
        pmUntil: timeOfDay,
        afternoonBy: z.enum(['arrival', 'scan']),
        leavesAfterMinutes: z.int(),
      }),
    ),
  });

/** Scan stations: the office's calls, and the stations' own (ADR 0061). */
export const stationCalls = {
  /** Every station, and when it was last in touch. */
  listAttendanceStations: {
    method: 'GET',
    path: '/api/attendance-station',
    ...officeOnly,
    input: noInput,
    output: () => z.array(station()),
    needs: { table: 'read' },
  },
  /** Returns the key once; it is not stored. Repeating the request is a 409. */
  addAttendanceStation: {
    method: 'POST',
    path: '/api/attendance-station',
    ...officeOnly,
    input: () =>
      z.strictObject({
        name: z
          .string()
          .check(z.trim(), z.minLength(1, attendanceWordings.nameIt), z.maxLength(40, 'At most 40 characters.'))
          .check(z.refine((name) => !/\p{Cc}/u.test(name), 'A name is one line of text.')),
      }),
    output: () => z.strictObject({ station: station(), key: z.string() }),
    needs: { table: 'write' },
  },
  /** The station’s key is no longer valid. */
  endAttendanceStation: {
    method: 'DELETE',
    path: '/api/attendance-station',
    ...officeOnly,
    input: () => z.strictObject({ id: stationId }),
    output: station,
    needs: { table: 'write' },
  },
  /** Undoes the end of a station: its key is valid again. */
  restoreAttendanceStation: {
    method: 'POST',
    path: '/api/attendance-station-restore',
    ...officeOnly,
    input: () => z.strictObject({ id: stationId }),
    output: station,
    needs: { table: 'write' },
  },

  /**
   * What a station needs while it is offline: the current students as hashes of their ids (`hashStudentId`), and the
   * rules of today and the next six days. It receives names only in the answers to scans.
   */
  readStationStart: {
    method: 'GET',
    path: '/api/station-start',
    who: 'station',
    input: noInput,
    output: () =>
      z.strictObject({
        name: z.string(),
        now: moment,
        time_zone: z.string(),
        days: z.array(stationDay()),
        known: z.array(z.string()),
      }),
    needs: { table: 'read' },
  },
  /**
   * Scans, in any order and of any day of the last month. Idempotent: a scan is identified by its station and the
   * second of the station's clock. Its day and time are `at` plus `off`, and so the same in each attempt; without
   * `off`, `sent_at` tells the offset of the clock. A refused scan is listed for the office; the station keeps it and
   * sends it again until it is accepted or dismissed (rule 49). An empty list only says that the station is connected.
   */
  receiveStationScans: {
    method: 'POST',
    path: '/api/station-scans',
    who: 'station',
    input: () =>
      z.strictObject({
        sent_at: moment,
        /** The device has no other unsent scans: older ones that arrive later are refused (`scanTimeProblem`). */
        nothing_waits: z.optional(z.boolean()),
        scans: z
          .array(
            z.strictObject({
              student_id: id,
              at: moment,
              /**
               * Milliseconds by which the station corrected its clock when the scan was made; 0 where it was right to a
               * minute.
               */
              off: z.optional(z.int()),
              /** It was refused before, and the station still keeps it. */
              again: z.optional(z.boolean()),
            }),
          )
          .check(z.maxLength(maxScansPerRequest, `At most ${maxScansPerRequest} scans.`)),
      }),
    output: () =>
      z.strictObject({
        now: moment,
        /** In the order of the scans. */
        scans: z.array(
          z.strictObject({
            student_id: id,
            at: moment,
            outcome: z.enum(scanOutcomes),
            /** Why a scan is `no school` or `refused`. */
            reason: z.nullable(z.string()),
            /** Null for unknown ids, refused scans, and scans older than two minutes. */
            name: z.nullable(z.string()),
            class_id: z.nullable(id),
            /** The student id for the picture call; null where there is no picture. */
            picture: z.nullable(id),
          }),
        ),
      }),
    needs: { table: 'write' },
  },
  /** The picture of a student whom this station has scanned in the last two minutes; otherwise 404. */
  readStationPicture: {
    method: 'GET',
    path: '/api/station-picture/{student_id}',
    who: 'station',
    input: () => z.strictObject({ student_id: id }),
    output: documentBytes,
    produces: imageType,
    needs: { table: 'read', files: { pictures: ['read'] } },
  },
} as const;

/** Refused scans shown, oldest first, and as many dismissed ones. */
export const maxRefusedScansListed = 1000;

/** Identifies a scan: its station, and the id and time that the station sent. */
const scanName = () => z.strictObject({ station_id: stationId, student_id: id, at: moment });
const scanNames = () =>
  z.array(scanName()).check(z.minLength(1), z.maxLength(maxScansPerRequest, `At most ${maxScansPerRequest} scans.`));

/** Refused scans (rule 49). Each stays listed until the office accepts or dismisses it. */
export const refusedScanCalls = {
  /** The refused scans of all stations that are not dismissed. */
  listRefusedScans: {
    method: 'GET',
    path: '/api/attendance-refused-scans',
    ...officeOnly,
    input: noInput,
    output: () =>
      z.strictObject({
        /** Scans that are not dismissed. */
        count: z.int(),
        scans: z.array(
          z.strictObject({
            station_id: stationId,
            station: z.string(),
            student_id: id,
            at: moment,
            /** Null for unknown ids. */
            name: z.nullable(z.string()),
            class_id: z.nullable(id),
            /** Day and time of the scan at the school; null where the time is impossible. */
            date: z.nullable(day),
            time: z.nullable(z.string()),
            outcome: z.enum(refusedOutcomes),
            reason: z.nullable(z.string()),
            /** Display name of the person who dismissed it in the last 30 days; null while it is listed. */
            dismissed_by: z.nullable(z.string()),
          }),
        ),
      }),
    needs: { table: 'read' },
  },
  /**
   * Checks scans again, under the present days, students and closed terms, and adds those that are valid to the
   * records, however late they were sent. The others stay listed, with the reason. Idempotent.
   */
  acceptRefusedScans: {
    method: 'POST',
    path: '/api/attendance-refused-scans',
    ...officeOnly,
    input: () => z.strictObject({ scans: scanNames() }),
    output: () =>
      z.strictObject({
        taken: z.int(),
        left: z.array(
          z.strictObject({
            student_id: id,
            at: moment,
            outcome: z.enum(refusedOutcomes),
            reason: z.nullable(z.string()),
          }),
        ),
      }),
    needs: { table: 'write' },
  },
  /** Dismisses scans, or lists them again within 30 days. A scan that was accepted meanwhile stays as it is. */
  dismissRefusedScans: {
    method: 'DELETE',
    path: '/api/attendance-refused-scans',
    ...officeOnly,
    input: () => z.strictObject({ scans: scanNames(), dismissed: z.boolean() }),
    output: () => z.strictObject({ changed: z.int() }),
    needs: { table: 'write' },
  },
} as const;
