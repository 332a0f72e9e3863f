import { attendanceContract } from '#shared/attendance/contract.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { undoWordings } from '#shared/http/wordings.ts';
import { ConflictError } from '../../platform/errors.ts';
import { runJob, toProgress } from '../../platform/jobs/run-job.ts';
import {
  deleteJob,
  isRunFollowedBy,
  type JobItem,
  readJob,
  readJobRows,
  readRemarks,
} from '../../platform/jobs/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { splitIntoPieces } from '../../platform/table/table.ts';
import { refuseJobInClosedTerm } from '../../school/records/closed-terms.ts';
import { currentPeriodKey } from '../../school/records/periods.ts';
import { requireFormLevel } from '../../school/records/school.ts';
import { readStudentNames } from '../../students/records/store.ts';
import { listRegisteredStudentIds, readTermToCount, reportsPerBatch, requireCurrentTerm } from './count-term.ts';

export const updateTermReports = callHandler(attendanceContract.updateTermReports, {
  prefetch: () => ({ current: currentPeriodKey() }),
  handle: async ({ input: { class_id: classId, with_typed: withTyped }, found, caller, request }) => {
    if (classId !== null) requireFormLevel(classId, 'class_id');
    const term = requireCurrentTerm(found.current);
    const key = reportUpdateJobKey(term, classId);
    const earlier = await readJob('update-term-reports', key);
    if (earlier?.state === 'finished' && !isRunFollowedBy(earlier, request.idempotencyKey)) await deleteJob(earlier);
    const job = await runJob({
      name: 'update-term-reports',
      key,
      input: async () => ({ ...(await readTermToCount(request.now)), withTyped }),
      plan: async () => {
        await refuseJobInClosedTerm(term);
        const students = await listRegisteredStudentIds(term, classId);
        if (students.length === 0) throw new ConflictError(attendanceWordings.nobodyRegistered);
        return splitIntoPieces(students, reportsPerBatch);
      },
      by: { caller, request },
    });
    return reportUpdateOutcome(job);
  },
});

export const undoTermReportsUpdate = callHandler(attendanceContract.undoTermReportsUpdate, {
  prefetch: () => ({ current: currentPeriodKey() }),
  handle: async ({ input: { class_id: classId }, found: { current }, caller, request }) => {
    const { run } = current ? await readLastReportUpdate(reportUpdateJobKey(current, classId)) : { run: undefined };
    if (!current || !run) throw new ConflictError(undoWordings.nothingToUndo);
    if (run.state === 'running') throw new ConflictError(attendanceWordings.stillRunning);
    const job = await runJob({
      name: 'undo-update-term-reports',
      key: run.run,
      input: { run: run.run, year: current.year, term: current.term },
      // The same students in the same batches, because what a batch changed is stored under its number.
      plan: async () => {
        await refuseJobInClosedTerm(current);
        return readJobRows(run);
      },
      by: { caller, request },
    });
    return reportUpdateOutcome(job);
  },
});

/** Key of the update of a term's reports, of a class or of all classes (null). */
export const reportUpdateJobKey = ({ year, term }: { year: number; term: number }, classId: string | null): string =>
  `${year}#${term}#${classId ?? '*'}`;

/** The last update of a class, or of all, and its undo. Two requests. */
export async function readLastReportUpdate(
  key: string,
): Promise<{ run: JobItem | undefined; undo: JobItem | undefined }> {
  const run = await readJob('update-term-reports', key);
  return { run, undo: run && (await readUndoOfUpdate(run)) };
}

/** The undo of an update, if any. */
export const readUndoOfUpdate = ({ run }: JobItem) => readJob('undo-update-term-reports', run);

/** The progress of a run; once it has ended also the students whose reports it left unchanged, with the reason. */
export async function reportUpdateOutcome(job: JobItem) {
  if (job.state === 'running') return { ...toProgress(job), left: [] };
  const remarks = await readRemarks(job);
  const names = await readStudentNames(remarks.map(({ row }) => row));
  return {
    ...toProgress(job),
    left: remarks.map(({ row, text }) => ({ student_id: row, name: names.get(row) ?? row, reason: text })),
  };
}
