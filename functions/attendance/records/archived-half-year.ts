import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { ConflictError } from '../../platform/errors.ts';
import { type Action, notStoredCheck } from '../../platform/table/action.ts';
import { entity } from '../../platform/table/entity.ts';
import { readItems } from '../../platform/table/table.ts';
import { type DayRange, firstDayOfHalfYear, halfYearOf, halfYearsOf, lastDayOfHalfYear } from './attendance-record.ts';

/**
 * A half year whose records are in the archive, or are being moved there (ADR 0058). `writeRecords` refuses records of
 * its days.
 */
export interface HalfYearArchivingItem {
  half: string;
  state: 'archiving' | 'archived';
  /** Display name and UTC time of the last change of state. */
  by: string;
  at: string;
}

export const HalfYearArchivingEntity = entity<HalfYearArchivingItem>()({
  name: 'archived-half',
  pk: 'attendance-archive#${half}',
  sk: 'half',
});

const archivedHalfKey = (half: string) => HalfYearArchivingEntity.key({ half });

/** Milliseconds that every school file keeps records in the table at least: a year. */
const youngest = 365 * 86_400_000;

/** Whether a half year is old enough to be in an archive. */
export const isPerhapsArchived = (half: string): boolean => Date.parse(lastDayOfHalfYear(half)) < Date.now() - youngest;

/**
 * The half years of a range that are in the archive or being moved there. One request, or none where all are too
 * recent.
 */
export async function listArchivedHalfYears(range: DayRange): Promise<HalfYearArchivingItem[]> {
  const old = halfYearsOf(range).filter(isPerhapsArchived);
  if (old.length === 0) return [];
  const { halves } = await readItems({ halves: old.map(archivedHalfKey) });
  return halves;
}

/**
 * The first day whose records stay in the table: the half years before it are archived as wholes.
 * @param today at the school
 */
export function archiveBoundaryOf(today: string, years: number): string {
  return firstDayOfHalfYear(halfYearOf(`${Number(today.slice(0, 4)) - years}${today.slice(4)}`));
}

const oldHalves = (dates: readonly string[]): string[] => [...new Set(dates.map(halfYearOf))].filter(isPerhapsArchived);

/**
 * Conditions of a transaction that changes days: cancel it where their half year is in the archive. None for days of
 * the last year.
 */
export const notArchivedChecks = (dates: readonly string[]): Action[] =>
  oldHalves(dates).map((half) => notStoredCheck(archivedHalfKey(half)));

/** Explains a cancelled transaction. @throws ConflictError where a day's half year is in the archive */
export async function refuseArchivedHalfYears(dates: readonly string[]): Promise<void> {
  const halves = oldHalves(dates);
  if (halves.length === 0) return;
  const { archived } = await readItems({ archived: halves.map(archivedHalfKey) });
  if (archived.length > 0) throw new ConflictError(attendanceWordings.archived);
}
