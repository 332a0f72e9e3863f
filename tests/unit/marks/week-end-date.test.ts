import { expect, it } from 'vitest';
import { defaultTestDay, isWeekEndDate, weekEndDates } from '#shared/marks/weekly-tests/week-end-date.ts';

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

it('starts with the latest day that has been, and before the first with that', () => {
  const days = ['2024-04-18', '2024-04-25', '2024-05-16'];
  expect(defaultTestDay('2024-01-01', days)).toBe('2024-04-18');
  expect(defaultTestDay('2024-04-25', days)).toBe('2024-04-25');
  expect(defaultTestDay('2024-05-15', days)).toBe('2024-04-25');
  expect(defaultTestDay('2026-05-03', days)).toBe('2024-05-16');
  expect(defaultTestDay('2024-05-03', [])).toBeUndefined();
});
