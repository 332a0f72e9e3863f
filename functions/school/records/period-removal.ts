import type { ActOutcome } from '../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../platform/table/acts/commit.ts';
import type { Authorship } from '../../platform/table/audit.ts';
import { whereUnchanged } from '../../platform/table/expression.ts';
import type { StoredPeriods } from './period-changes.ts';
import { CurrentPeriodEntity, PeriodEntity, type PeriodItem, periodAuditSubject } from './periods.ts';
import { undoableTermChanges } from './term-acts.ts';

/** What a period has besides its name. */
export const periodDetails = ['possibleAttendance', 'dateStart', 'dateEnd', 'newTermBeginning', 'classes'] as const;

interface Writing {
  stored: StoredPeriods;
  by: Authorship;
}

/** Deletes a period as it was read, while it does not become the current one; kept 30 days, for the undo. */
export function deletePeriod(
  period: PeriodItem,
  what: string,
  { stored: { current }, by }: Writing,
): Promise<ActOutcome> {
  return commit({
    by,
    changes: [PeriodEntity.deleted(period, periodDetails)],
    undo: undoableTermChanges.keep({
      change: { kind: 'term deleted', details: { year: period.year, term: period.term } },
      what,
      of: [PeriodEntity],
    }),
    guards: { 'current term': [CurrentPeriodEntity.check({}, whereUnchanged(current, ['year', 'term']))] },
    trail: { subject: periodAuditSubject(period), changes: [{ field: 'period', before: period, after: null }] },
  });
}
