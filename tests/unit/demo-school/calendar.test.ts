import { describe, expect, it } from 'vitest';
import { academicPeriod } from '#shared/school/contract.ts';
import { currentTerm, demoPeriod } from '../../../local/demo-school/calendar.ts';

const years = Array.from({ length: 60 }, (_, index) => 2000 + index);
const terms = [1, 2, 3] as const;
const all = years.flatMap((year) => terms.map((term) => demoPeriod({ year, term })));

describe('the calendar of the demo school', () => {
  it.each([
    ['2026-09-07', { year: 2026, term: 1 }],
    ['2026-12-31', { year: 2026, term: 1 }],
    ['2027-01-04', { year: 2026, term: 2 }],
    ['2027-04-01', { year: 2026, term: 2 }],
    ['2027-04-19', { year: 2026, term: 3 }],
    ['2027-08-31', { year: 2026, term: 3 }],
    ['2027-09-06', { year: 2027, term: 1 }],
  ])('has on %s the term that began last', (day, term) => {
    expect(currentTerm(day)).toEqual(term);
  });

  it('has terms that begin on a Monday, end on a Friday, and follow one another', () => {
    for (const [index, period] of all.entries()) {
      expect(new Date(period.dateStart).getUTCDay()).toBe(1);
      expect(new Date(period.dateEnd).getUTCDay()).toBe(5);
      expect(period.dateStart < period.dateEnd && period.dateEnd < period.newTermBeginning).toBe(true);
      const next = all[index + 1];
      if (next) expect(period.newTermBeginning).toBe(next.dateStart);
    }
  });

  it('is made of periods that the contract takes', () => {
    for (const { year, term, possibleAttendance, dateStart, dateEnd, newTermBeginning } of all) {
      const period = {
        academic_year_id: `${year}${year + 1}`,
        term,
        possible_attendance: possibleAttendance,
        date_start: dateStart,
        date_end: dateEnd,
        new_term_beginning: newTermBeginning,
        is_current: false,
      };
      expect(academicPeriod().safeParse(period).error).toBeUndefined();
    }
  });
});
