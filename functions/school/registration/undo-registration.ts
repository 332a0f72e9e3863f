import { termsContract } from '#shared/school/contract.ts';
import { termRegistrationWordings } from '#shared/school/wordings.ts';
import { ConflictError } from '../../platform/errors.ts';
import { runJob } from '../../platform/jobs/run-job.ts';
import { deleteJob, readJob, readJobRows } from '../../platform/jobs/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { refuseJobInClosedTerm } from '../records/closed-terms.ts';
import { readTermToRegister, registrationJobKey, toRegistrationUndo } from './registration-runs.ts';

export const undoRegistration = callHandler(termsContract.undoRegistration, {
  handle: async ({ input: { class_id: classId }, caller, request }) => {
    const period = await readTermToRegister(classId);
    const key = registrationJobKey(period, classId);
    const [registration, earlier] = await Promise.all([
      readJob('register-students', key),
      readJob('undo-registration', key),
    ]);
    if (registration?.state !== 'finished') {
      throw new ConflictError(termRegistrationWordings.nothingToUndo);
    }
    // The undo of an earlier registration of the same students.
    if (earlier && (earlier.input as { run: string }).run !== registration.run) await deleteJob(earlier);
    const job = await runJob({
      name: 'undo-registration',
      key,
      input: { ...period, run: registration.run },
      plan: async () => {
        await refuseJobInClosedTerm(period);
        return readJobRows(registration);
      },
      caller,
      request,
    });
    return toRegistrationUndo(job);
  },
});
