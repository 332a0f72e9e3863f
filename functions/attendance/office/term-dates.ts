import { attendanceContract } from '#shared/attendance/contract.ts';
import { schoolDays } from '#shared/attendance/school-days.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { allPeriods, type PeriodItem } from '../../school/records/periods.ts';
import { type DaySettingItem, daySettings } from '../records/day-setting.ts';
import { calendarOf, termDates as toTermDates } from '../records/school-calendar.ts';

export const termDates = callHandler(attendanceContract.termDates, {
  handle: async () => {
    const { periods } = await allPeriods();
    const days = periods.flatMap(({ dateStart = [], dateEnd = [] }) => [dateStart, dateEnd].flat()).sort();
    const [from, to = from] = [days[0], days.at(-1)];
    const settings = from === undefined || to === undefined ? [] : await daySettings({ from, to });
    return periods
      .map((period) => toRow(period, { periods, settings }))
      .sort((a, b) => b.year - a.year || b.term - a.term);
  },
});

/** A term as the table of Set Term shows it. */
export function toRow(
  { year, term, dateStart, dateEnd }: PeriodItem,
  { periods, settings }: { periods: readonly PeriodItem[]; settings: readonly DaySettingItem[] },
) {
  const calendar = calendarOf(periods.map(toTermDates), settings);
  const isSet = dateStart !== undefined && dateEnd !== undefined && dateStart <= dateEnd;
  return {
    ...{ year, term, term_start: dateStart ?? null, term_end: dateEnd ?? null },
    school_days: isSet ? schoolDays({ from: dateStart, to: dateEnd }, calendar).length : 0,
  };
}
