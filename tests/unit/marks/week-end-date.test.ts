import { expect, it } from 'vitest';
import { defaultWeekEndDate, isWeekEndDate, weekEndDates } from '#shared/marks/weekly-tests/week-end-date.ts';

const window = { from: '2024-04-18', to: '2024-07-05' };

it('offers the Thursdays of the window, both ends included', () => {
  const dates = weekEndDates(window);
  expect(dates[0]).toBe('2024-04-18');
  expect(dates.at(-1)).toBe('2024-07-04');
  expect(dates).toHaveLength(12);
  expect(dates.every((day) => isWeekEndDate(day, window))).toBe(true);
  expect(isWeekEndDate('2024-07-05', window)).toBe(false);
  expect(isWeekEndDate('2024-07-11', window)).toBe(false);
});

it('starts with the next Thursday, and after the window with its last', () => {
  expect(defaultWeekEndDate('2024-01-01', window)).toBe('2024-04-18');
  expect(defaultWeekEndDate('2024-05-02', window)).toBe('2024-05-02');
  expect(defaultWeekEndDate('2024-05-03', window)).toBe('2024-05-09');
  expect(defaultWeekEndDate('2026-05-03', window)).toBe('2024-07-04');
  expect(defaultWeekEndDate('2024-05-03', { from: '2024-05-03', to: '2024-05-04' })).toBeUndefined();
});
