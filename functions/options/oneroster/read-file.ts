import type { SaidOfFile } from '#shared/options/move-in/said.ts';
import { SubjectRecordEntity } from '../../marks/records/subject-record.ts';
import { inParallel } from '../../platform/in-parallel.ts';
import { readAllPeriods } from '../../school/records/periods.ts';
import { school, schoolDay } from '../../school/records/school.ts';
import type { KnownSchool } from '../move-in/known-school.ts';
import { readLineItemsOfFiles } from './line-items-of-files.ts';
import { readRoster } from './reading/read-roster.ts';
import { type RosterFile, schoolFromRoster } from './school-from-roster/school-from-roster.ts';
import { SourcedIdEntity } from './sourced-ids.ts';

/**
 * Reads a zip of OneRoster, compares it with the school, and stores nothing. Of one with results a query a class and
 * term of the school.
 * @throws {ValidationError} on `file`, with the reason
 */
export async function readRosterFile(
  bytes: Uint8Array,
  { known, said, now }: { known: KnownSchool; said: SaidOfFile; now: Date },
): Promise<RosterFile> {
  const roster = await readRoster(bytes);
  const [{ periods, current }, remembered] = await Promise.all([readAllPeriods(), SourcedIdEntity.query({})]);
  return schoolFromRoster(roster, {
    known,
    said,
    periods,
    current,
    remembered,
    readMarked,
    readLineItems: readLineItemsOfFiles,
    today: schoolDay(now),
  });
}

/** Queries at a time. */
const atOnce = 12;

/** Whose marks of these terms the school has itself: `S01 2025 1`. */
async function readMarked(terms: readonly { year: number; term: 1 | 2 | 3 }[]): Promise<ReadonlySet<string>> {
  const places = terms.flatMap((of) => school().formClasses.map(({ id }) => ({ ...of, classId: id })));
  const records = await inParallel(places, {
    atOnce,
    does: (place) => SubjectRecordEntity.queryBy('ofClass', place, { only: ['studentId', 'year', 'term'] }),
  });
  return new Set(records.flat().map(({ studentId, year, term }) => `${studentId} ${year} ${term}`));
}
