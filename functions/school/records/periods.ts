import { CustomAttributeType, type EntityItem } from 'electrodb';
import { entity, itemKey, readItems, termAttribute } from '../../platform/table/table.ts';

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

/** Names a period in the audit trail. */
export const periodSubject = ({ year, term }: { year: number; term: number }): string => `period#${year}#${term}`;
