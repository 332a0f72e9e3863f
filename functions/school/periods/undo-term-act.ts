import { termsContract } from '#shared/school/contract.ts';
import { ConflictError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { readItems } from '../../platform/table/table.ts';
import { nothingToUndo } from '../../platform/undo/undoable-actions.ts';
import { datesFault, isSamePeriod, readStoredPeriods } from '../records/period-changes.ts';
import { restorePeriod, termActs } from '../records/period-removal.ts';
import { undoClosing } from './close-term.ts';

export const undoTermAct = callHandler(termsContract.undoTermAct, {
  handle: async ({ input: { undo }, caller, request }) => {
    await retryRefused({
      // The act is read last, so that it names who has restored the term.
      read: async () => ({ stored: await readStoredPeriods(), ...(await readItems({ act: termActs.key(undo) })) }),
      attempt: async ({ act, stored }) => {
        if (!act) throw nothingToUndo();
        if (termActs.wasUndone(act, request)) return 'already done';
        const { change } = act;
        if (change.kind !== 'term deleted') {
          const beside = termActs.undone(act, request);
          return undoClosing({ ...act, change }, { beside, caller, request });
        }
        const { period } = change.details;
        if (stored.periods.some((one) => isSamePeriod(one, period))) {
          throw new ConflictError('This term has been set again since.');
        }
        const fault = datesFault(period, stored.periods);
        if (fault) throw new ConflictError(fault.text);
        return restorePeriod({ period, act }, { stored, caller, request });
      },
      what: 'the terms',
    });
    return { ok: true as const };
  },
});

export const undoableTermActs = callHandler(termsContract.undoableTermActs, {
  handle: ({ request: { now } }) => termActs.list({ now }),
});
