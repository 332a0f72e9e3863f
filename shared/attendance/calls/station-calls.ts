import * as z from 'zod/mini';
import { imageType } from '../../http/contract.ts';
import { day, id, moment, nothing } from '../../http/fields.ts';
import { sessions, timeOfDay } from '../limits.ts';
import { refusedOutcomes, scanOutcomes } from '../station-scan.ts';
import { attendanceWordings } from '../wordings.ts';

export const stationId = z.lazy(() => z.string().check(z.regex(/^[A-Za-z0-9]{1,40}$/, 'Not a station.')));

/** As the office sees it. Times are UTC. */
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

const office = { who: ['Admin'], menu: ['attendanceStudent'] } as const;

/** One request has at most so many scans: with what they are judged by they are one read and one write. */
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

/** What a station is told when it starts. */
const startOfStation = () => ({ name: z.string(), now: moment, time_zone: z.string(), days: z.array(stationDay()) });

/** Scan stations: what the office does with them, and what they do themselves (ADR 0061). */
export const stationCalls = {
  attendanceStations: {
    method: 'GET',
    path: '/api/attendance-stations',
    ...office,
    input: nothing,
    output: () => z.array(station()),
    needs: { table: 'read' },
  },
  /** Its key is answered this once, and kept nowhere. The same request again is a 409, for the key was given away. */
  addAttendanceStation: {
    method: 'POST',
    path: '/api/attendance-station',
    ...office,
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
  endAttendanceStation: {
    method: 'POST',
    path: '/api/attendance-station-end',
    ...office,
    input: () => z.strictObject({ id: stationId }),
    output: station,
    needs: { table: 'write' },
  },
  /** Undoes the ending: the same key opens again. */
  restoreAttendanceStation: {
    method: 'POST',
    path: '/api/attendance-station-restore',
    ...office,
    input: () => z.strictObject({ id: stationId }),
    output: station,
    needs: { table: 'write' },
  },

  /**
   * What a station decides by while it has no network: the current students by a hash of their ids (`hashStudentId`), and the rules of today and
   * the six days after. Names come one by one, with the scans.
   */
  stationStart: {
    method: 'GET',
    path: '/api/station-start',
    who: 'station',
    input: nothing,
    output: () => z.strictObject({ ...startOfStation(), known: z.array(z.string()) }),
    needs: { table: 'read' },
  },
  /**
   * The same for pages that were loaded before there were hashes: without students, so that they show cards as unknown until the scan is
   * answered. The name says that the page is to be loaded again.
   */
  oldStationStart: {
    method: 'GET',
    path: '/api/station',
    who: 'station',
    input: nothing,
    output: () => z.strictObject({ ...startOfStation(), students: z.array(z.never()) }),
    needs: { table: 'read' },
  },
  /**
   * Scans, in any order and of any day of the last month. A scan is known by its station and the second that the station told, so
   * sending it again changes nothing. Its day and time are what `at` and `off` say together, and so the same with each try; where a
   * scan has no `off`, `sent_at` says how far the station's clock is off. A scan that cannot be taken is listed for the office; the
   * station keeps it and sends it again, until the answer is that it was taken or dismissed (rule 49). None at all say that the station
   * is in touch.
   */
  stationScans: {
    method: 'POST',
    path: '/api/station-scans',
    who: 'station',
    input: () =>
      z.strictObject({
        sent_at: moment,
        /** No scan waits on the device but these: older ones that come later are not believed (`scanTimeProblem`). */
        nothing_waits: z.optional(z.boolean()),
        scans: z
          .array(
            z.strictObject({
              student_id: id,
              at: moment,
              /** Milliseconds by which the station put its clock right when the scan was made; 0 where it was right to a minute. */
              off: z.optional(z.int()),
              /** It was answered as refused before, and the station still keeps it. */
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
            /** Null where nobody has this id, the scan is in no record, or it was not made in the last two minutes. */
            name: z.nullable(z.string()),
            class_id: z.nullable(id),
            /** The id to ask for the picture with; null where there is none. */
            picture: z.nullable(id),
          }),
        ),
      }),
    needs: { table: 'write' },
  },
  /** The picture of a student whom this station has scanned in the last two minutes; 404 of anybody else, and where there is none. */
  stationPicture: {
    method: 'GET',
    path: '/api/station-picture/{student_id}',
    who: 'station',
    input: () => z.strictObject({ student_id: id }),
    output: () => z.custom<Uint8Array>((value) => value instanceof Uint8Array),
    produces: imageType,
    needs: { table: 'read', files: { pictures: ['read'] } },
  },
} as const;

/** The list shows so many of those that are listed, and of those that were dismissed, oldest first. */
export const maxRefusedScansListed = 1000;

/** What names a scan: its station, and the id and the moment that the station told. */
const scanName = () => z.strictObject({ station_id: stationId, student_id: id, at: moment });
const scanNames = () =>
  z.array(scanName()).check(z.minLength(1), z.maxLength(maxScansPerRequest, `At most ${maxScansPerRequest} scans.`));

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
  acceptRefusedScans: {
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
