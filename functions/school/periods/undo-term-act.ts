import { authRefusals } from '#shared/accounts/wordings.ts';
import { termsContract } from '#shared/school/contract.ts';
import { termRefusals } from '#shared/school/wordings.ts';
import { ConflictError, ForbiddenError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { type Caller, hasMenu } from '../../platform/requests/caller.ts';
import { undoRecords } from '../../platform/undo/undo-records.ts';
import { nothingToUndoError } from '../../platform/undo/undoable-actions.ts';
import { datesSetAction, findDatesFault, readStoredPeriods } from '../records/period-changes.ts';
import { PeriodEntity, type PeriodItem, periodAuditSubject } from '../records/periods.ts';
import { type UndoableTermAct, undoableTermChanges } from '../records/term-acts.ts';
import { undoClosingOrOpening } from './close-term.ts';
import { planTermSetBack } from './undo-term-set.ts';

export const undoTermAct = callHandler(termsContract.undoTermAct, {
  prefetch: ({ undo }) => ({ act: undoableTermChanges.key(undo) }),
  handle: async ({ found: { act }, caller, request }) => {
    if (!act) throw nothingToUndoError();
    if (!isActOf(caller)(act.change)) throw new ForbiddenError(authRefusals.forbidden);
    const { kind, details } = act.change;
    const undoing = { acts: undoableTermChanges, key: act.key, by: caller, under: request, what: 'the terms' };
    if (kind === 'term set') await undoRecords({ ...undoing, ...planTermSetBack(details) });
    else if (kind === 'term deleted') await undoRecords({ ...undoing, ...planPeriodBack });
    else if (!undoableTermChanges.wasUndone(act, request)) {
      const beside = undoableTermChanges.undone(act, request);
      await undoClosingOrOpening({ ...act, change: { kind, details } }, { beside, caller, request });
    }
    return { ok: true as const };
  },
});

/** A deleted term comes back where there is none, if its days are still no other term's. */
const planPeriodBack: Pick<Parameters<typeof undoRecords>[0], 'of' | 'rest' | 'nothingBack'> = {
  of: [PeriodEntity],
  rest: async ([record]) => {
    const stored = await readStoredPeriods();
    const period = { ...record?.id, ...record?.before } as unknown as PeriodItem;
    const fault = findDatesFault(period, stored.periods);
    if (fault) throw new ConflictError(fault.text);
    return {
      changes: [datesSetAction(stored)],
      trail: { subject: periodAuditSubject(period), changes: [{ field: 'period', before: null, after: period }] },
    };
  },
  nothingBack: () => new ConflictError(termRefusals.savedSince),
};

export const listUndoableTermActs = callHandler(termsContract.listUndoableTermActs, {
  handle: ({ caller, request: { now } }) => undoableTermChanges.list({ now, isWanted: isActOf(caller) }),
});

/** Whether the caller could have done an act: without the menu Current Term, only a change of dates. */
const isActOf =
  (caller: Caller) =>
  (change: UndoableTermAct['change']): boolean =>
    hasMenu(caller, ['dashboard']) || (change.kind === 'term set' && change.details.areDates === true);
