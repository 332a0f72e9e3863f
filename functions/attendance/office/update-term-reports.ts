import { attendanceContract } from '#shared/attendance/contract.ts';
import { ConflictError, ValidationError } from '../../platform/errors.ts';
import { runJob } from '../../platform/jobs/run-job.ts';
import { forgetJob, isFollowed, readJob } from '../../platform/jobs/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { inPieces } from '../../platform/table/table.ts';
import { refuseClosed } from '../../school/records/closed-terms.ts';
import { currentPeriodKey } from '../../school/records/periods.ts';
import { formLevelOf } from '../../school/records/school.ts';
import { reportsAtOnce, requireTerm, termToCount } from './count-term.ts';
import { registeredIn } from './registered-in.ts';
import { outcomeOf, updateKey } from './update-runs.ts';

export const updateTermReports = callHandler(attendanceContract.updateTermReports, {
  prefetch: () => ({ current: currentPeriodKey() }),
  handle: async ({ input: { class_id: classId, with_typed: withTyped }, found, caller, request }) => {
    if (classId !== null && formLevelOf(classId) === undefined)
      throw new ValidationError({ class_id: ['There is no such class.'] });
    const term = requireTerm(found.current);
    const key = updateKey(term, classId);
    const earlier = await readJob('update-term-reports', key);
    if (earlier?.state === 'finished' && !isFollowed(earlier, request.idempotencyKey)) await forgetJob(earlier);
    const job = await runJob({
      name: 'update-term-reports',
      key,
      input: async () => ({ ...(await termToCount(request.now)), withTyped }),
      plan: async () => {
        await refuseClosed(term);
        const students = await registeredIn(term, classId);
        if (students.length === 0) throw new ConflictError('Nobody is registered for this term.');
        return inPieces(students, reportsAtOnce);
      },
      caller,
      request,
    });
    return outcomeOf(job);
  },
});
