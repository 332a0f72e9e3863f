import { familyWordings } from '#shared/options/families/wordings.ts';
import { authorOfJob } from '../../../platform/jobs/store.ts';
import type { JobWorker } from '../../../platform/jobs/worker.ts';
import { readItems } from '../../../platform/table/table.ts';
import { updateIdentityInJob } from '../../../sessions/identity-updates.ts';
import { removeStudentAccounts } from '../../../sessions/remove-student-accounts.ts';
import { studentAccountKey, studentOfAccount } from '../../../sessions/student-accounts.ts';
import { keepFamilyAccounts, markFamilyAccountsUndone } from '../accounts/account-acts.ts';
import { writeStudentAccounts } from '../records/student-accounts.ts';

/**
 * Makes the accounts of a batch of students: in the table, and then one after another in the identity store, which
 * takes some ten a second and fewer than its quotas allow. Nobody receives these passwords: a letter gives another one.
 */
export const makeFamilyAccountsWorker: JobWorker = {
  workBatch: async ({ job, batch, rows }) => {
    if (batch === 0) await keepFamilyAccounts(job);
    const request = { now: new Date(), idempotencyKey: `${job.run}-${batch}` };
    const remarks = await writeStudentAccounts(rows, { by: { caller: authorOfJob(job), request } });
    const { accounts } = await readItems({ accounts: rows.map(studentAccountKey) });
    for (const { accountId, identityDue } of accounts) if (identityDue) await updateIdentityInJob(accountId);
    return { remarks };
  },
};

/** Removes the accounts of a batch that nobody has used. */
export const undoFamilyAccountsWorker: JobWorker = {
  workBatch: async ({ job, batch, rows }) => {
    const request = { now: new Date(), idempotencyKey: `${job.run}-${batch}` };
    const left = await removeStudentAccounts(rows, {
      may: ({ isUnused = false }) => isUnused,
      by: { caller: authorOfJob(job), request },
    });
    const text = familyWordings.hasSignedIn;
    return { remarks: left.map(({ accountId }) => ({ row: studentOfAccount(accountId) ?? accountId, text })) };
  },
  finish: async (job) => {
    await markFamilyAccountsUndone(job);
  },
};
