import { CustomAttributeType, createWriteTransaction, type EntityItem } from 'electrodb';
import type { RequestFacts } from '../platform/requests/call-handler.ts';
import type { Caller } from '../platform/requests/caller.ts';
import { type Attempt, AuditRow, type Author, auditRow, type Outcome, writeAudited } from '../platform/table/audit.ts';
import { entity, itemKey, readItems, termAttribute } from '../platform/table/table.ts';

/** What a class has otherwise than the rest of the school in a term (product §2 "More Options"). */
export interface ClassSettings {
  possibleAttendance?: number;
  newTermBeginning?: string;
}

/** The details of one academic period (product §3). All periods are in one small partition. */
export const Period = entity({
  model: { entity: 'period', version: '1', service: 'formroom' },
  attributes: {
    /** Start year of the academic year. */
    year: { type: 'number', required: true },
    term: { type: termAttribute, required: true },
    possibleAttendance: { type: 'number' },
    dateStart: { type: 'string' },
    dateEnd: { type: 'string' },
    newTermBeginning: { type: 'string' },
    /** By class id, only where a class differs. */
    classes: { type: CustomAttributeType<Record<string, ClassSettings>>('any') },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: [], template: 'terms', casing: 'none' },
      sk: { field: 'sk', composite: ['year', 'term'], template: 'period#${year}#${term}', casing: 'none' },
    },
  },
});

/** Which period is the current one. */
export const CurrentPeriod = entity({
  model: { entity: 'current-period', version: '1', service: 'formroom' },
  attributes: {
    year: { type: 'number', required: true },
    term: { type: termAttribute, required: true },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: [], template: 'terms', casing: 'none' },
      sk: { field: 'sk', composite: [], template: 'current', casing: 'none' },
    },
  },
});

export type PeriodItem = EntityItem<typeof Period>;

const withAudit = { Period, CurrentPeriod, AuditRow };

/** All stored periods, oldest first, and which one is current. One query. */
export async function allPeriods(): Promise<{
  periods: PeriodItem[];
  current: { year: number; term: 1 | 2 | 3 } | null;
}> {
  const [{ data: periods }, current] = await Promise.all([
    Period.query.record({}).go({ pages: 'all', consistent: true }),
    currentPeriod(),
  ]);
  return { periods, current };
}

/** The current period, or null before the office has set one. */
export async function currentPeriod(): Promise<{ year: number; term: 1 | 2 | 3 } | null> {
  const { current } = await readItems({ current: currentPeriodKey() });
  return current ? { year: current.year, term: current.term } : null;
}

export const periodKey = (year: number, term: 1 | 2 | 3) => itemKey(Period, { year, term });

export const currentPeriodKey = () => itemKey(CurrentPeriod, {});

/** What holds for a class in a term: its own value, or else the term's. */
export function settingsOf(
  period: Pick<PeriodItem, 'possibleAttendance' | 'newTermBeginning' | 'classes'> | undefined,
  classId: string,
): { possibleAttendance: number | null; newTermBeginning: string | null } {
  const own = period?.classes?.[classId];
  return {
    possibleAttendance: own?.possibleAttendance ?? period?.possibleAttendance ?? null,
    newTermBeginning: own?.newTermBeginning ?? period?.newTermBeginning ?? null,
  };
}

const details = ['possibleAttendance', 'dateStart', 'dateEnd', 'newTermBeginning'] as const;

/**
 * Stores a period's details and, when asked, makes it the current one, in one audited transaction. `refused`: the details
 * are no longer those of `before`, which the audit row tells as what they were.
 */
export function savePeriod({
  period,
  before,
  current,
  isCurrent,
  caller,
  request,
}: {
  period: PeriodItem;
  before: PeriodItem | undefined;
  current: EntityItem<typeof CurrentPeriod> | undefined;
  isCurrent: boolean;
  caller: Caller;
  request: RequestFacts;
}): Promise<Outcome> {
  const { year, term } = period;
  const changes = [
    { field: 'details', before, after: period },
    ...(isCurrent ? [{ field: 'current', before: current, after: { year, term } }] : []),
  ];
  const row = auditRow({ subject: periodSubject({ year, term }), changes, caller, request });
  return writeAudited(
    createWriteTransaction(withAudit, (entities) => [
      // An update, for the settings of classes that differ are none of its business.
      entities.Period.update({ year, term })
        .set(Object.fromEntries(details.map((name) => [name, period[name]]).filter(([, value]) => value !== undefined)))
        .remove(details.filter((name) => period[name] === undefined))
        .where((attributes, { eq, notExists }) =>
          details
            .map((name) => {
              const value = before?.[name];
              return value === undefined ? notExists(attributes[name]) : eq(attributes[name] as never, value as never);
            })
            .join(' AND '),
        )
        .commit(),
      ...(isCurrent ? [entities.CurrentPeriod.put({ year, term }).commit()] : []),
      entities.AuditRow.create(row).commit(),
    ]),
  );
}

/** Names a period in the audit trail. */
export const periodSubject = ({ year, term }: { year: number; term: number }): string => `period#${year}#${term}`;

export type PeriodDate = 'dateStart' | 'dateEnd';

/**
 * Stores changed days of a period that exists, and nothing else of it, in one audited transaction. `refused`: one of them is another
 * day by now, or the period is gone.
 */
export function savePeriodDates({
  period: { year, term },
  changes,
  caller,
  request,
}: {
  period: Pick<PeriodItem, 'year' | 'term'>;
  changes: readonly { field: PeriodDate; before: string | null; after: string | null }[];
  caller: Author;
  request: Attempt;
}): Promise<Outcome> {
  const row = auditRow({ subject: periodSubject({ year, term }), changes, caller, request });
  return writeAudited(
    createWriteTransaction(withAudit, (entities) => [
      entities.Period.patch({ year, term })
        .set(Object.fromEntries(changes.flatMap(({ field, after }) => (after === null ? [] : [[field, after]]))))
        .remove(changes.flatMap(({ field, after }) => (after === null ? [field] : [])))
        .where((attributes, { eq, notExists }) =>
          changes
            .map(({ field, before }) =>
              before === null ? notExists(attributes[field]) : eq(attributes[field], before),
            )
            .join(' AND '),
        )
        .commit(),
      entities.AuditRow.create(row).commit(),
    ]),
  );
}

/** Makes a stored period the current one. */
export async function saveCurrentPeriod({
  year,
  term,
  caller,
  request,
}: {
  year: number;
  term: 1 | 2 | 3;
  caller: Caller;
  request: RequestFacts;
}): Promise<void> {
  const before = await currentPeriod();
  const changes = [{ field: 'current', before, after: { year, term } }];
  const row = auditRow({ subject: 'current-period', changes, caller, request });
  await writeAudited(
    createWriteTransaction(withAudit, (entities) => [
      entities.CurrentPeriod.put({ year, term }).commit(),
      entities.AuditRow.create(row).commit(),
    ]),
  );
}
