import { expect, it } from 'vitest';
import { momentText } from '../../../web/history/moment-text.ts';
import { parseTime } from '../../../web/ui/fields/dates/time-text.ts';

it.each([
  ['8:05', '08:05'],
  ['14.30', '14:30'],
  ['0905', '09:05'],
  ['7', '07:00'],
  [' 23:59 ', '23:59'],
  ['00:00', '00:00'],
])('reads the time %s', (typed, time) => {
  expect(parseTime(typed)).toBe(time);
});

it.each(['', '24:00', '8:60', '8:5', '2:30 pm', 'noon', '1234567', '-1:00'])('reads no time in "%s"', (typed) => {
  expect(parseTime(typed)).toBe(undefined);
});

it('shows a moment as day, month by name, year, and the time of 24 hours', () => {
  expect(momentText(new Date(2026, 2, 4, 21, 5).toISOString())).toBe('04-Mar-2026 21:05');
});
