import type { Caller } from '../../platform/requests/caller.ts';
import { allPeriods } from '../../school/records/periods.ts';
import { school, schoolDay } from '../../school/records/school.ts';

/** Reasons of absence are the office's: who belongs to the PTA never gets them (product §6). */
export const mayReadReasons = (caller: Caller): boolean => caller.role === 'Admin';

export const termTitle = (term: number): string => school().terms.find(({ id }) => id === term)?.title ?? String(term);

/** Days of a student's report: one date is that day, none the academic year under way, up to today. */
export async function studentRange(
  { from, to }: { from: string; to: string },
  now: Date,
): Promise<{ from: string; to: string }> {
  const first = from === '-' ? to : from;
  const last = to === '-' ? from : to;
  if (first !== '-') return { from: first, to: last };
  const today = schoolDay(now);
  const { periods, current } = await allPeriods();
  const starts = periods.flatMap(({ year, dateStart }) => (year === current?.year ? (dateStart ?? []) : [])).sort();
  const [start = today] = starts;
  return { from: start < today ? start : today, to: today };
}
