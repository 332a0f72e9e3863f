import { entity } from '../../platform/table/entity.ts';
import { readItems } from '../../platform/table/table.ts';

/** What a class has otherwise than the rest of the school in a term (product §2 "More Options"). */
export interface ClassSettings {
  possibleAttendance?: number;
  newTermBeginning?: string;
}

/** The details of one academic period (product §3 "Academic period"). All periods are in one small partition. */
export interface PeriodItem {
  /** Start year of the academic year. */
  year: number;
  term: 1 | 2 | 3;
  possibleAttendance?: number | undefined;
  dateStart?: string | undefined;
  dateEnd?: string | undefined;
  newTermBeginning?: string | undefined;
  /** By class id, only where a class differs. */
  classes?: Record<string, ClassSettings> | undefined;
}

export const PeriodEntity = entity<PeriodItem>()({
  name: 'period',
  pk: 'terms',
  sk: 'period#${year}#${term}',
  open: 'a closed term can become the current one: acts that change its settings name the term',
});

/** Which period is the current one. */
export interface CurrentPeriodItem {
  year: number;
  term: 1 | 2 | 3;
}

export const CurrentPeriodEntity = entity<CurrentPeriodItem>()({
  name: 'current-period',
  pk: 'terms',
  sk: 'current',
});

/** All stored periods, oldest first, and which one is current. One query. */
export async function readAllPeriods(): Promise<{
  periods: PeriodItem[];
  current: { year: number; term: 1 | 2 | 3 } | null;
}> {
  const [periods, current] = await Promise.all([PeriodEntity.query({}), readCurrentPeriod()]);
  return { periods, current };
}

/** The current period, or null before the office has set one. */
export async function readCurrentPeriod(): Promise<{ year: number; term: 1 | 2 | 3 } | null> {
  const { current } = await readItems({ current: currentPeriodKey() });
  return current ? { year: current.year, term: current.term } : null;
}

export const periodKey = (year: number, term: 1 | 2 | 3) => PeriodEntity.key({ year, term });

export const currentPeriodKey = () => CurrentPeriodEntity.key({});

/** What holds for a class in a term: its own value, or else the term's. */
export function settingsOfClass(
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
export const periodAuditSubject = ({ year, term }: { year: number; term: number }): string => `period#${year}#${term}`;
