import type { DemoPeriod, TermKey, TermNumber } from './types.ts';

/** The day as yyyy-MM-dd, so many days later. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

export const countDaysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);

/** 0 is Sunday. */
const weekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** The first such weekday on or after a day. */
const firstOf = (wanted: number, day: string): string => addDays(day, (wanted - weekday(day) + 7) % 7);

/** True for Monday to Friday. */
export const isSchoolDay = (day: string): boolean => weekday(day) % 6 !== 0;

/** Where a term begins: September, January, after Easter. */
function termStart(year: number, term: TermNumber): string {
  if (term === 1) return firstOf(1, `${year}-09-01`);
  return firstOf(1, term === 2 ? `${year + 1}-01-04` : `${year + 1}-04-14`);
}

/** Weeks of teaching, and the public holidays that fall into them. */
const length: Readonly<Record<TermNumber, { weeks: number; holidays: number }>> = {
  1: { weeks: 14, holidays: 2 },
  2: { weeks: 12, holidays: 3 },
  3: { weeks: 11, holidays: 4 },
};

export function demoPeriod({ year, term }: TermKey): DemoPeriod {
  const { weeks, holidays } = length[term];
  const dateStart = termStart(year, term);
  return {
    year,
    term,
    possibleAttendance: (weeks * 5 - holidays) * 2,
    dateStart,
    dateEnd: addDays(dateStart, (weeks - 1) * 7 + 4),
    newTermBeginning: term === 3 ? termStart(year + 1, 1) : termStart(year, (term + 1) as TermNumber),
  };
}

export const termBefore = ({ year, term }: TermKey): TermKey =>
  term === 1 ? { year: year - 1, term: 3 } : { year, term: (term - 1) as TermNumber };

/** The term that began last: a term stays the current one through the holidays that follow it. */
export function currentTerm(today: string): TermKey {
  const year = Number(today.slice(0, 4));
  const begun = (
    [
      { year, term: 1 },
      { year: year - 1, term: 3 },
      { year: year - 1, term: 2 },
    ] as const
  ).find((key) => termStart(key.year, key.term) <= today);
  return begun ?? { year: year - 1, term: 1 };
}

/** The periods of this year so far, and of the two years before, oldest first. */
export function periodsUpTo(current: TermKey): DemoPeriod[] {
  const periods: DemoPeriod[] = [];
  let key: TermKey = current;
  while (key.year > current.year - 3) {
    periods.unshift(demoPeriod(key));
    key = termBefore(key);
  }
  return periods;
}
