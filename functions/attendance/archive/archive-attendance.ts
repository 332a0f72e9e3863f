import { attendanceContract } from '#shared/attendance/contract.ts';
import { ConflictError } from '../../platform/errors.ts';
import { runJob, toProgress } from '../../platform/jobs/run-job.ts';
import { forgetJob, isFollowed, readJob } from '../../platform/jobs/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { school } from '../../school/records/school.ts';
import { everybody } from '../days/records-of-day.ts';
import { requireAttendance } from '../register/class-access.ts';
import { archiveBatches } from './archive-rows.ts';
import { archiveBoundary, oldHalves } from './halves-to-archive.ts';

/** There is one archive, and one run at a time. */
export const archiveKey = 'all';

export const archiveAttendance = callHandler(attendanceContract.archiveAttendance, {
  handle: async ({ caller, request }) => {
    requireAttendance();
    const earlier = await readJob('archive-attendance', archiveKey);
    if (earlier?.state === 'finished' && !isFollowed(earlier, request.idempotencyKey)) await forgetJob(earlier);
    const plan = async () => {
      const halves = await dueHalves(request.now);
      const students = await everybody();
      return halves.flatMap((half) => archiveBatches(half, students));
    };
    const job = await runJob({ name: 'archive-attendance', key: archiveKey, plan, caller, request });
    return { date: archiveBoundary(request.now), records: job.total - job.processed, ...toProgress(job) };
  },
});

async function dueHalves(now: Date): Promise<string[]> {
  const { due } = await oldHalves(now);
  const years = school().attendance.archiveAfterYears;
  if (due.length === 0) throw new ConflictError(`No attendance is older than ${years} years.`);
  return due.map(({ half }) => half);
}
