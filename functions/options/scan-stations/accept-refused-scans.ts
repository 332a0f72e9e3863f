import { scanStationsContract } from '#shared/options/scan-stations/contract.ts';
import { isRefused } from '#shared/options/scan-stations/station-scan.ts';
import { scanStationWordings } from '#shared/options/scan-stations/wordings.ts';
import { schoolMoment } from '#shared/school/school-time.ts';
import { attendanceKey } from '../../attendance/records/attendance-record.ts';
import { daySettingKey } from '../../attendance/records/day-setting.ts';
import { toTermDates } from '../../attendance/records/school-calendar.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { commit } from '../../platform/table/acts/commit.ts';
import { readItems } from '../../platform/table/table.ts';
import { readAllPeriods } from '../../school/records/periods.ts';
import { school } from '../../school/records/school.ts';
import { readStudents } from '../../students/records/store.ts';
import { applyScans, datesOfScans, type ReceivedScan, recordKeysOf } from './apply-scans.ts';
import { matchScanIds } from './received-scans.ts';
import {
  auditedScanChange,
  isRefusedScanListed,
  parseScanNames,
  type RefusedScanItem,
  refusedScanKeys,
  removeRefusedScanAction,
} from './refused-scan.ts';

/**
 * Accepts refused scans that an administrator vouches for, however late the station sent them. Everything else is
 * checked as for a new scan. The records are written first: an attempt that stops after them leaves the scan listed,
 * and can be repeated.
 */
export const acceptRefusedScans = callHandler(scanStationsContract.acceptRefusedScans, {
  prefetch: ({ scans }) => ({ rows: refusedScanKeys(parseScanNames(scans)) }),
  handle: async ({ found, caller, request }) => {
    const { now } = request;
    const listed = found.rows.filter(isRefusedScanListed).map((row) => confirmedScan(row, now));
    const { scans: received, students } = await matchScanIds(
      listed,
      await readStudents([...new Set(listed.map((scan) => scan.told))]),
    );
    const [{ periods }, { settings, records }] = await Promise.all([
      readAllPeriods(),
      readItems({
        settings: datesOfScans(received).map(daySettingKey),
        records: recordKeysOf(received).map(({ studentId, date }) => attendanceKey(studentId, date)),
      }),
    ]);
    const judged = await applyScans(received, { now, students, terms: periods.map(toTermDates), settings, records });
    const taken = judged.filter(({ outcome }) => !isRefused(outcome));
    if (taken.length > 0) {
      const changes = taken.map((scan) => auditedScanChange(scan, 'refused', 'taken'));
      await commit({
        by: { caller, request },
        changes: taken.map(removeRefusedScanAction),
        trail: { subject: 'refused-scans', changes },
        logKind: 'attendance',
      });
    }
    return {
      taken: taken.length,
      left: judged.flatMap(({ told: as, at, outcome, reason }) =>
        isRefused(outcome) ? [{ student_id: as, at, outcome, reason }] : [],
      ),
    };
  },
});

/** The refused scan with a valid time, however late it was sent, unless the time is in the future. */
function confirmedScan({ stationId, told, at, date, time }: RefusedScanItem, now: Date): ReceivedScan {
  const today = schoolMoment(now, school().timeZone);
  const moment = date === undefined || time === undefined ? null : { date, time };
  const isPast = moment !== null && `${moment.date} ${moment.time}` <= `${today.date} ${today.time}`;
  return { stationId, studentId: told, told, at, moment, fault: isPast ? null : scanStationWordings.invalidTime };
}
