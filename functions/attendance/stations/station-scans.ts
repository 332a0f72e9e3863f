import { attendanceContract } from '#shared/attendance/contract.ts';
import { isRefused } from '#shared/attendance/station-scan.ts';
import { attendanceKey } from '../../attendance-records/attendance-record.ts';
import { daySettingKey } from '../../attendance-records/day-setting.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { nameOf, studentKey } from '../../students/store.ts';
import { datesOf, judgeScans, recordsOf } from './judge-scans.ts';
import { isListed, listScan, nameOfScan, refusedScanKeys, unlistScan } from './refused/refused-scan.ts';
import { likelyTerms, termsOf } from './terms-of-days.ts';
import { matchIds, toldScans } from './told-scans.ts';

/**
 * Scans of a station: one read, with the station itself, and one write for each day. Sent again, they change nothing and have the
 * same answers. A scan that is refused is listed for the office, one write each, and the station keeps it (rule 49).
 */
export const stationScans = callHandler(attendanceContract.stationScans, {
  prefetch: (input, stationId, now) => {
    const told = toldScans(input, { stationId, now });
    const dates = datesOf(told);
    return {
      students: [...new Set(told.map(({ studentId }) => studentId))].map(studentKey),
      records: recordsOf(told).map(({ studentId, date }) => attendanceKey(studentId, date)),
      settings: dates.map(daySettingKey),
      periods: likelyTerms(dates),
      refused: refusedScanKeys(told.filter((_, index) => input.scans[index]?.again)),
    };
  },
  handle: async ({ input, caller: { stationId }, found, request: { now } }) => {
    const { told, students } = await matchIds(toldScans(input, { stationId, now }), found.students);
    const refused = new Map(found.refused.map((one) => [nameOfScan(one), one]));
    const isDismissed = (scan: (typeof told)[number]) => {
      const one = refused.get(nameOfScan(scan));
      return one !== undefined && !isListed(one);
    };
    const judged = await judgeScans(
      told.filter((scan) => !isDismissed(scan)),
      { ...found, now, students, terms: await termsOf(datesOf(told), found.periods) },
    );
    await Promise.all(
      judged.map(async (scan) => {
        const { outcome } = scan;
        const wasListed = refused.has(nameOfScan(scan));
        if (isRefused(outcome) && !wasListed) await listScan({ ...scan, outcome }, now);
        if (!isRefused(outcome) && wasListed) await unlistScan(scan);
      }),
    );
    const outcomes = new Map(judged.map((scan) => [nameOfScan(scan), scan]));
    return {
      now: now.toISOString(),
      scans: told.map((scan) => {
        const student = students.get(scan.studentId);
        const { outcome = 'dismissed' as const, reason = null } = outcomes.get(nameOfScan(scan)) ?? {};
        return {
          ...{ student_id: scan.told, at: scan.at, outcome, reason },
          name: student ? nameOf(student, scan.studentId) : null,
        };
      }),
    };
  },
});
