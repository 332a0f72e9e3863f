import type { DayRules } from './day-state.ts';
import type { AttendanceSession, AttendanceSettings, ScanLimits } from './limits.ts';

/** A term's days; null where the office has not set them. Days are yyyy-MM-dd. */
export interface TermDates {
  year: number;
  term: 1 | 2 | 3;
  dateStart: string | null;
  dateEnd: string | null;
}

/** The office's setting of a day, which overrides the school file. */
export interface DaySettings {
  date: string;
  /** Counts the changes of this day's setting, from 1. */
  version?: number;
  /** The sessions that are held; none on a closed day. Absent where the school file applies again. */
  sessions?: readonly AttendanceSession[] | undefined;
  limits?: Partial<ScanLimits> | undefined;
  title?: string | undefined;
}

/** A day on which school is held (rule 38). */
export interface SchoolDay extends DayRules {
  date: string;
  year: number;
  term: 1 | 2 | 3;
}

/** The term of a day, if any. */
export const findTermOfDay = (date: string, terms: readonly TermDates[]): TermDates | undefined =>
  terms.find(
    ({ dateStart, dateEnd }) => dateStart !== null && dateEnd !== null && dateStart <= date && date <= dateEnd,
  );

/** The school file and the settings of days. */
interface Calendar {
  settings: AttendanceSettings;
  days: SettingsByDate;
}

/** A day's sessions and limits, or why there is no school. */
export function judgeSchoolDay(
  date: string,
  { terms, ...calendar }: Calendar & { terms: readonly TermDates[] },
): SchoolDay | { date: string; closed: string } {
  const term = findTermOfDay(date, terms);
  if (!term) return { date, closed: 'not in a term' };
  const { closed, ...rules } = dayRules(date, calendar);
  return closed === null ? { date, year: term.year, term: term.term, ...rules } : { date, closed };
}

/** The rules of a day that is in a term; where there is no school they have no sessions, and `closed` says why. */
export function dayRules(date: string, { settings, days }: Calendar): DayRules & { closed: string | null } {
  const own = days.get(date);
  const closed = own?.sessions ? closedBy(own) : schoolFileClosure(date, settings);
  return {
    closed,
    sessions: closed === null ? (own?.sessions ?? ['am', 'pm']) : [],
    limits: { ...settings.limits, ...own?.limits },
    ...(own?.version === undefined ? {} : { setting: own.version }),
  };
}

const closedBy = ({ sessions, title }: DaySettings): string | null =>
  sessions?.length === 0 ? (title ?? 'closed') : null;

/** Why the school file has no school on a day; null where it has. */
export const schoolFileClosure = (
  date: string,
  { closedDays }: Pick<AttendanceSettings, 'closedDays'>,
): string | null =>
  closedDays.find(({ from, to }) => from <= date && date <= to)?.title ?? (isWeekend(date) ? 'weekend' : null);

export type SettingsByDate = ReadonlyMap<string, DaySettings>;

/** True where school is held on the day. */
export const isJudgedSchoolDay = (one: SchoolDay | { closed: string }): one is SchoolDay => !('closed' in one);

/** The school days of a range, both ends included, in order. */
export function schoolDaysBetween(
  { from, to }: { from: string; to: string },
  school: { terms: readonly TermDates[]; settings: AttendanceSettings; days: SettingsByDate },
): SchoolDay[] {
  return datesBetween(from, to)
    .map((date) => judgeSchoolDay(date, school))
    .filter(isJudgedSchoolDay);
}

/** Sessions that could be attended: two on a whole day. */
export const countPossibleSessions = (days: readonly Pick<SchoolDay, 'sessions'>[]): number =>
  days.reduce((total, { sessions }) => total + sessions.length, 0);

/** Percent, without decimals, half up (rule 38); null where there is nothing to divide by. */
export const roundedPercent = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.floor((200 * part + whole) / (2 * whole));

/** Every day of a range, both ends included. */
export function datesBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(`${from}T00:00:00Z`); at <= Date.parse(`${to}T00:00:00Z`); at += 86_400_000)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}

/** Saturday and Sunday. */
const isWeekend = (date: string): boolean => new Date(`${date}T00:00:00Z`).getUTCDay() % 6 === 0;
