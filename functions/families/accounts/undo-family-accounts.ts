import { familiesContract } from '#shared/families/contract.ts';
import { familyWordings } from '#shared/families/wordings.ts';
import { ConflictError } from '../../platform/errors.ts';
import { restartJobIfDead, runJob, toProgress } from '../../platform/jobs/run-job.ts';
import { isRunFollowedBy, readJob, readJobRows } from '../../platform/jobs/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { nothingToUndoError } from '../../platform/undo/undoable-actions.ts';
import { listStudentsLeftByRun, undoableFamilyAccounts } from './undoable-family-accounts.ts';

export const listFamilyAccountActs = callHandler(familiesContract.listFamilyAccountActs, {
  handle: ({ request: { now } }) => undoableFamilyAccounts.list({ now }),
});

export const undoFamilyAccounts = callHandler(familiesContract.undoFamilyAccounts, {
  prefetch: ({ undo }) => ({ action: undoableFamilyAccounts.key(undo) }),
  handle: async ({ input: { undo }, found: { action }, caller, request }) => {
    const made = action && (await readJob('make-family-accounts', undo));
    if (!made) throw nothingToUndoError();
    await restartJobIfDead(made, request.now);
    if (made.state === 'running') throw new ConflictError(familyWordings.stillRunning);
    const plan = () => readJobRows(made);
    const job = await runJob({ name: 'undo-family-accounts', key: undo, plan, caller, request });
    if (action.undoneAt !== undefined && !isRunFollowedBy(job, request.idempotencyKey))
      throw new ConflictError(familyWordings.undoneAlready);
    return { ...toProgress(job), left: await listStudentsLeftByRun(job) };
  },
});
