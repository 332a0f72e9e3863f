import { attendanceContract } from '#shared/attendance/contract.ts';
import { ConflictError } from '../../platform/errors.ts';
import { runJob, toProgress } from '../../platform/jobs/run-job.ts';
import { forgetJob, isFollowed, readJob } from '../../platform/jobs/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { archivedOfHalf } from '../records/archive/archived-attendance.ts';
import { archivedHalfKey } from '../records/archive/archived-half.ts';
import { beginRestoring, noteRestored } from '../records/archive/half-states.ts';
import { requireAttendance } from '../register/class-access.ts';
import { archiveBatches } from './archive-rows.ts';

export const restoreAttendance = callHandler(attendanceContract.restoreAttendance, {
  prefetch: ({ half }) => ({ archived: archivedHalfKey(half) }),
  handle: async ({ input: { half }, found: { archived }, caller, request }) => {
    requireAttendance();
    const earlier = await readJob('restore-attendance', half);
    const isOver = earlier?.state === 'finished' && !isFollowed(earlier, request.idempotencyKey);
    if ((!earlier || isOver) && !archived) throw new ConflictError('This half year is not in the archive.');
    if (isOver) await forgetJob(earlier);
    const plan = async () => {
      if (!(await beginRestoring(half, { caller, at: request.now.toISOString() })))
        throw new ConflictError('This half year is being archived. Bring it back when that is over.');
      const students = await archivedOfHalf(half);
      // All of them were erased: no run would have anything to do.
      if (students.length === 0) await noteRestored(half, { caller, run: request.idempotencyKey });
      return archiveBatches(
        half,
        students.map(({ studentId }) => studentId),
      );
    };
    return toProgress(await runJob({ name: 'restore-attendance', key: half, plan, caller, request }));
  },
});
