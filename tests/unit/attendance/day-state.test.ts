import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeDayState, type DayDecisions } from '#shared/attendance/day-state.ts';
import { type AttendanceSession, type ScanLimits, scanLimitsSchema } from '#shared/attendance/limits.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';

const usual: ScanLimits = scanLimitsSchema().parse({});
const rules = (change: Partial<ScanLimits> = {}, sessions: readonly AttendanceSession[] = ['am', 'pm']) => ({
  sessions,
  limits: { ...usual, ...change },
});
/** `am pm late in out` in a line, as one would write them beside a list of times. */
function told(times: readonly string[], on = rules(), decided: DayDecisions = {}): string {
  const { am, pm, late, timeIn, timeOut } = computeDayState(times, decided, on);
  return [am ?? '-', pm ?? '-', late ? 'late' : 'in time', timeIn ?? '-', timeOut ?? '-'].join(' ');
}

describe('a school day', () => {
  it.each([
    ['nothing is known', [], '- - in time - -'],
    ['at seven', ['07:00:00'], 'P P in time 07:00:00 -'],
    ['in the last second of the minute', ['08:00:59'], 'P P in time 08:00:59 -'],
    ['a second later', ['08:01:00'], 'P P late 08:01:00 -'],
    ['at the end of the morning limit', ['10:00:30'], 'P P late 10:00:30 -'],
    ['after it', ['10:01:00'], 'A P in time 10:01:00 -'],
    ['late for the afternoon', ['13:01:00'], 'A P late 13:01:00 -'],
    ['after the last limit', ['14:01:00'], 'A A in time 14:01:00 -'],
    ['twice within a minute', ['07:30:00', '07:30:40'], 'P P in time 07:30:00 -'],
    ['and left before noon', ['07:30:00', '11:59:59'], 'P A in time 07:30:00 11:59:59'],
    ['and left at noon', ['07:30:00', '12:00:00'], 'P P in time 07:30:00 12:00:00'],
    ['and left, late', ['08:30:00', '15:10:00'], 'P P late 08:30:00 15:10:00'],
    ['left a minute before half an hour', ['07:30:00', '07:59:59'], 'P P in time 07:30:00 -'],
    ['left after half an hour', ['07:30:00', '08:00:00'], 'P A in time 07:30:00 08:00:00'],
  ])('reads a student who came %s', (_how, times, expected) => {
    expect(told(times)).toBe(expected);
  });

  it('where only a scan counts for the afternoon, an arrival alone does not', () => {
    const byScan = rules({ afternoonBy: 'scan' });
    expect(told(['07:30:00'], byScan)).toBe('P A in time 07:30:00 -');
    expect(told(['07:30:00', '12:30:00'], byScan)).toBe('P P in time 07:30:00 12:30:00');
    expect(told(['07:30:00', '15:00:00'], byScan)).toBe('P P in time 07:30:00 15:00:00');
    expect(told(['07:30:00', '11:00:00'], byScan)).toBe('P A in time 07:30:00 11:00:00');
  });

  it('of one session has nothing of the other, and is late by the one it has', () => {
    expect(told(['08:30:00'], rules({}, ['am']))).toBe('P - late 08:30:00 -');
    expect(told(['08:30:00'], rules({}, ['pm']))).toBe('- P in time 08:30:00 -');
    expect(told(['13:05:00'], rules({}, ['pm']))).toBe('- P late 13:05:00 -');
  });

  it('gives a person’s decisions precedence over scans, and no lateness to absent students', () => {
    expect(told(['08:30:00'], rules(), { am: 'A' })).toBe('A P late 08:30:00 -');
    expect(told(['08:30:00'], rules(), { am: 'A', pm: 'A' })).toBe('A A in time 08:30:00 -');
    expect(told(['08:30:00'], rules(), { late: false })).toBe('P P in time 08:30:00 -');
    expect(told([], rules(), { am: 'P', pm: 'P', late: true })).toBe('P P late - -');
    expect(told(['08:30:00'], rules(), { am: null, timeIn: '07:55:00' })).toBe('- P late 07:55:00 -');
  });

  it('does not depend on the order or repetition of scans', () => {
    const time = fc
      .tuple(fc.nat(23), fc.nat(59), fc.nat(59))
      .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
    fc.assert(
      fc.property(fc.array(time, { minLength: 1, maxLength: 8 }), fc.nat(), (times, seed) => {
        const shuffled = [...times, ...times].sort((a, b) => (a + seed < b + seed ? 1 : -1));
        expect(told(shuffled)).toBe(told(times));
      }),
    );
  });
});

describe('limits', () => {
  it.each([
    [{ lateAfter: '10:30' }, 'lateAfter, amUntil and pmUntil must follow one another.'],
    [{ pmFrom: '13:30' }, 'pmFrom, pmLateAfter and pmUntil must follow one another.'],
    [{ lateAfter: '8:00' }, attendanceWordings.aTime],
    [{ lateAfter: '24:00' }, attendanceWordings.aTime],
  ])('are refused as %j', (change, message) => {
    expect(scanLimitsSchema().safeParse(change).error?.issues[0]?.message).toBe(message);
  });
});
