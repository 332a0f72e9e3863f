import type { ActOutcome } from '../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../platform/table/acts/commit.ts';
import type { Author, WriteAttempt } from '../../platform/table/audit.ts';
import { whereUnchanged } from '../../platform/table/expression.ts';
import { closePastYearsActions, refuseClosedTerm } from './closed-terms.ts';
import { inOpenTerm } from './open-terms.ts';
import { DatesSetVersionEntity, isDateDetail, type PeriodChange, type StoredPeriods } from './period-changes.ts';
import { CurrentPeriodEntity, PeriodEntity, type PeriodItem, periodAuditSubject } from './periods.ts';
import { type TermSet, type UndoableTermAct, undoableTermChanges } from './term-acts.ts';

const details = ['possibleAttendance', 'dateStart', 'dateEnd', 'newTermBeginning', 'classes'] as const;

/**
 * Writes a period as it was before an act: `changes` is what goes back, and a period that the act created is deleted. The term that was
 * current before it becomes current again. The caller has compared everything with what is stored; `refused`: it has changed since.
 */
export function writeTermSetUndone(
  {
    act,
    period,
    changes,
  }: { act: UndoableTermAct & { change: TermSet }; period: PeriodItem } & Pick<PeriodChange, 'changes'>,
  { stored, caller, request }: { stored: StoredPeriods; caller: Author; request: WriteAttempt },
): Promise<ActOutcome> {
  const { isNew, currentBefore } = act.change.details;
  const { year, term } = period;
  const isBack = currentBefore !== undefined;
  const rows = [
    ...(isNew ? [{ field: 'period', before: period, after: null }] : changes),
    ...(isBack ? [{ field: 'current', before: { year, term }, after: currentBefore }] : []),
  ];
  const whereCurrent = whereUnchanged(stored.current, ['year', 'term']);
  const current = !isBack
    ? [CurrentPeriodEntity.check({}, whereCurrent)]
    : [
        currentBefore
          ? CurrentPeriodEntity.put(currentBefore, whereCurrent)
          : CurrentPeriodEntity.delete({}, whereCurrent),
      ];
  const restored = {
    set: Object.fromEntries(changes.flatMap(({ field, after }) => (after === null ? [] : [[field, after]]))),
    remove: changes.flatMap(({ field, after }) => (after === null ? [field] : [])),
    where: whereUnchanged(period, details),
  };
  const turned = currentBefore ? closePastYearsActions(stored.register, currentBefore.year) : [];
  const isChanged = !isNew && changes.length > 0;
  if (isChanged && turned.length > 0) refuseClosedTerm(stored.register, { year, term });
  const { datesSet } = stored;
  return commit({
    by: caller,
    under: request,
    changes: [
      ...turned,
      ...(isNew ? [PeriodEntity.delete({ year, term }, restored.where)] : []),
      ...(isChanged ? [PeriodEntity.update({ year, term }, restored)] : []),
      ...(isChanged && changes.some(({ field }) => isDateDetail(field))
        ? [DatesSetVersionEntity.put({ times: (datesSet?.times ?? 0) + 1 }, whereUnchanged(datesSet, ['times']))]
        : []),
      ...current,
      undoableTermChanges.undone(act, request),
    ],
    also: isChanged && turned.length === 0 ? [inOpenTerm({ year, term })] : [],
    trail: { subject: periodAuditSubject(period), changes: rows },
  });
}
