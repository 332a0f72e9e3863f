import { addDays } from '../../school/school-time.ts';

/** First and last day on which a weekly test may be held, yyyy-MM-dd. */
export interface TestWindow {
  from: string;
  to: string;
}

const thursday = 4;
const weekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** product §9: Thursdays only, within the window. */
export const isWeekEndDate = (day: string, { from, to }: TestWindow): boolean =>
  day >= from && day <= to && weekday(day) === thursday;

/** Every Thursday of the window, in order. */
export function weekEndDates({ from, to }: TestWindow): string[] {
  const dates: string[] = [];
  for (let day = addDays(from, (thursday - weekday(from) + 7) % 7); day <= to; day = addDays(day, 7)) dates.push(day);
  return dates;
}

/**
 * The latest of the offered days up to today, before them the first (rule 29); undefined if there is none. `days`: in
 * order.
 */
export const defaultTestDay = (today: string, days: readonly string[]): string | undefined =>
  days.findLast((day) => day <= today) ?? days[0];
