import { displayDate } from '#shared/school/display-date.ts';
import { ambiguousDays } from '#shared/school/parse-day.ts';

/** A typed date whose day and month may be swapped. */
export interface DayReadAs {
  /** yyyy-MM-dd, with the day first. */
  day: string;
  /** Said below the field (rule 73). */
  says: string;
}

/** How a date that one person types is understood where it could be two days; null for every other text. */
export function howDayIsRead(typed: string): DayReadAs | null {
  const text = typed.trim();
  const day = ambiguousDays(text)?.dayFirst;
  return day === undefined ? null : { day, says: `${text} is read as ${displayDate(day)}, the day before the month.` };
}
