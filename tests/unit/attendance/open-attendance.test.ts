import { describe, expect, it } from 'vitest';
import { attendanceClosure } from '#shared/attendance/open-attendance.ts';

const term = { year: 2025, term: 1 as const, dateEnd: '2025-12-12' };
const nobody = { closed: [], opened: [] };
const closed = { closed: [{ year: 2025, term: 1 as const, by: 'Ada Office', at: '2025-12-01 14:05:00' }], opened: [] };
const opened = { closed: [], opened: [{ year: 2025, term: 1 as const }] };
const ofAnother = {
  closed: [{ year: 2024, term: 1 as const, by: 'Ada Office', at: '2025-12-01 14:05:00' }],
  opened: [],
};
const over = { why: 'over', by: null, at: '2025-12-26' };
const byAda = { why: 'office', by: 'Ada Office', at: '2025-12-01 14:05:00' };

describe('the attendance of a term', () => {
  it.each([
    ['in the term', '2025-10-01', nobody, null],
    ['on its last day', '2025-12-12', nobody, null],
    ['on the last of the days after it', '2025-12-26', nobody, null],
    ['the day after that', '2025-12-27', nobody, over],
    ['a year later', '2026-12-01', nobody, over],
    ['in the term, closed by hand', '2025-12-02', closed, byAda],
    ['after its days, closed by hand', '2025-12-27', closed, byAda],
    ['after its days, opened by hand', '2026-02-01', opened, null],
    ['where that of another term was closed', '2025-12-02', ofAnother, null],
    ['before the term', '2025-08-20', nobody, null],
  ])('%s (%s)', (_when, today, byHand, expected) => {
    expect(attendanceClosure(term, { byHand, today, openDays: 14 })).toEqual(expected);
  });

  it('is open on its last day alone where the school file gives no day after it', () => {
    const on = (today: string) => attendanceClosure(term, { byHand: nobody, today, openDays: 0 });
    expect([on('2025-12-12'), on('2025-12-13')]).toEqual([null, { why: 'over', by: null, at: '2025-12-12' }]);
  });

  it('of a term without a last day is open until an administrator closes it', () => {
    const dateless = { ...term, dateEnd: null };
    expect(attendanceClosure(dateless, { byHand: nobody, today: '2030-01-01', openDays: 14 })).toBeNull();
    expect(attendanceClosure(dateless, { byHand: closed, today: '2025-10-01', openDays: 14 })).toEqual(byAda);
  });
});
