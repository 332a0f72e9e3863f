import { familiesContract } from '#shared/options/families/contract.ts';
import { familyJob } from '#shared/options/families/jobs.ts';
import { runJob, toProgress } from '../../../platform/jobs/run-job.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { splitIntoPieces } from '../../../platform/table/table.ts';
import { listAllStudentAccounts, studentOfAccount } from '../../../sessions/student-accounts.ts';
import { readCurrentStudents } from '../../../students/records/rosters/read-rosters.ts';
import { sortInSchoolOrder } from './family-accounts.ts';

/** Students of a step: some ten requests each, of the table and the identity store, one after another. */
const studentsPerStep = 20;

export const startMakingFamilyAccounts = callHandler(familiesContract.startMakingFamilyAccounts, {
  handle: async ({ caller, request }) => {
    const plan = async () => {
      const [students, accounts] = await Promise.all([readCurrentStudents(), listAllStudentAccounts()]);
      // Those that a run left unfinished are made again.
      const done = new Set(
        accounts.flatMap(({ accountId, identityDue }) => (identityDue ? [] : (studentOfAccount(accountId) ?? []))),
      );
      const without = sortInSchoolOrder(students).filter(({ studentId }) => !done.has(studentId));
      return splitIntoPieces(
        without.map(({ studentId }) => studentId),
        studentsPerStep,
      );
    };
    return toProgress(
      await runJob({
        ...familyJob('make-family-accounts'),
        key: request.idempotencyKey,
        plan,
        by: { caller, request },
      }),
    );
  },
});
