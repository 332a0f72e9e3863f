import { scanStationsContract } from '#shared/options/scan-stations/contract.ts';
import { maxRefusedScansListed } from '#shared/options/scan-stations/station-calls.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { isRefused } from '../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../platform/table/acts/commit.ts';
import { present } from '../../platform/table/expression.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { expiryOfDeleted, readItems } from '../../platform/table/table.ts';
import { readStudents, studentName } from '../../students/records/store.ts';
import {
  auditedScanChange,
  isRefusedScanListed,
  listStoredRefusedScans,
  parseScanNames,
  RefusedScanEntity,
  refusedScanKeys,
} from './refused-scan.ts';
import { listStations } from './stations.ts';

export const listRefusedScans = callHandler(scanStationsContract.listRefusedScans, {
  handle: async () => {
    const [scans, stations] = await Promise.all([listStoredRefusedScans(), listStations()]);
    const listed = scans.filter(isRefusedScanListed);
    const dismissed = scans.filter((scan) => !isRefusedScanListed(scan));
    const shown = [listed, dismissed].flatMap((list) => list.slice(0, maxRefusedScansListed));
    const names = new Map(stations.map(({ stationId, name }) => [stationId, name]));
    const students = new Map(
      (
        await readStudents(
          [...new Set(shown.map(({ studentId }) => studentId))],
          ['studentId', 'firstName', 'lastName', 'classId'],
        )
      ).map((student) => [student.studentId, student]),
    );
    return {
      count: listed.length,
      scans: shown.map(({ stationId, told, at, studentId, date, time, outcome, reason, dismissedBy }) => {
        const student = students.get(studentId);
        return {
          station_id: stationId,
          station: names.get(stationId) ?? stationId,
          student_id: told,
          at,
          outcome,
          name: student ? studentName(student, studentId) : null,
          class_id: student?.classId ?? null,
          date: date ?? null,
          time: time ?? null,
          reason: reason ?? null,
          dismissed_by: dismissedBy ?? null,
        };
      }),
    };
  },
});

/** Dismisses refused scans or lists them again. Scans in that state already, and accepted ones, stay as they are. */
export const dismissRefusedScans = callHandler(scanStationsContract.dismissRefusedScans, {
  prefetch: ({ scans }) => ({ rows: refusedScanKeys(parseScanNames(scans)) }),
  handle: ({ input: { scans, dismissed }, found, caller, request }) =>
    retryRefused({
      what: 'these scans',
      first: found,
      read: () => readItems({ rows: refusedScanKeys(parseScanNames(scans)) }),
      attempt: async ({ rows }) => {
        const toChange = rows.filter((row) => isRefusedScanListed(row) === dismissed);
        if (toChange.length === 0) return { changed: 0 };
        const changes = toChange.map((row) =>
          dismissed ? auditedScanChange(row, 'refused', 'dismissed') : auditedScanChange(row, 'dismissed', 'refused'),
        );
        const outcome = await commit({
          by: { caller, request },
          changes: toChange.map(({ stationId, told, at }) => {
            const stamp = { dismissedAt: request.now.toISOString(), dismissedBy: caller.name };
            return RefusedScanEntity.update(
              { stationId, told, at },
              dismissed
                ? { set: { ...stamp, expires: expiryOfDeleted(request.now) }, where: { dismissedAt: null } }
                : { remove: ['dismissedAt', 'dismissedBy', 'expires'], where: { dismissedAt: present } },
            );
          }),
          trail: { subject: 'refused-scans', changes },
          logKind: 'attendance',
        });
        return isRefused(outcome) ? 'refused' : { changed: toChange.length };
      },
    }),
});
