import { daysOf, isHeld, schoolDay } from '#shared/attendance/school-days.ts';
import { addDays, schoolMoment } from '#shared/school/school-time.ts';
import { allPeriods } from '../../school/records/periods.ts';
import { school } from '../../school/records/school.ts';
import { daySettings } from '../records/day-setting.ts';
import { calendarOf, termDates } from '../records/school-calendar.ts';

const daysAhead = 6;

/** The rules of today and the days after, as a station is told them. */
export async function stationDays(now: Date) {
  const { timeZone } = school();
  const { date: from } = schoolMoment(now, timeZone);
  const to = addDays(from, daysAhead);
  const [{ periods }, settings] = await Promise.all([allPeriods(), daySettings({ from, to })]);
  const calendar = calendarOf(periods.map(termDates), settings);
  const days = daysOf(from, to).map((date) => {
    const day = schoolDay(date, calendar);
    return isHeld(day)
      ? { date, closed: null, sessions: [...day.sessions], limits: day.limits }
      : { date, closed: day.closed, sessions: [], limits: null };
  });
  return { time_zone: timeZone, days };
}
