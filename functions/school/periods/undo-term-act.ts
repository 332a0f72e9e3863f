import { termsContract } from '#shared/school/contract.ts';
import { termRefusals } from '#shared/school/wordings.ts';
import { ConflictError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { readItems } from '../../platform/table/table.ts';
import { nothingToUndoError } from '../../platform/undo/undoable-actions.ts';
import { findDatesFault, isSamePeriod, readStoredPeriods } from '../records/period-changes.ts';
import { restorePeriod } from '../records/period-removal.ts';
import { undoableTermChanges } from '../records/term-acts.ts';
import { undoClosingOrOpening } from './close-term.ts';
import { undoTermSet } from './undo-term-set.ts';

export const undoTermAct = callHandler(termsContract.undoTermAct, {
  handle: async ({ input: { undo }, caller, request }) => {
    await retryRefused({
      // The act is read last, so that it names who has restored the term.
      read: async () => ({
        stored: await readStoredPeriods(),
        ...(await readItems({ act: undoableTermChanges.key(undo) })),
      }),
      attempt: async ({ act, stored }) => {
        if (!act) throw nothingToUndoError();
        if (undoableTermChanges.wasUndone(act, request)) return 'done';
        const { change } = act;
        if (change.kind === 'term set') return undoTermSet({ ...act, change }, { stored, caller, request });
        if (change.kind !== 'term deleted') {
          const beside = undoableTermChanges.undone(act, request);
          return undoClosingOrOpening({ ...act, change }, { beside, caller, request });
        }
        const { period } = change.details;
        if (stored.periods.some((one) => isSamePeriod(one, period))) {
          throw new ConflictError(termRefusals.savedSince);
        }
        const fault = findDatesFault(period, stored.periods);
        if (fault) throw new ConflictError(fault.text);
        return restorePeriod({ period, act }, { stored, caller, request });
      },
      what: 'the terms',
    });
    return { ok: true as const };
  },
});

export const listUndoableTermActs = callHandler(termsContract.listUndoableTermActs, {
  handle: ({ request: { now } }) => undoableTermChanges.list({ now }),
});
