import { familiesContract } from '#shared/options/families/contract.ts';
import { familyJob } from '#shared/options/families/jobs.ts';
import { familyRegistrationWordings, familyWordings } from '#shared/options/families/wordings.ts';
import { readJobRows } from '../../platform/jobs/store.ts';
import { byJob, listActsHandler, undoableKinds, undoDone, undoHandler } from '../../platform/undo/undo-calls.ts';
import { outcomeOfUndo, undoableFamilyAccounts } from './accounts/account-acts.ts';
import { undoableAcceptances } from './registration/acceptance-acts.ts';
import { undoAcceptance } from './registration/undo-acceptance.ts';

const accounts = undoableKinds(
  undoableFamilyAccounts,
  { openTo: { who: ['Admin'], menu: ['students'] } },
  {
    'accounts made': {
      undo: byJob({
        of: 'make-family-accounts',
        as: familyJob('undo-family-accounts'),
        stillRunning: familyWordings.stillRunning,
        plan: readJobRows,
        left: (job) => outcomeOfUndo(job, 'make-family-accounts'),
      }),
    },
  },
);

const registrations = undoableKinds(
  undoableAcceptances,
  { openTo: { who: ['Admin'], menu: ['registration'] } },
  {
    'registration accepted': {
      undo: async ({ act, by }) => {
        await undoAcceptance(act, { by });
        return undoDone();
      },
    },
    'registrations accepted': {
      undo: byJob({
        of: 'accept-registrations',
        as: familyJob('undo-accept-registrations'),
        plan: readJobRows,
        left: (job) => outcomeOfUndo(job, 'accept-registrations'),
        stillRunning: familyRegistrationWordings.stillAccepting,
      }),
    },
  },
);

const undos = { families: async () => accounts, registrations: async () => registrations };

export const undoAct = undoHandler(familiesContract.undoAct, undos);
export const listActs = listActsHandler(familiesContract.listActs, undos);
