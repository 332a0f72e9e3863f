import { displayDate } from '#shared/school/display-date.ts';

/** "05-Jan-2026 to 27-Feb-2026", or the one day. */
export const daysText = (from: string, to: string): string =>
  from === to ? displayDate(from) : `${displayDate(from)} to ${displayDate(to)}`;
