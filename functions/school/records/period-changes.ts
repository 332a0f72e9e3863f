import { academicYearTitle, isInYear, termTitle } from '#shared/school/academic-year.ts';
import { displayDate } from '#shared/school/display-date.ts';
import {
  describePeriodChange,
  detailsOfCurrentTerm,
  isBlankDetail,
  type PeriodDetail,
  type PeriodFieldChange,
  periodDetailLabels,
} from '#shared/school/period-changes.ts';
import { endsBeforeStart, termRefusals, termWordings } from '#shared/school/wordings.ts';
import type { Action } from '../../platform/table/action.ts';
import type { ActOutcome } from '../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../platform/table/acts/commit.ts';
import type { Authorship } from '../../platform/table/audit.ts';
import { entity } from '../../platform/table/entity.ts';
import { present, whereUnchanged } from '../../platform/table/expression.ts';
import { readItems } from '../../platform/table/table.ts';
import { closePastYearsActions, refuseClosedTerm } from './closed-terms.ts';
import { inOpenTerm } from './open-terms.ts';
import {
  CurrentPeriodEntity,
  type CurrentPeriodItem,
  currentPeriodKey,
  PeriodEntity,
  type PeriodItem,
  periodAuditSubject,
  readAllPeriods,
} from './periods.ts';
import { undoableTermChanges } from './term-acts.ts';
import { type Term, type TermLocks, termLocksKey } from './term-locks.ts';

/**
 * Counts every change of dates, over all terms. Before dates are saved they are compared with those of the other terms.
 * The save raises the count that was read before that comparison, so of two people who compared with the same dates
 * only one can save (ADR 0008).
 */
interface DatesSetItem {
  times: number;
}

const DatesSetVersionEntity = entity<DatesSetItem>()({
  name: 'dates-set',
  pk: 'terms',
  sk: 'dates-set',
});

/** Everything that a change of a period depends on. */
export interface StoredPeriods {
  periods: PeriodItem[];
  current: CurrentPeriodItem | undefined;
  register: TermLocks | undefined;
  datesSet: DatesSetItem | undefined;
}

/** Two requests, one after the other, and a third beside the second: the count has to be read before the dates. */
export async function readStoredPeriods(): Promise<StoredPeriods> {
  const { current, datesSet, register } = await readItems({
    current: currentPeriodKey(),
    datesSet: DatesSetVersionEntity.key({}),
    register: termLocksKey(),
  });
  return { periods: (await readAllPeriods()).periods, current, datesSet, register };
}

/** Counts a change of dates that was decided on these. */
export const datesSetAction = ({ datesSet }: Pick<StoredPeriods, 'datesSet'>): Action =>
  DatesSetVersionEntity.put({ times: (datesSet?.times ?? 0) + 1 }, whereUnchanged(datesSet, ['times']));

/** A change of a period, on the condition that each `before` is stored. */
export interface PeriodChange {
  period: Term;
  changes: readonly PeriodFieldChange[];
  becomesCurrent: boolean;
}

/** Whether a detail is compared with the days of other terms. */
export const isDateDetail = (field: PeriodDetail): boolean => field !== 'possibleAttendance';

/** A period with what is changed of it. */
export const applyPeriodChanges = (period: PeriodItem, changes: readonly PeriodFieldChange[]): PeriodItem => ({
  ...period,
  ...Object.fromEntries(changes.map(({ field, after }) => [field, after ?? undefined])),
});

export const isSamePeriod = (a: Pick<PeriodItem, 'year' | 'term'>, b: Pick<PeriodItem, 'year' | 'term'>): boolean =>
  a.year === b.year && a.term === b.term;

/**
 * The details that a change would leave blank although the current term needs them: those that it removes, and for a
 * term that becomes the current one all that it lacks. Empty where nothing is missing.
 */
export function listMissingDetails(
  { period: wanted, changes, becomesCurrent }: PeriodChange,
  { periods, current }: Pick<StoredPeriods, 'periods' | 'current'>,
): (typeof detailsOfCurrentTerm)[number][] {
  if (!becomesCurrent && !(current && isSamePeriod(current, wanted))) return [];
  const after = applyPeriodChanges(periods.find((one) => isSamePeriod(one, wanted)) ?? wanted, changes);
  return detailsOfCurrentTerm.filter(
    (field) => isBlankDetail(after[field]) && (becomesCurrent || changes.some((change) => change.field === field)),
  );
}

/** What is said of {@link listMissingDetails}. */
export const neededByCurrent = (missing: readonly PeriodDetail[]): string =>
  termWordings.neededByCurrent(missing.map((field) => periodDetailLabels[field]).join(', '));

/**
 * Stores what changed of a period and nothing else of it, creates it where there is none, and when asked makes it the
 * current one, in one audited transaction with the undoable act and what belongs to it (`beside`). `refused`: something
 * that it was decided on is no longer so.
 */
export async function writePeriod(
  { period: { year, term }, changes, becomesCurrent }: PeriodChange,
  { stored, beside = [], by }: { stored: StoredPeriods; beside?: readonly Action[]; by: Authorship },
): Promise<ActOutcome> {
  const before = stored.periods.find((one) => isSamePeriod(one, { year, term }));
  const rows = [
    ...changes,
    ...(becomesCurrent ? [{ field: 'current', before: stored.current, after: { year, term } }] : []),
  ];
  const fields = changes.map(({ field }) => field);
  const isOfDates = fields.some(isDateDetail);
  // The dates are compared with the beginning of the next term, for all classes or for one (`findDatesFault`).
  const decidedOn = [
    ...new Set([
      ...fields,
      ...(isOfDates ? (['dateEnd', 'newTermBeginning', 'classes'] as const) : []),
      ...(becomesCurrent ? detailsOfCurrentTerm : []),
    ]),
  ];
  const written = [
    // An update, which keeps the settings of single classes.
    PeriodEntity.upsert(
      { year, term },
      {
        set: Object.fromEntries(changes.flatMap(({ field, after }) => (after === null ? [] : [[field, after]]))),
        remove: changes.flatMap(({ field, after }) => (after === null ? [field] : [])),
        where: { term: before ? present : null, ...whereUnchanged(before, decidedOn) },
      },
    ),
    ...(isOfDates ? [datesSetAction(stored)] : []),
    ...(becomesCurrent
      ? [CurrentPeriodEntity.put({ year, term }, whereUnchanged(stored.current, ['year', 'term']))]
      : []),
    ...beside,
  ];
  const turned = becomesCurrent ? closePastYearsActions(stored.register, year) : [];
  // The details of a closed term cannot be changed, but it can become the current one. A written register is checked by
  // its own condition.
  const isChanged = before !== undefined && changes.length > 0;
  const areDates =
    isChanged && !becomesCurrent && fields.every((field) => field === 'dateStart' || field === 'dateEnd');
  if (isChanged && turned.length > 0) refuseClosedTerm(stored.register, { year, term });
  return commit({
    by,
    changes: [...turned, ...written],
    undo: undoableTermChanges.keep({
      change: { kind: 'term set', details: { year, term, ...(areDates && { areDates: true as const }) } },
      what: describeTermSet({ period: { year, term }, changes, becomesCurrent }),
      of: [PeriodEntity, CurrentPeriodEntity],
    }),
    trail: { subject: periodAuditSubject({ year, term }), changes: rows },
    also: isChanged && turned.length === 0 ? [inOpenTerm({ year, term })] : [],
  });
}

/** "Term 2, 2025-2026 set as the current term: Term Start 05-Jan-2026" */
function describeTermSet({ period, changes, becomesCurrent }: PeriodChange): string {
  const what = changes.map(describePeriodChange).join('; ');
  return `${termTitle(period)} ${becomesCurrent ? 'set as the current term' : 'saved'}${what === '' ? '' : `: ${what}`}`;
}

/**
 * What is wrong with a period's dates: they follow one another, and no day is in two terms. Null where they are in
 * order.
 */
export function findDatesFault(
  period: PeriodItem,
  periods: readonly PeriodItem[],
): { field: 'dateStart' | 'dateEnd'; text: string } | null {
  const { dateStart, dateEnd, newTermBeginning, classes = {}, year } = period;
  for (const field of ['dateStart', 'dateEnd'] as const) {
    const day = period[field];
    if (day !== undefined && !isInYear(day, year)) {
      return { field, text: termRefusals.outsideYear(displayDate(day), academicYearTitle(year)) };
    }
  }
  if (dateStart !== undefined && dateEnd !== undefined && dateEnd < dateStart) {
    return { field: 'dateEnd', text: endsBeforeStart };
  }
  const last = dateEnd ?? dateStart;
  const beginnings = [
    { of: '', day: newTermBeginning },
    ...Object.entries(classes).map(([classId, own]) => ({ of: ` of ${classId}`, day: own.newTermBeginning })),
  ];
  for (const { of, day } of beginnings) {
    if (day === undefined || last === undefined || day > last) continue;
    const field = dateEnd === undefined ? 'dateStart' : 'dateEnd';
    return { field, text: termRefusals.beginsTooEarly(of, displayDate(day)) };
  }
  if (dateStart === undefined || dateEnd === undefined) return null;
  for (const other of periods) {
    const { dateStart: from, dateEnd: to } = other;
    if (isSamePeriod(other, period) || from === undefined || to === undefined) continue;
    if (to < dateStart || dateEnd < from) continue;
    const days = `${displayDate(from)} to ${displayDate(to)}`;
    return {
      field: from <= dateStart ? 'dateStart' : 'dateEnd',
      text: termRefusals.daysOfOther(termTitle(other), days),
    };
  }
  return null;
}
