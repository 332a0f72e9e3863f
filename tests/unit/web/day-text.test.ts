import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayDate } from '#shared/school/display-date.ts';
import { parseDay } from '#shared/school/parse-day.ts';
import { toDate, toIsoDay } from '../../../web/ui/fields/dates/day-text.ts';

const anyDay = fc
  .date({ min: new Date('1950-01-01T00:00:00Z'), max: new Date('2100-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe('a day', () => {
  it('is read back from how it is shown, whichever day it is', () => {
    fc.assert(fc.property(anyDay, (day) => parseDay(displayDate(day)) === day));
  });

  it('is the same day after the calendar had it as a Date', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const date = toDate(day);
        return date !== undefined && toIsoDay(date) === day;
      }),
    );
  });

  it.each([
    ['5-sep-2025', '2025-09-05'],
    ['05 September 2025', '2025-09-05'],
    ['5/9/2025', '2025-09-05'],
    ['5.9.2025', '2025-09-05'],
    ['5-Sep-25', '2025-09-05'],
    ['5-Sep-62', '1962-09-05'],
    ['September 5, 2014', '2014-09-05'],
    ['Sept 5 2014', '2014-09-05'],
    ['Fri, 5th September 2014', '2014-09-05'],
    ['9/25/2025', '2025-09-25'],
    ['2014-09-05 00:00:00', '2014-09-05'],
    ['2014-09-05T00:00:00.000Z', '2014-09-05'],
    ['05/09/2014 2:30 PM', '2014-09-05'],
    ['2014/9/5', '2014-09-05'],
    ['2025-9-5', '2025-09-05'],
    [' 29-Feb-2024 ', '2024-02-29'],
  ])('is understood when typed as "%s"', (text, day) => expect(parseDay(text)).toBe(day));

  it.each([
    '',
    'soon',
    '29-Feb-2025',
    '31-Apr-2025',
    '2025-13-01',
    '05-Sem-2025',
    '5-9-25',
    '5-Sep-2025 at noon',
    '5-Septober-2025',
    '5-Sep-2025 25:00',
    '5-Sep-2025 13:00 PM',
    '2014-09-05T22:00:00Z',
    '13/13/2025',
    '41887',
  ])('is not made out of "%s"', (text) => expect(parseDay(text)).toBeUndefined());
});

it('shows text that is not a date as it was typed', () => {
  expect(displayDate('soon')).toBe('soon');
  expect(displayDate('2025-00-10')).toBe('2025-00-10');
});
