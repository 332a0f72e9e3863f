import { maxSkippedListed } from '#shared/attendance/calls/import-calls.ts';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { undoWordings } from '#shared/http/wordings.ts';
import { ConflictError } from '../../platform/errors.ts';
import { restartJobIfDead, runJob, toProgress } from '../../platform/jobs/run-job.ts';
import { isRunFollowedBy, type JobItem, readJob, readJobRows, readRemarks } from '../../platform/jobs/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { nothingToUndoError } from '../../platform/undo/undoable-actions.ts';
import { readStudentNames } from '../../students/records/store.ts';
import { undoableImports } from './undoable-import.ts';

export const listUndoableScanImports = callHandler(attendanceContract.listUndoableScanImports, {
  handle: ({ request: { now } }) => undoableImports.list({ now }),
});

export const undoImport = callHandler(attendanceContract.undoImport, {
  prefetch: ({ undo }) => ({ action: undoableImports.key(undo) }),
  handle: async ({ input: { undo }, found: { action }, caller, request }) => {
    const imported = action && (await readJob('import-scans', undo));
    if (!imported) throw nothingToUndoError();
    await restartJobIfDead(imported, request.now);
    if (imported.state === 'running') throw new ConflictError(attendanceWordings.stillRunning);
    const job = await runJob({
      name: 'undo-import-scans',
      key: undo,
      input: { run: imported.run },
      // The same rows in the same batches, because what a batch added is stored under its number.
      plan: () => readJobRows(imported),
      ...{ caller, request },
    });
    if (action.undoneAt !== undefined && !isRunFollowedBy(job, request.idempotencyKey))
      throw new ConflictError(undoWordings.undoneAlready);
    return { ...toProgress(job), ...(await leftOf(job)) };
  },
});

/** Key of a remark on a day that an undo left as it is. */
export const skippedDayKey = ({ date, studentId }: { date: string; studentId: string }): string =>
  `${date} ${studentId}`;

async function leftOf(job: JobItem) {
  if (job.state === 'running') return { left: [], left_count: 0 };
  const remarks = await readRemarks(job);
  const named = remarks
    .slice(0, maxSkippedListed)
    .map(({ row, text }) => ({ date: row.slice(0, 10), student_id: row.slice(11), reason: text }));
  const names = await readStudentNames(named.map(({ student_id }) => student_id));
  return {
    left: named.map((one) => ({ ...one, name: names.get(one.student_id) ?? one.student_id })),
    left_count: remarks.length,
  };
}
