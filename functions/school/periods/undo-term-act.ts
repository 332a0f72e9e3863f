import { termTitle } from '#shared/school/academic-year.ts';
import type { PeriodFieldChange } from '#shared/school/period-changes.ts';
import { termRefusals } from '#shared/school/wordings.ts';
import { undoableActs } from '#shared/undo/contract.ts';
import { ConflictError } from '../../platform/errors.ts';
import { type Caller, hasMenu } from '../../platform/requests/caller.ts';
import type { WrittenRecord } from '../../platform/table/action.ts';
import { whereUnchanged } from '../../platform/table/expression.ts';
import { byInverse, byRecords, type RecordsPlan, type Undoing, undoableKinds } from '../../platform/undo/undo-calls.ts';
import type { RecordsUndo } from '../../platform/undo/undo-records.ts';
import { changedSinceError } from '../../platform/undo/undoable-actions.ts';
import { closePastYearsActions, refuseClosedTerm } from '../records/closed-terms.ts';
import { inOpenTerm } from '../records/open-terms.ts';
import {
  applyPeriodChanges,
  datesSetAction,
  findDatesFault,
  isDateDetail,
  isSamePeriod,
  listMissingDetails,
  neededByCurrent,
  readStoredPeriods,
  type StoredPeriods,
} from '../records/period-changes.ts';
import { periodDetails } from '../records/period-removal.ts';
import { CurrentPeriodEntity, PeriodEntity, type PeriodItem, periodAuditSubject } from '../records/periods.ts';
import { type TermChange, type TermClosed, undoableTermChanges } from '../records/term-acts.ts';
import type { Term } from '../records/term-locks.ts';
import { opposites, setTerm } from './close-term.ts';
import { refuseFilledTerm } from './delete-term.ts';

/** Without the menu Current Term, only a change of dates. */
const ofOffice = {
  allows: ({ by, act }: Pick<Undoing<TermChange>, 'by' | 'act'>) => isActOf(by.caller)(act.change),
};

const byOpposite = (kind: TermClosed['kind']) => ({
  ...ofOffice,
  undo: byInverse<{ kind: TermClosed['kind']; details: TermClosed['details'] }>({
    write: ({ details, undone, by }) => setTerm(opposites[kind], details, { beside: undone(), ...by }),
  }),
});

/** The acts of the terms; listed are those that the caller could have done. */
export const termActs = undoableKinds(
  undoableTermChanges,
  {
    openTo: undoableActs.terms,
    list: ({ caller, request: { now } }) => undoableTermChanges.list({ now, isWanted: isActOf(caller) }),
  },
  {
    'term set': { ...ofOffice, undo: byRecords(({ details }) => ({ ...planTermSetBack(details), what: 'the terms' })) },
    'term deleted': { ...ofOffice, undo: byRecords(() => ({ ...planPeriodBack, what: 'the terms' })) },
    'term closed': byOpposite('term closed'),
    'term opened': byOpposite('term opened'),
    'attendance closed': byOpposite('attendance closed'),
    'attendance opened': byOpposite('attendance opened'),
  },
);

/** A deleted term comes back where there is none, if its days are still no other term's. */
const planPeriodBack: Pick<RecordsPlan, 'of' | 'rest' | 'nothingBack'> = {
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

/** Whether the caller could have done an act: without the menu Current Term, only a change of dates. */
const isActOf =
  (caller: Caller) =>
  (change: TermChange): boolean =>
    hasMenu(caller, ['dashboard']) || (change.kind === 'term set' && change.details.areDates === true);

/**
 * How a term goes back to what it was before a save, and which term was current before it. A term that the save created
 * is deleted again. Nothing goes back where any of it was changed since, where the days are another term's by now, and
 * for a created term with entries.
 */
export const planTermSetBack = (wanted: Term): Pick<RecordsUndo, 'of' | 'isWhole' | 'compared' | 'rest'> => ({
  of: [PeriodEntity, CurrentPeriodEntity],
  isWhole: true,
  compared: ({ kind, before }) => (kind === PeriodEntity.name && before === null ? periodDetails : undefined),
  rest: async (back) => {
    const stored = await readStoredPeriods();
    const period = stored.periods.find((one) => isSamePeriod(one, wanted));
    if (!period) throw changedSinceError();
    const ofPeriod = back.find(({ kind }) => kind === PeriodEntity.name);
    const ofCurrent = back.find(({ kind }) => kind === CurrentPeriodEntity.name);
    const isNew = ofPeriod?.before === null;
    const set = { period, changes: isNew ? [] : toChangesBack(ofPeriod), isNew };
    await refuseFaults(set, { stored, becameCurrent: ofCurrent !== undefined });
    return restOf(set, { stored, currentBefore: ofCurrent && (ofCurrent.before as unknown as Term | null) });
  },
});

interface TermSet {
  period: PeriodItem;
  /** What goes back. */
  changes: readonly PeriodFieldChange[];
  isNew: boolean;
}

const toChangesBack = (record: WrittenRecord | undefined): PeriodFieldChange[] =>
  Object.keys(record?.before ?? {}).map(
    (field) => ({ field, before: record?.after?.[field] ?? null, after: record?.before?.[field] ?? null }) as never,
  );

/** @throws ConflictError where what the term was before cannot be any more */
async function refuseFaults(
  { period, changes, isNew }: TermSet,
  { stored, becameCurrent }: { stored: StoredPeriods; becameCurrent: boolean },
): Promise<void> {
  if (isNew) {
    const title = termTitle(period);
    const isCurrent = stored.current !== undefined && isSamePeriod(stored.current, period);
    if (isCurrent && !becameCurrent) throw new ConflictError(termRefusals.isCurrent(title));
    return refuseFilledTerm(period, title);
  }
  const fault = findDatesFault(applyPeriodChanges(period, changes), stored.periods);
  if (fault) throw new ConflictError(fault.text);
  const missing = listMissingDetails({ period, changes, becomesCurrent: false }, stored);
  if (missing.length > 0 && !becameCurrent) {
    throw new ConflictError(neededByCurrent(missing));
  }
}

/**
 * `currentBefore`: the term that becomes the current one again; null where none was, undefined where that does not
 * change.
 */
function restOf(
  { period, changes, isNew }: TermSet,
  { stored, currentBefore }: { stored: StoredPeriods; currentBefore: Term | null | undefined },
) {
  const { year, term } = period;
  if (currentBefore && !stored.periods.some((one) => isSamePeriod(one, currentBefore))) throw changedSinceError();
  const turned = currentBefore ? closePastYearsActions(stored.register, currentBefore.year) : [];
  const isChanged = changes.length > 0;
  if (isChanged && turned.length > 0) refuseClosedTerm(stored.register, { year, term });
  const whereCurrent = whereUnchanged(stored.current, ['year', 'term']);
  return {
    changes: [...turned, ...(changes.some(({ field }) => isDateDetail(field)) ? [datesSetAction(stored)] : [])],
    guards: {
      'as compared': isChanged ? [PeriodEntity.check({ year, term }, whereUnchanged(period, periodDetails))] : [],
      'current term': currentBefore === undefined ? [CurrentPeriodEntity.check({}, whereCurrent)] : [],
    },
    also: isChanged && turned.length === 0 ? [inOpenTerm({ year, term })] : [],
    trail: {
      subject: periodAuditSubject(period),
      changes: [
        ...(isNew ? [{ field: 'period', before: period, after: null }] : changes),
        ...(currentBefore === undefined ? [] : [{ field: 'current', before: { year, term }, after: currentBefore }]),
      ],
    },
  };
}
