import { type TermDates, termOf } from '#shared/attendance/school-days.ts';
import { allPeriods, periodKey } from '../../school/records/periods.ts';
import { termDates } from '../records/school-calendar.ts';

/** The terms as this process saw them last: they say which records to read, and decide nothing. */
let lastSeen: readonly TermDates[] = [];

/** The terms that days were in when this process last looked, to be read together with everything else. */
export function likelyTerms(dates: readonly string[]) {
  const terms = new Set(dates.flatMap((date) => termOf(date, lastSeen) ?? []));
  return [...terms].map(({ year, term }) => periodKey(year, term as 1 | 2 | 3));
}

/** The terms of days: those that were read where each day is in one of them; otherwise all are read, in two requests. */
export async function termsOf(
  dates: readonly string[],
  read: Parameters<typeof termDates>[0][],
): Promise<readonly TermDates[]> {
  const terms = read.map(termDates);
  if (dates.every((date) => termOf(date, terms))) return terms;
  const { periods } = await allPeriods();
  lastSeen = periods.map(termDates);
  return lastSeen;
}
