import { datesBetween, isJudgedSchoolDay, judgeSchoolDay } from '#shared/attendance/school-days.ts';
import { scanStationsContract } from '#shared/options/scan-stations/contract.ts';
import { hashStudentId } from '#shared/options/scan-stations/station-scan.ts';
import { addDays, schoolMoment } from '#shared/school/school-time.ts';
import { readDaySettings } from '../../attendance/records/day-setting.ts';
import { toSchoolCalendar, toTermDates } from '../../attendance/records/school-calendar.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { readAllPeriods } from '../../school/records/periods.ts';
import { school } from '../../school/records/school.ts';
import { readCurrentStudents } from '../../students/records/rosters/read-rosters.ts';

export const readStationStart = callHandler(scanStationsContract.readStationStart, {
  handle: async ({ caller: { stationId, name }, request: { now } }) => {
    const [days, students] = await Promise.all([readDayRulesForStation(now), readCurrentStudents()]);
    // Sorted, so that the order says nothing about the ids.
    const known = (await Promise.all(students.map(({ studentId }) => hashStudentId(stationId, studentId)))).toSorted();
    return { name, now: now.toISOString(), ...days, known };
  },
});

const daysAhead = 6;

/** The rules of today and the next days, as a station receives them. */
async function readDayRulesForStation(now: Date) {
  const { timeZone } = school();
  const { date: from } = schoolMoment(now, timeZone);
  const to = addDays(from, daysAhead);
  const [{ periods }, settings] = await Promise.all([readAllPeriods(), readDaySettings({ from, to })]);
  const calendar = toSchoolCalendar(periods.map(toTermDates), settings);
  const days = datesBetween(from, to).map((date) => {
    const day = judgeSchoolDay(date, calendar);
    return isJudgedSchoolDay(day)
      ? { date, closed: null, sessions: [...day.sessions], limits: day.limits }
      : { date, closed: day.closed, sessions: [], limits: null };
  });
  return { time_zone: timeZone, days };
}
