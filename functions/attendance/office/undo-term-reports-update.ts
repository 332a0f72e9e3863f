import { attendanceContract } from '#shared/attendance/contract.ts';
import { ConflictError } from '../../platform/errors.ts';
import { runJob } from '../../platform/jobs/run-job.ts';
import { rowsOf } from '../../platform/jobs/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { refuseClosed } from '../../school/records/closed-terms.ts';
import { currentPeriodKey } from '../../school/records/periods.ts';
import { lastRuns, outcomeOf, updateKey } from './update-runs.ts';

export const undoTermReportsUpdate = callHandler(attendanceContract.undoTermReportsUpdate, {
  prefetch: () => ({ current: currentPeriodKey() }),
  handle: async ({ input: { class_id: classId }, found: { current }, caller, request }) => {
    const { run } = current ? await lastRuns(updateKey(current, classId)) : { run: undefined };
    if (!current || !run) throw new ConflictError('There is nothing to undo.');
    if (run.state === 'running') throw new ConflictError('This is still being carried out. Undo it when it is over.');
    const job = await runJob({
      name: 'undo-update-term-reports',
      key: run.run,
      input: { run: run.run, year: current.year, term: current.term },
      // The same students in the same batches: what a batch did is under its number.
      plan: async () => {
        await refuseClosed(current);
        return rowsOf(run);
      },
      caller,
      request,
    });
    return outcomeOf(job);
  },
});
