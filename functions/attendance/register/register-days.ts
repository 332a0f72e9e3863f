import type { RegisterDayOfTerm } from '#shared/attendance/calls/register-calls.ts';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { datesBetween, isJudgedSchoolDay, judgeSchoolDay } from '#shared/attendance/school-days.ts';
import { termTitle } from '#shared/school/academic-year.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { readMany } from '../../platform/table/table.ts';
import { schoolDay } from '../../school/records/school.ts';
import { halfYearOf } from '../records/attendance-record.ts';
import { ClassDayCountsEntity, type ClassDayItem } from '../records/class-day.ts';
import { readDaySettings } from '../records/day-setting.ts';
import { toSchoolCalendar } from '../records/school-calendar.ts';
import { requireClassRegisterAccess } from './class-access.ts';
import { readTermsAndTermOfDay } from './require-school-day.ts';
import { readPlacesOnDays } from './students-of-class-on-day.ts';

/** A term whose dates were mistyped does not show a century. */
const mostDays = 400;

export const readRegisterDays = callHandler(attendanceContract.readRegisterDays, {
  handle: async ({ input: { class_id: classId, date: asked }, caller, request: { now } }) => {
    const today = schoolDay(now);
    const { terms, ofTerm } = await readTermsAndTermOfDay(asked ?? today);
    await requireClassRegisterAccess({ caller, classId, year: ofTerm?.year }, ['office', 'form teacher', 'dean']);
    const found = terms.find((one) => one.year === ofTerm?.year && one.term === ofTerm.term);
    if (!found?.dateStart || !found.dateEnd) return { class_id: classId, title: null, days: [] };
    const { year, term } = found;
    const range = { from: found.dateStart, to: found.dateEnd };
    const dates = datesBetween(range.from, range.to).slice(0, mostDays);
    const calendar = toSchoolCalendar(terms, await readDaySettings(range));
    const judged = dates.map((date) => judgeSchoolDay(date, calendar));
    const held = judged.filter(isJudgedSchoolDay).filter(({ date }) => date <= today);
    const days = held.map(({ date }) => ({ date, ofTerm: { year, term } }));
    const [places, counted] = await Promise.all([
      readPlacesOnDays([classId], days),
      readMany(held.map(({ date }) => ClassDayCountsEntity.key({ date, classId, half: halfYearOf(date) }))),
    ]);
    const countOf = new Map(counted.map((one) => [one.date, one]));
    const sizeOf = new Map(
      days.map((day) => [
        day.date,
        [...places.candidates(day)].filter((id) => places.classOf(id, day) === classId).length,
      ]),
    );
    return {
      class_id: classId,
      title: termTitle({ year, term }),
      days: judged.map((one): RegisterDayOfTerm => {
        const { date } = one;
        const none = { date, title: null, students: 0, sessions: [] };
        if (!isJudgedSchoolDay(one)) return { ...none, is: 'closed', title: one.closed };
        if (date > today) return { ...none, is: 'to come' };
        return { ...none, ...stateOfDay(one.sessions, { students: sizeOf.get(date) ?? 0, counts: countOf.get(date) }) };
      }),
    };
  },
});

/** How far a day was registered. Pure. */
function stateOfDay(
  held: readonly ('am' | 'pm')[],
  { students, counts }: { students: number; counts: ClassDayItem | undefined },
): Pick<RegisterDayOfTerm, 'is' | 'students' | 'sessions'> {
  const sessions = held.map((session) => ({
    session,
    present: counts?.[session] ?? 0,
    absent: counts?.[`${session}Absent`] ?? 0,
  }));
  const marked = sessions.map(({ present, absent }) => present + absent);
  const is = marked.every((count) => count === 0)
    ? 'not taken'
    : marked.every((count) => count >= students)
      ? 'taken'
      : 'in part';
  return { is, students, sessions };
}
