import type { ActOutcome } from '../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../platform/table/acts/commit.ts';
import type { Author, WriteAttempt } from '../../platform/table/audit.ts';
import { whereUnchanged } from '../../platform/table/expression.ts';
import { UndoableActionEntity } from '../../platform/undo/undoable-actions.ts';
import { DatesSetVersionEntity, type StoredPeriods } from './period-changes.ts';
import { CurrentPeriodEntity, PeriodEntity, type PeriodItem, periodAuditSubject } from './periods.ts';
import { type UndoableTermAct, undoableTermChanges } from './term-acts.ts';

const details = ['possibleAttendance', 'dateStart', 'dateEnd', 'newTermBeginning', 'classes'] as const;

interface Writing {
  stored: StoredPeriods;
  caller: Author;
  request: WriteAttempt;
}

/** Deletes a period as it was read, while it does not become the current one; kept 30 days, for the undo. */
export function deletePeriod(
  period: PeriodItem,
  what: string,
  { stored: { current }, caller, request }: Writing,
): Promise<ActOutcome> {
  const { year, term } = period;
  return commit({
    by: caller,
    under: request,
    changes: [
      PeriodEntity.delete({ year, term }, whereUnchanged(period, details)),
      UndoableActionEntity.create(
        undoableTermChanges.action({ change: { kind: 'term deleted', details: { period } }, what, caller, request }),
      ),
    ],
    guards: { 'current term': [CurrentPeriodEntity.check({}, whereUnchanged(current, ['year', 'term']))] },
    trail: { subject: periodAuditSubject(period), changes: [{ field: 'period', before: period, after: null }] },
  });
}

/** Restores a deleted period where there is none; the caller has compared its dates with the others. */
export function restorePeriod(
  { period, act }: { period: PeriodItem; act: UndoableTermAct },
  { stored: { datesSet }, caller, request }: Writing,
): Promise<ActOutcome> {
  return commit({
    by: caller,
    under: request,
    changes: [
      PeriodEntity.create(period),
      DatesSetVersionEntity.put({ times: (datesSet?.times ?? 0) + 1 }, whereUnchanged(datesSet, ['times'])),
      undoableTermChanges.undone(act, request),
    ],
    trail: { subject: periodAuditSubject(period), changes: [{ field: 'period', before: null, after: period }] },
  });
}
