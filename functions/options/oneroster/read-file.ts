import { readAllPeriods } from '../../school/records/periods.ts';
import { schoolDay } from '../../school/records/school.ts';
import type { KnownSchool } from '../move-in/known-school.ts';
import { readRoster } from './reading/read-roster.ts';
import { type RosterFile, schoolFromRoster } from './school-from-roster/school-from-roster.ts';
import { SourcedIdEntity } from './sourced-ids.ts';

/**
 * Reads a zip of OneRoster, compares it with the school, and stores nothing.
 * @throws {ValidationError} on `file`, with the reason
 */
export async function readRosterFile(
  bytes: Uint8Array,
  { known, now }: { known: KnownSchool; now: Date },
): Promise<RosterFile> {
  const roster = await readRoster(bytes);
  const [{ periods }, remembered] = await Promise.all([readAllPeriods(), SourcedIdEntity.query({})]);
  return schoolFromRoster(roster, { known, periods, remembered, today: schoolDay(now) });
}
