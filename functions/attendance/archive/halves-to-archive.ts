import { allPeriods } from '../../school/records/periods.ts';
import { school, schoolDay } from '../../school/records/school.ts';
import { type ArchivedHalfItem, archivedBefore, archivedHalves } from '../records/archive/archived-half.ts';
import { firstDayOf, halvesOf, lastDayOf } from '../records/attendance-record.ts';
import { classDays, recordsOf } from '../records/class-day.ts';

/** The half years before the day from which records stay in the table. */
export interface OldHalves {
  /** The first day whose records stay. */
  before: string;
  /** Not archived, or not as wholes, and with how many records, about: the students of whom anything is known, day by day. */
  due: readonly { half: string; records: number }[];
  known: readonly ArchivedHalfItem[];
}

/** The first day whose records stay in the table, by the school file. */
export const archiveBoundary = (now: Date): string =>
  archivedBefore(schoolDay(now), school().attendance.archiveAfterYears);

/** What is old enough for the archive, and what is there. Four requests, and one for each half year that is due, and each megabyte of its class days. */
export async function oldHalves(now: Date): Promise<OldHalves> {
  const before = archiveBoundary(now);
  const { periods } = await allPeriods();
  const [from] = periods.flatMap(({ dateStart }) => dateStart ?? []).sort();
  if (from === undefined) return { before, due: [], known: [] };
  const known = await archivedHalves({ from, to: schoolDay(now) });
  const states = new Map(known.map(({ half, state }) => [half, state]));
  // What is archived keeps its counts, and is not counted again.
  const halves = halvesOf({ from, to: before }).filter(
    (half) => lastDayOf(half) < before && (states.get(half) ?? 'archiving') === 'archiving',
  );
  const counted = await Promise.all(
    halves.map(async (half) => {
      const days = await classDays({ from: firstDayOf(half), to: lastDayOf(half) });
      return { half, records: days.reduce((sum, day) => sum + recordsOf(day), 0) };
    }),
  );
  return { before, due: counted.filter(({ records }) => records > 0), known };
}
