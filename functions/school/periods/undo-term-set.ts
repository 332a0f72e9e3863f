import { termTitle } from '#shared/school/academic-year.ts';
import { periodDetailLabels } from '#shared/school/period-changes.ts';
import { termRefusals, termWordings } from '#shared/school/wordings.ts';
import { ConflictError } from '../../platform/errors.ts';
import type { RequestFacts } from '../../platform/requests/call-handler.ts';
import type { Caller } from '../../platform/requests/caller.ts';
import type { ActOutcome } from '../../platform/table/acts/carry-out-act.ts';
import { changedSinceError } from '../../platform/undo/undoable-actions.ts';
import {
  applyPeriodChanges,
  findDatesFault,
  isSamePeriod,
  listMissingDetails,
  type StoredPeriods,
} from '../records/period-changes.ts';
import type { TermSet, UndoableTermAct } from '../records/term-acts.ts';
import { writeTermSetUndone } from '../records/undo-term-set.ts';
import { refuseFilledTerm } from './delete-term.ts';

/**
 * Restores what a save of a term changed, and which term was current before it. A term that the save created is deleted again.
 * @throws ConflictError where any of it was changed since, where the days are another term's by now, and for a created term with entries
 */
export async function undoTermSet(
  act: UndoableTermAct & { change: TermSet },
  { stored, caller, request }: { stored: StoredPeriods; caller: Caller; request: RequestFacts },
): Promise<ActOutcome> {
  const { period: wanted, changes, isNew, currentBefore } = act.change.details;
  const period = stored.periods.find((one) => isSamePeriod(one, wanted));
  const isCurrent = stored.current !== undefined && isSamePeriod(stored.current, wanted);
  if (!period || changes.some(({ field, after }) => (period[field] ?? null) !== after)) throw changedSinceError();
  if (currentBefore !== undefined && !isCurrent) throw changedSinceError();
  if (currentBefore && !stored.periods.some((one) => isSamePeriod(one, currentBefore))) throw changedSinceError();
  const back = changes.map(({ field, before, after }) => ({ field, before: after, after: before }));
  if (isNew) {
    const title = termTitle(wanted);
    if (isCurrent && currentBefore === undefined) throw new ConflictError(termRefusals.isCurrent(title));
    await refuseFilledTerm(wanted, title);
  } else {
    const fault = findDatesFault(applyPeriodChanges(period, back), stored.periods);
    if (fault) throw new ConflictError(fault.text);
    const missing = listMissingDetails({ period: wanted, changes: back, becomesCurrent: false }, stored);
    if (missing.length > 0 && currentBefore === undefined) {
      throw new ConflictError(
        termWordings.neededByCurrent(missing.map((field) => periodDetailLabels[field]).join(', ')),
      );
    }
  }
  return writeTermSetUndone({ act, period, changes: back }, { stored, caller, request });
}
