import { createWriteTransaction } from 'electrodb';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { AuditRow, auditRow, writeAudited } from '../../../platform/table/audit.ts';
import { retryRefused } from '../../../platform/table/retry-refused.ts';
import { expiryOfDeleted, readItems } from '../../../platform/table/table.ts';
import { changeOfScan, isListed, namesIn, RefusedScan, refusedScanKeys } from './refused-scan.ts';

/** Scans that are as wanted already, or were taken, are left alone: two administrators who press at once do no harm. */
export const dismissRefusedScans = callHandler(attendanceContract.dismissRefusedScans, {
  prefetch: ({ scans }) => ({ rows: refusedScanKeys(namesIn(scans)) }),
  handle: ({ input: { scans, dismissed }, found, caller, request }) =>
    retryRefused({
      what: 'these scans',
      first: found,
      read: () => readItems({ rows: refusedScanKeys(namesIn(scans)) }),
      attempt: async ({ rows }) => {
        const toChange = rows.filter((row) => isListed(row) === dismissed);
        if (toChange.length === 0) return { changed: 0 };
        const changes = toChange.map((row) =>
          dismissed ? changeOfScan(row, 'refused', 'dismissed') : changeOfScan(row, 'dismissed', 'refused'),
        );
        const row = auditRow({ subject: 'refused-scans', changes, caller, request });
        const outcome = await writeAudited(
          createWriteTransaction({ RefusedScan, AuditRow }, (entities) => [
            ...toChange.map(({ stationId, told, at }) => {
              const scan = entities.RefusedScan.patch({ stationId, told, at });
              const gone = { dismissedAt: request.now.toISOString(), dismissedBy: caller.name };
              return dismissed
                ? scan
                    .set({ ...gone, expires: expiryOfDeleted(request.now) })
                    .where(({ dismissedAt }, { notExists }) => notExists(dismissedAt))
                    .commit()
                : scan
                    .remove(['dismissedAt', 'dismissedBy', 'expires'])
                    .where(({ dismissedAt }, { exists }) => exists(dismissedAt))
                    .commit();
            }),
            entities.AuditRow.create(row).commit(),
          ]),
        );
        return outcome === 'refused' ? 'refused' : { changed: toChange.length };
      },
    }),
});
