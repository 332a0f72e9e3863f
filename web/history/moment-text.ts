import { dayOfDate, showDay } from '../ui/fields/dates/day-text.ts';
import { showTime } from '../ui/fields/dates/time-text.ts';

/** "14-Mar-2026 10:42" in the reader's own time (product §9). */
export function momentText(utc: string): string {
  const moment = new Date(utc);
  return `${showDay(dayOfDate(moment))} ${showTime(moment)}`;
}

/** A typed value for a reader. */
export const valueText = (value: number | string | null): string => (value === null ? '(blank)' : String(value));
