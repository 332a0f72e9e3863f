/** Dates travel as yyyy-MM-dd and are shown dd-MMM-yyyy (product §9); English months, whatever the machine speaks. */
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** 05-Sep-2025 for 2025-09-05. Anything else comes back as it is. */
export function showDay(day: string): string {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  const name = months[Number(month) - 1];
  return name === undefined ? day : `${date}-${name}-${year}`;
}

/**
 * 2025-09-05 for "05-Sep-2025", and for what people type instead: "5 september 2025", "5/9/2025" (day first), "2025-09-05".
 * Undefined for everything that is no day of the calendar.
 */
export function parseDay(text: string): string | undefined {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text.trim());
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const parts = /^(\d{1,2})[-/. ]+([a-z]{3,}|\d{1,2})[-/., ]+(\d{4})$/i.exec(text.trim());
  if (!parts?.[2]) return undefined;
  const named = months.findIndex((month) => parts[2]?.toLowerCase().startsWith(month.toLowerCase()));
  return dayOf(Number(parts[3]), named === -1 ? Number(parts[2]) : named + 1, Number(parts[1]));
}

/** Noon, so that no change of clocks moves it to another day. Undefined for what is no day. */
export function dateOfDay(day: string): Date | undefined {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  return year === undefined ? undefined : new Date(Number(year), Number(month) - 1, Number(date), 12);
}

/** The machine's calendar day of a Date. */
export const dayOfDate = (date: Date): string =>
  [String(date.getFullYear()).padStart(4, '0'), pad(date.getMonth() + 1), pad(date.getDate())].join('-');

function dayOf(year: number, month: number, date: number): string | undefined {
  const time = new Date(Date.UTC(year, month - 1, date));
  const exists = time.getUTCMonth() === month - 1 && time.getUTCDate() === date;
  return exists ? `${String(year).padStart(4, '0')}-${pad(month)}-${pad(date)}` : undefined;
}
const pad = (value: number): string => String(value).padStart(2, '0');
