import { attendanceContract } from '#shared/attendance/contract.ts';
import type { limitTimeNames } from '#shared/attendance/day-setting-input.ts';
import { datesBetween, isJudgedSchoolDay, judgeSchoolDay, schoolFileClosure } from '#shared/attendance/school-days.ts';
import { restartJobIfDead, toRunStatus } from '../../platform/jobs/run-job.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { school, schoolDay } from '../../school/records/school.ts';
import { listStoredClassDays, markedStudentCount } from '../records/class-day.ts';
import { requireAttendanceInUse, toSchoolCalendar } from '../records/school-calendar.ts';
import { readTermWithDaySettings, toDaySettingInput } from './days-to-set.ts';
import { readRecalculations } from './recalculate-days.ts';

/** A term whose dates were mistyped does not show a century. */
const mostDays = 400;

export const readDaysOfTerm = callHandler(attendanceContract.readDaysOfTerm, {
  handle: async ({ input, request: { now } }) => {
    requireAttendanceInUse();
    const { found, terms, range, settings } = await readTermWithDaySettings(input);
    const [counted, { running, isRunning, stopped }] = await Promise.all([
      range ? listStoredClassDays(range) : [],
      readRecalculations(settings),
    ]);
    await Promise.all(running.map((job) => restartJobIfDead(job, now)));
    const recorded = new Map<string, number>();
    for (const day of counted) recorded.set(day.date, (recorded.get(day.date) ?? 0) + markedStudentCount(day));
    const calendar = toSchoolCalendar(terms, settings);
    const byDate = new Map(settings.map((setting) => [setting.date, setting]));
    const [run] = running;
    const { limits } = school().attendance;
    return {
      year: found.year,
      term: found.term,
      today: schoolDay(now),
      limits: timesOf(limits),
      days: (range ? datesBetween(range.from, range.to).slice(0, mostDays) : []).map((date) => {
        const day = judgeSchoolDay(date, calendar);
        const setting = byDate.get(date);
        const choice = toDaySettingInput(setting);
        return {
          date,
          closed: isJudgedSchoolDay(day) ? null : day.closed,
          sessions: isJudgedSchoolDay(day) ? [...day.sessions] : [],
          usually: schoolFileClosure(date, school().attendance),
          setting: choice.held === null ? null : choice,
          by: setting?.by ?? null,
          at: setting?.at ?? null,
          recorded: recorded.get(date) ?? 0,
          due:
            setting && isRunning(setting)
              ? ('running' as const)
              : stopped.some((one) => one.date === date)
                ? ('stopped' as const)
                : null,
        };
      }),
      run: run ? toRunStatus(run) : null,
      terms: terms.map(({ year, term }) => ({ year, term })).sort((a, b) => b.year - a.year || b.term - a.term),
    };
  },
});

const timesOf = (limits: Readonly<Record<(typeof limitTimeNames)[number], string>>) => {
  const { lateAfter, amUntil, pmFrom, pmLateAfter, pmUntil } = limits;
  return { lateAfter, amUntil, pmFrom, pmLateAfter, pmUntil };
};
