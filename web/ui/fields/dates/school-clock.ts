import { displayDate } from '#shared/school/display-date.ts';
import { schoolMoment, schoolTime } from '#shared/school/school-time.ts';

/** The browser's, until the school's is known. */
let zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * The time zone of the school, by whose clock every screen shows days and times (product §9). Set once, before the
 * first screen.
 */
export function setSchoolZone(timeZone: string): void {
  zone = timeZone;
}

/** A moment as the school's clock shows it: "14-Mar-2026 10:42". */
export function momentText(utc: string): string {
  const { day, time } = schoolDayAndTime(new Date(utc));
  return `${displayDate(day)} ${time}`;
}

/** The day of a moment as the school's clock shows it: "14-Mar-2026". */
export const dayText = (utc: string): string => displayDate(schoolDayAndTime(new Date(utc)).day);

/** A moment at the school as yyyy-MM-dd and "10:42". */
export function schoolDayAndTime(moment: Date): { day: string; time: string } {
  const { date, time } = schoolMoment(moment, zone);
  return { day: date, time: time.slice(0, 5) };
}

/** The day that it is at the school, yyyy-MM-dd. */
export const schoolToday = (): string => schoolDayAndTime(new Date()).day;

/** When the school's clock shows this day and time; an invalid Date for text that is not a date or a time. */
export function momentAt(day: string, time: string): Date {
  const wanted = Date.parse(`${day}T${time}Z`);
  if (Number.isNaN(wanted)) return new Date(Number.NaN);
  const ahead = (moment: number) => Date.parse(`${schoolTime(new Date(moment), zone).replace(' ', 'T')}Z`) - moment;
  // The second look is for a change of clocks between the two.
  const near = wanted - ahead(wanted);
  return new Date(wanted - ahead(near));
}
