import { attendanceContract } from '#shared/attendance/contract.ts';
import { daysOf, isHeld, schoolDay } from '#shared/attendance/school-days.ts';
import { addDays, schoolMoment } from '#shared/school/school-time.ts';
import { daySettings } from '../../attendance-records/day-setting.ts';
import { calendarOf, termDates } from '../../attendance-records/school-calendar.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { allPeriods } from '../../reference/periods.ts';
import { school } from '../../reference/school.ts';
import { studentPages } from '../../students/store.ts';

const daysAhead = 6;

export const stationStart = callHandler(attendanceContract.stationStart, {
  handle: async ({ caller, request: { now } }) => {
    const { timeZone } = school();
    const { date: from } = schoolMoment(now, timeZone);
    const to = addDays(from, daysAhead);
    const [{ periods }, settings, students] = await Promise.all([
      allPeriods(),
      daySettings({ from, to }),
      currentStudents(),
    ]);
    const calendar = calendarOf(periods.map(termDates), settings);
    const days = daysOf(from, to).map((date) => {
      const day = schoolDay(date, calendar);
      return isHeld(day)
        ? { date, closed: null, sessions: [...day.sessions], limits: day.limits }
        : { date, closed: day.closed, sessions: [], limits: null };
    });
    return { name: caller.name, now: now.toISOString(), time_zone: timeZone, days, students };
  },
});

async function currentStudents() {
  const students = [];
  const only = ['studentId', 'firstName', 'lastName', 'classId', 'picture'];
  for await (const { items } of studentPages('current', { only }))
    for (const { studentId, firstName, lastName, classId, picture } of items)
      students.push({
        id: studentId?.S ?? '',
        name: `${firstName?.S ?? ''} ${lastName?.S ?? ''}`,
        class_id: classId?.S ?? '',
        has_picture: picture?.S !== undefined,
      });
  return students;
}
