const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * 2025-09-05 for "05-Sep-2025", and for what people type instead: "5 september 2025", "5/9/2025" (day first), "2025-09-05".
 * Undefined for everything that is not a date of the calendar.
 */
export function parseDay(text: string): string | undefined {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text.trim());
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const parts = /^(\d{1,2})[-/. ]+([a-z]{3,}|\d{1,2})[-/., ]+(\d{4})$/i.exec(text.trim());
  if (!parts?.[2]) return undefined;
  const named = months.findIndex((month) => parts[2]?.toLowerCase().startsWith(month));
  return dayOf(Number(parts[3]), named === -1 ? Number(parts[2]) : named + 1, Number(parts[1]));
}

/** Whether the text names a day by numbers or months that the calendar has not got, such as 31-Feb-2026. */
export const isNoSuchDay = (text: string): boolean =>
  parseDay(text) === undefined && /^\d{1,4}[-/. ]+([a-z]{3,}|\d{1,2})[-/., ]+\d{1,4}$/i.test(text.trim());

function dayOf(year: number, month: number, date: number): string | undefined {
  const time = new Date(Date.UTC(year, month - 1, date));
  const exists = time.getUTCMonth() === month - 1 && time.getUTCDate() === date;
  return exists ? `${String(year).padStart(4, '0')}-${pad(month)}-${pad(date)}` : undefined;
}
const pad = (value: number): string => String(value).padStart(2, '0');
