/** Noon, so that no change of clocks moves it to another day. Undefined for text that is not a date. */
export function toDate(day: string): Date | undefined {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  return year === undefined ? undefined : new Date(Number(year), Number(month) - 1, Number(date), 12);
}

/** The day of {@link toDate}, back again. A moment's day is the school's: `school-clock.ts`. */
export const toIsoDay = (date: Date): string =>
  [String(date.getFullYear()).padStart(4, '0'), pad(date.getMonth() + 1), pad(date.getDate())].join('-');

/** "08:05" for "8:05", "8.05", "0805" and "8"; undefined for text that is not a time of 24 hours. */
export function parseTime(text: string): string | undefined {
  const [, hours, minutes = '0'] = /^(\d{1,2})(?:[:.]?(\d{2}))?$/.exec(text.trim()) ?? [];
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return `${pad(Number(hours))}:${pad(Number(minutes))}`;
}

const pad = (value: number): string => String(value).padStart(2, '0');
