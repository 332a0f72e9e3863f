import { expect, it } from 'vitest';
import { parseTime } from '../../../web/ui/fields/dates/day-text.ts';
import { momentAt, momentText, schoolDayAndTime, setSchoolZone } from '../../../web/ui/fields/dates/school-clock.ts';

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

// Zones in which nobody works on this: what is the browser's own would be seen.
it.each([
  ['Pacific/Kiritimati', '2026-03-04T21:05:00.000Z', '2026-03-05', '11:05', '05-Mar-2026 11:05'],
  ['Pacific/Marquesas', '2026-03-05T04:05:00.000Z', '2026-03-04', '18:35', '04-Mar-2026 18:35'],
  ['Pacific/Kiritimati', '2025-12-31T10:00:00.000Z', '2026-01-01', '00:00', '01-Jan-2026 00:00'],
])('shows a moment by the clock of a school in %s, and finds it again', (zone, utc, day, time, text) => {
  setSchoolZone(zone);
  expect(momentText(utc)).toBe(text);
  expect(schoolDayAndTime(new Date(utc))).toEqual({ day, time });
  expect(momentAt(day, time).toISOString()).toBe(utc);
});

// In New York the clocks went forward on 08-Mar-2026 at 2:00, from UTC-5 to UTC-4, and go back on 01-Nov-2026.
it.each([
  ['2026-03-08', '01:30', '2026-03-08T06:30:00.000Z'],
  ['2026-03-08', '03:30', '2026-03-08T07:30:00.000Z'],
  ['2026-11-01', '12:00', '2026-11-01T17:00:00.000Z'],
])('finds %s %s beside a change of clocks', (day, time, utc) => {
  setSchoolZone('America/New_York');
  expect(momentAt(day, time).toISOString()).toBe(utc);
});

it('finds no moment for text that is not a date or a time', () => {
  expect(momentAt('', '10:00').getTime()).toBe(Number.NaN);
  expect(momentAt('2026-03-08', '').getTime()).toBe(Number.NaN);
});
