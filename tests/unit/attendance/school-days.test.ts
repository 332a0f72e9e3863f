import { describe, expect, it } from 'vitest';
import { attendanceSettings } from '#shared/attendance/limits.ts';
import {
  countPossibleSessions,
  type DaySettings,
  dayRules,
  findTermOfDay,
  judgeSchoolDay,
  roundedPercent,
  schoolDaysBetween,
} from '#shared/attendance/school-days.ts';

const terms = [
  { year: 2025, term: 1 as const, dateStart: '2025-09-01', dateEnd: '2025-12-12' },
  { year: 2025, term: 2 as const, dateStart: '2026-01-05', dateEnd: '2026-03-27' },
  { year: 2025, term: 3 as const, dateStart: null, dateEnd: null },
];
const settings = attendanceSettings().parse({
  isOn: true,
  closedDays: [{ from: '2025-10-20', to: '2025-10-21', title: 'Divali' }],
});
const school = (...days: DaySettings[]) => ({ terms, settings, days: new Map(days.map((day) => [day.date, day])) });

describe('school days', () => {
  it('are the days of a term less weekends and closed days', () => {
    const days = schoolDaysBetween({ from: '2025-10-13', to: '2025-10-26' }, school());
    expect(days.map(({ date }) => date.slice(8))).toEqual(['13', '14', '15', '16', '17', '22', '23', '24']);
    expect(countPossibleSessions(days)).toBe(16);
  });

  it('are 75 weekdays of a term of fifteen weeks, less two closed', () => {
    expect(schoolDaysBetween({ from: '2025-09-01', to: '2025-12-12' }, school())).toHaveLength(73);
    // A year and more around it has the same, and the twelve weeks of the next term.
    expect(schoolDaysBetween({ from: '2024-01-01', to: '2027-01-01' }, school())).toHaveLength(73 + 60);
  });

  it('follow the office’s setting of a day before the school file', () => {
    const own = school(
      { date: '2025-10-20', sessions: ['am'], title: 'School after all' },
      { date: '2025-10-22', sessions: [], title: 'Flood' },
      { date: '2025-10-25', sessions: ['am', 'pm'] },
      { date: '2025-10-23', sessions: ['am', 'pm'], limits: { lateAfter: '09:00' } },
    );
    expect(judgeSchoolDay('2025-10-20', own)).toMatchObject({ term: 1, sessions: ['am'] });
    expect(judgeSchoolDay('2025-10-21', own)).toEqual({ date: '2025-10-21', closed: 'Divali' });
    expect(judgeSchoolDay('2025-10-22', own)).toEqual({ date: '2025-10-22', closed: 'Flood' });
    expect(judgeSchoolDay('2025-10-23', own)).toMatchObject({ limits: { lateAfter: '09:00', amUntil: '10:00' } });
    expect(judgeSchoolDay('2025-10-25', own)).toMatchObject({ sessions: ['am', 'pm'] });
    expect(judgeSchoolDay('2025-10-26', own)).toEqual({ date: '2025-10-26', closed: 'weekend' });
  });

  it('follow the school file again where a setting was undone, and have the setting’s version', () => {
    const own = school(
      { date: '2025-10-20', version: 4 },
      { date: '2025-10-22', version: 3, sessions: ['pm'], limits: { pmLateAfter: '13:15' } },
    );
    expect(judgeSchoolDay('2025-10-20', own)).toEqual({ date: '2025-10-20', closed: 'Divali' });
    expect(dayRules('2025-10-20', own)).toMatchObject({ closed: 'Divali', sessions: [], setting: 4 });
    expect(dayRules('2025-10-22', own)).toMatchObject({ closed: null, sessions: ['pm'], setting: 3 });
    expect(dayRules('2025-10-23', own)).not.toHaveProperty('setting');
    expect(dayRules('2025-10-25', own)).toMatchObject({ closed: 'weekend', sessions: [] });
  });

  it('are none outside of a term, whatever the setting', () => {
    expect(judgeSchoolDay('2025-12-15', school({ date: '2025-12-15', sessions: ['am'] }))).toEqual({
      date: '2025-12-15',
      closed: 'not in a term',
    });
    expect(findTermOfDay('2026-05-04', terms)).toBeUndefined();
  });

  it('know leap years', () => {
    const leap = {
      ...school(),
      terms: [{ year: 2027, term: 2 as const, dateStart: '2028-01-03', dateEnd: '2028-03-31' }],
    };
    const days = schoolDaysBetween({ from: '2028-02-28', to: '2028-03-01' }, leap);
    expect(days.map(({ date }) => date)).toEqual(['2028-02-28', '2028-02-29', '2028-03-01']);
  });
});

describe('a percentage', () => {
  it.each([
    [1, 2, 50],
    [1, 3, 33],
    [2, 3, 67],
    [1, 200, 1],
    [199, 200, 100],
    [0, 7, 0],
    [7, 7, 100],
    [0, 0, null],
  ])('%i of %i is %s, half up and without decimals', (part, whole, expected) => {
    expect(roundedPercent(part, whole)).toBe(expected);
  });
});
