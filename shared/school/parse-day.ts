/** The order of day and month in a date of three numbers. */
export type DayOrder = 'day first' | 'month first';

/**
 * A written date by each order of day and month, yyyy-MM-dd; the same day twice where the order makes no difference.
 */
export interface WrittenDay {
  dayFirst: string | undefined;
  monthFirst: string | undefined;
}

const months = [
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november'],
  'december',
];
const weekday = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?[.,]?\s+/i;

/**
 * Reads a date as people and programs write it: "05-Sep-2025", "5 september 2025", "5-Sep-25", "September 5, 2014",
 * "Fri 5th Sep 2014", "5/9/2025", "2025-09-05", each with or without a time behind it. Undefined for everything that is
 * not a date of the calendar. A year of two digits is one from 1930 to 2029, as spreadsheet programs read it, and only
 * with the month as a word.
 */
export function parseWrittenDay(text: string): WrittenDay | undefined {
  const { date, clock, offset } = splitMoment(text);
  // A moment of another time zone can be another day here; midnight is how programs write a day.
  if (clock === undefined || (offset !== undefined && clock !== '00:00:00')) return undefined;
  const certain = parseCertainDay(date.replace(weekday, ''));
  if (certain !== undefined) return { dayFirst: certain, monthFirst: certain };
  const [, first, second, year] = /^(\d{1,2})[-/. ]+(\d{1,2})[-/., ]+(\d{4})$/.exec(date) ?? [];
  if (year === undefined) return undefined;
  const dayFirst = dayOf(Number(year), Number(second), Number(first));
  const monthFirst = dayOf(Number(year), Number(first), Number(second));
  return dayFirst === undefined && monthFirst === undefined ? undefined : { dayFirst, monthFirst };
}

const shortYear =
  /^((?:[a-z]+[.,]?\s+)?(?:\d{1,2}(?:st|nd|rd|th)?(?: of)?[-/. ]*[a-z]{3,}|[a-z]{3,}[-/. ]+\d{1,2}(?:st|nd|rd|th)?|\d{1,2}[-/. ]+\d{1,2})[-/., ]+)['’]?(\d{2})$/i;

/**
 * A date with its year in four digits, where it has two: the last year of that ending that is not after `latest`, as of
 * a birthday. "4/8/91" is 4/8/1991 up to 2010. Every other text as it is.
 */
export function withWholeYear(text: string, latest: number): string {
  const { date } = splitMoment(text);
  const [, before, year] = shortYear.exec(date) ?? [];
  if (before === undefined) return text;
  const last = latest - ((((latest - Number(year)) % 100) + 100) % 100);
  return text.trim().replace(date, `${before}${last}`);
}

/** Whether a date has its year in two digits. */
export const hasShortYear = (text: string): boolean => shortYear.test(splitMoment(text).date);

/** A date with the year first or the month as a word. */
function parseCertainDay(date: string): string | undefined {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(date);
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const parts =
    /^(?<day>\d{1,2})(?:st|nd|rd|th)?(?: of)?[-/. ]*(?<month>[a-z]{3,})[-/., ]+(?<year>\d{4}|\d{2})$/i.exec(date) ??
    /^(?<month>[a-z]{3,})[-/. ]+(?<day>\d{1,2})(?:st|nd|rd|th)?[-/., ]+(?<year>\d{4}|\d{2})$/i.exec(date);
  const { day = '', month = '', year = '' } = parts?.groups ?? {};
  const named = months.findIndex((name) => name.startsWith(month.toLowerCase()));
  if (!parts || named === -1) return undefined;
  const century = year.length === 4 ? 0 : Number(year) < 30 ? 2000 : 1900;
  return dayOf(century + Number(year), named + 1, Number(day));
}

/**
 * The day that a text is for one person who typed it: day first where both orders make a date. Undefined for everything
 * that is not a date of the calendar.
 */
export function parseDay(text: string, order: DayOrder = 'day first'): string | undefined {
  const { dayFirst, monthFirst } = parseWrittenDay(text) ?? {};
  return order === 'day first' ? (dayFirst ?? monthFirst) : (monthFirst ?? dayFirst);
}

/**
 * Both days that a text may be, where its order of day and month makes a difference; undefined for every other text.
 */
export function ambiguousDays(text: string): { dayFirst: string; monthFirst: string } | undefined {
  const { dayFirst, monthFirst } = parseWrittenDay(text) ?? {};
  if (dayFirst === undefined || monthFirst === undefined || dayFirst === monthFirst) return undefined;
  return { dayFirst, monthFirst };
}

/** What the dates of a column prove about their order of day and month; each text is the first of its kind. */
export interface ColumnOrder {
  /** A date that would be another one in the other order. */
  ambiguous?: string;
  /** How many are ambiguous. */
  count: number;
  /** A date that exists with the day first alone, and one with the month first alone. */
  dayFirst?: string;
  monthFirst?: string;
}

/** Looks for proof of the order of day and month in a column's texts (rule 73). */
export function findColumnOrder(texts: Iterable<string>): ColumnOrder {
  const found: ColumnOrder = { count: 0 };
  for (const text of texts) {
    const day = parseWrittenDay(text);
    if (!day || day.dayFirst === day.monthFirst) continue;
    if (day.dayFirst === undefined) found.monthFirst ??= text;
    else if (day.monthFirst === undefined) found.dayFirst ??= text;
    else {
      found.ambiguous ??= text;
      found.count += 1;
    }
  }
  return found;
}

/** The order that the column itself proves; undefined where nothing proves it, or its dates prove both. */
export function provenOrder({ dayFirst, monthFirst }: ColumnOrder): DayOrder | undefined {
  if (dayFirst !== undefined) return monthFirst === undefined ? 'day first' : undefined;
  return monthFirst === undefined ? undefined : 'month first';
}

/** Whether a person has to say which order a column has: it has ambiguous dates, and no date proves anything. */
export const hasOpenOrder = ({ ambiguous, dayFirst, monthFirst }: ColumnOrder): boolean =>
  ambiguous !== undefined && dayFirst === undefined && monthFirst === undefined;

/**
 * A text of date and time in its parts. `clock` is HH:mm:ss, midnight where the text has none, undefined where it is
 * not a time.
 */
interface MomentParts {
  date: string;
  clock: string | undefined;
  /** "Z", "+04:00", "-0400". */
  offset: string | undefined;
  hasClock: boolean;
}

/** A time at the end of a text: "10:05", "10:05:30.250", "9:05 a.m.", "10:05Z". */
const timeAtEnd =
  /(?<=[,\sT])(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,]\d+)?)?(?:\s*(?<half>[ap])(?:\.?m\.?)?)?(?:\s*(?<offset>Z|[+-]\d{2}:?\d{2}))?$/i;

/** What separates a date from its time. The lookbehind keeps it linear: a match begins at the first of them alone. */
const separatorsAtEnd = /(?<![,\sT])[,\sT]+$/i;

/** Separates a date from the time behind it. */
export function splitMoment(text: string): MomentParts {
  const trimmed = text.trim();
  const time = timeAtEnd.exec(trimmed);
  if (!time?.groups) return { date: trimmed, clock: '00:00:00', offset: undefined, hasClock: false };
  const { hour = '', minute = '', second = '00', half, offset } = time.groups;
  const date = trimmed.slice(0, time.index).replace(separatorsAtEnd, '');
  return { date, clock: clockOf({ hour, minute, second, half }), offset, hasClock: true };
}

interface ClockParts {
  hour: string;
  minute: string;
  second: string;
  half: string | undefined;
}

function clockOf({ hour, minute, second, half }: ClockParts): string | undefined {
  const written = Number(hour);
  if (Number(minute) > 59 || Number(second) > 59) return undefined;
  if (half === undefined) return written > 23 ? undefined : `${pad(written)}:${minute}:${second}`;
  if (written < 1 || written > 12) return undefined;
  return `${pad((written % 12) + (half.toLowerCase() === 'p' ? 12 : 0))}:${minute}:${second}`;
}

/**
 * Converts the number that a spreadsheet program keeps for a day into yyyy-MM-dd and HH:mm:ss; 41887 is 05-Sep-2014.
 * Undefined for a number outside of the years 1950 to 2100.
 */
export function parseSerialMoment(serial: number): { day: string; time: string } | undefined {
  if (!(serial >= 18_264 && serial < 73_416)) return undefined;
  const moment = new Date(Date.UTC(1899, 11, 30) + Math.round(serial * 86_400) * 1000).toISOString();
  return { day: moment.slice(0, 10), time: moment.slice(11, 19) };
}

/** Whether the text names a day by numbers or months that the calendar has not got, such as 31-Feb-2026. */
export const isNoSuchDay = (text: string): boolean =>
  parseDay(text) === undefined && /^\d{1,4}[-/. ]+([a-z]{3,}|\d{1,2})[-/. ]+\d{1,4}$/i.test(text.trim());

function dayOf(year: number, month: number, date: number): string | undefined {
  const time = new Date(Date.UTC(year, month - 1, date));
  const exists = time.getUTCMonth() === month - 1 && time.getUTCDate() === date;
  return exists ? `${String(year).padStart(4, '0')}-${pad(month)}-${pad(date)}` : undefined;
}
const pad = (value: number): string => String(value).padStart(2, '0');
