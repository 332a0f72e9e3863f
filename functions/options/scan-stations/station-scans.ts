import { scanStationsContract } from '#shared/options/scan-stations/contract.ts';
import { isRefused } from '#shared/options/scan-stations/station-scan.ts';
import { schoolMoment } from '#shared/school/school-time.ts';
import { attendanceKey } from '../../attendance/records/attendance-record.ts';
import { daySettingKey } from '../../attendance/records/day-setting.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { executeAction } from '../../platform/table/action.ts';
import { readMany } from '../../platform/table/table.ts';
import { school, schoolDay } from '../../school/records/school.ts';
import { openPicture, pictureNotFoundError } from '../../students/records/files/open-picture.ts';
import { studentKey, studentName } from '../../students/records/store.ts';
import { applyScans, datesOfScans, type ReceivedScan, recordKeysOf } from './apply-scans.ts';
import { keysOfLikelyTerms, matchScanIds, readTermsOfDays, toReceivedScans } from './received-scans.ts';
import {
  addToRefusedScans,
  isRefusedScanListed,
  refusedScanKeys,
  refusedScanName,
  removeRefusedScanAction,
} from './refused-scan.ts';
import { recordStationContact } from './stations.ts';

/**
 * Stores the scans of a station: one read, with the station itself, and one write for each day. Idempotent, with the
 * same answers. A refused scan is listed for the office, one write each, and the station keeps it (rule 49).
 */
export const receiveStationScans = callHandler(scanStationsContract.receiveStationScans, {
  prefetch: (input, stationId, now) => {
    const received = toReceivedScans(input, { stationId, now });
    const dates = datesOfScans(received);
    return {
      students: [...new Set(received.map(({ studentId }) => studentId))].map(studentKey),
      records: recordKeysOf(received).map(({ studentId, date }) => attendanceKey(studentId, date)),
      settings: dates.map(daySettingKey),
      periods: keysOfLikelyTerms(dates),
      refused: refusedScanKeys(received.filter((_, index) => input.scans[index]?.again)),
    };
  },
  handle: async ({ input, caller, found, request: { now } }) => {
    const refused = new Map(found.refused.map((one) => [refusedScanName(one), one]));
    // A listed scan keeps the judgement of its time from when it was first sent.
    const asListed = (scan: ReceivedScan) => {
      const one = refused.get(refusedScanName(scan));
      return one ? { ...scan, fault: one.fault ?? null } : scan;
    };
    const { scans: received, students } = await matchScanIds(
      toReceivedScans(input, { ...caller, now }).map(asListed),
      found.students,
    );
    const otherIds = recordKeysOf(received.filter((scan) => scan.studentId !== scan.told));
    const records =
      otherIds.length === 0
        ? found.records
        : [
            ...found.records,
            ...(await readMany(otherIds.map(({ studentId, date }) => attendanceKey(studentId, date)))),
          ];
    const isDismissed = (scan: ReceivedScan) => {
      const one = refused.get(refusedScanName(scan));
      return one !== undefined && !isRefusedScanListed(one);
    };
    const judged = await applyScans(
      received.filter((scan) => !isDismissed(scan)),
      { ...found, records, now, students, terms: await readTermsOfDays(datesOfScans(received), found.periods) },
    );
    await Promise.all(
      judged.map(async (scan) => {
        const { outcome } = scan;
        const wasListed = refused.has(refusedScanName(scan));
        if (isRefused(outcome) && !wasListed) await addToRefusedScans({ ...scan, outcome }, now);
        if (!isRefused(outcome) && wasListed) await executeAction(removeRefusedScanAction(scan));
      }),
    );
    if (input.nothing_waits) await recordStationContact(caller, now);
    const outcomes = new Map(judged.map((scan) => [refusedScanName(scan), scan]));
    return {
      now: now.toISOString(),
      scans: received.map((scan) => {
        const { outcome = 'dismissed' as const, reason = null } = outcomes.get(refusedScanName(scan)) ?? {};
        const isShown = !isRefused(outcome) && scan.moment !== null && isJustScanned(scan.moment, now);
        const student = isShown ? students.get(scan.studentId) : undefined;
        return {
          student_id: scan.told,
          at: scan.at,
          outcome,
          reason,
          name: student ? studentName(student, scan.studentId) : null,
          class_id: student?.classId ?? null,
          picture: student?.picture === undefined ? null : scan.studentId,
        };
      }),
    };
  },
});

/**
 * The picture of a student whom this station scanned in the last two minutes: a stolen key shows no picture without
 * storing a scan.
 */
export const readStationPicture = callHandler(scanStationsContract.readStationPicture, {
  prefetch: ({ student_id }, _stationId, now) => ({
    student: studentKey(student_id),
    record: attendanceKey(student_id, schoolDay(now)),
  }),
  handle: async ({ found: { student, record }, caller: { stationId }, request: { now } }) => {
    const wasScannedHere = Object.entries(record?.scans ?? {}).some(
      ([source, time]) => source.startsWith(`${stationId}@`) && isJustScanned({ date: record?.date ?? '', time }, now),
    );
    if (!wasScannedHere || student?.picture === undefined || student.status === 'archived')
      throw pictureNotFoundError();
    return openPicture(student.picture);
  },
});

/** Milliseconds after a scan in which its station receives name and picture. */
const justScanned = 2 * 60_000;
/** Milliseconds that a scan's time may be ahead: clocks are right to a minute. */
const ahead = 60_000;

/** True for a day and time at the school within the last two minutes. */
export function isJustScanned({ date, time }: { date: string; time: string }, now: Date): boolean {
  const at = (milliseconds: number) => schoolMoment(new Date(now.getTime() + milliseconds), school().timeZone);
  return date === at(0).date && time >= at(-justScanned).time && time <= at(ahead).time;
}
