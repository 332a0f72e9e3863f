import { termsContract } from '#shared/school/contract.ts';
import { runJob, toProgress } from '../../platform/jobs/run-job.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { unregisteredByClass } from '../../students/records/placement/registration.ts';
import { batchesOf } from '../jobs/plan-registration.ts';
import { refuseClosed } from '../records/closed-terms.ts';
import { registrationKey, termToRegister } from './registration-runs.ts';

export const registerStudents = callHandler(termsContract.registerStudents, {
  handle: async ({ input: { class_id: classId }, caller, request }) => {
    const period = await termToRegister(classId);
    const job = await runJob({
      name: 'register-students',
      key: registrationKey(period, classId),
      input: period,
      plan: async () => {
        await refuseClosed(period);
        const classes = await unregisteredByClass(period);
        return batchesOf(classId === null ? classes : classes.filter((one) => one.classId === classId));
      },
      caller,
      request,
    });
    // A term that was closed meanwhile fails the run: whoever asks is told so.
    if (job.state === 'failed') await refuseClosed(period);
    return toProgress(job);
  },
});
