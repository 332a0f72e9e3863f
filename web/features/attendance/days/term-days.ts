import type { attendanceContract } from '#shared/attendance/contract.ts';
import type { Output } from '#shared/http/contract.ts';

export type DaysOfTerm = Output<typeof attendanceContract.readDaysOfTerm>;
export type TermDay = DaysOfTerm['days'][number];

/** The label of a day in the calendar; blank on an ordinary school day. */
export function dayLabel({ closed, sessions, setting }: TermDay): string {
  if (closed !== null) return setting ? `Closed: ${closed}` : closed === 'weekend' ? '' : closed;
  if (!setting) return '';
  const held = sessions.length === 2 ? 'School' : sessions[0] === 'am' ? 'Morning only' : 'Afternoon only';
  return `${held}${setting.title === null ? '' : `: ${setting.title}`}${setting.limits ? ', other times' : ''}`;
}

/** The style of a day in the calendar. */
export function dayStyle({ closed, sessions, setting }: TermDay): 'closed' | 'free' | 'holiday' | 'changed' | 'school' {
  if (closed !== null) return setting ? 'closed' : closed === 'weekend' ? 'free' : 'holiday';
  return setting || sessions.length < 2 ? 'changed' : 'school';
}

/** The school days of a term in a sentence. */
export function describeSchoolDays(days: readonly TermDay[]): string {
  const held = days.filter(({ closed }) => closed === null);
  const half = held.filter(({ sessions }) => sessions.length === 1).length;
  const closed = days.filter((day) => dayStyle(day) === 'closed').length;
  const holidays = days.filter((day) => dayStyle(day) === 'holiday').length;
  return [
    `${held.length} school days${half > 0 ? `, of these ${half} half` : ''}`,
    ...(holidays > 0 ? [holidays === 1 ? '1 holiday' : `${holidays} holidays`] : []),
    ...(closed > 0 ? [`${closed} closed`] : []),
  ].join(' · ');
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** 0 is Monday. */
const weekdayOf = (date: string): number => (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
export const weekdayName = (date: string): string => weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? '';

/** The days by week, Monday first; null where a week reaches out of the term. */
export function groupDaysByWeek<D extends { date: string }>(days: readonly D[]): (D | null)[][] {
  const weeks: (D | null)[][] = [];
  for (const day of days) {
    const place = weekdayOf(day.date);
    if (place === 0 || weeks.length === 0) weeks.push(Array.from<D | null>({ length: 7 }).fill(null));
    const week = weeks.at(-1);
    if (week) week[place] = day;
  }
  return weeks;
}
