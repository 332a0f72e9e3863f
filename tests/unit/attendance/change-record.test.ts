import { describe, expect, it } from 'vitest';
import {
  addScansToRecord,
  applyDayRules,
  applyDecisions,
  type DayDecisionsOrScans,
  withdrawnEntry,
} from '#functions/attendance/records/change-record.ts';
import { type AttendanceSession, scanLimitsSchema } from '#shared/attendance/limits.ts';

const student = { studentId: 'S01', classId: '1A', formLevel: 1 };
const stamp = { by: 'Mona', at: '2025-10-01T12:00:00.000Z' };
const rules = (...sessions: AttendanceSession[]) => ({ sessions, limits: scanLimitsSchema().parse({}) });
const whole = rules('am', 'pm');

function recordWith(decisions: DayDecisionsOrScans, times: readonly string[] = []) {
  const place = { student, date: '2025-10-01', rules: whole, before: undefined };
  const decided = applyDecisions(place, decisions, stamp);
  const scans = Object.fromEntries(times.map((time) => [`gate@${time}`, time]));
  return addScansToRecord({ ...place, before: decided }, scans) ?? decided;
}
type Record = ReturnType<typeof recordWith>;
const under = (before: Record, ...sessions: AttendanceSession[]) =>
  applyDayRules({ student, date: '2025-10-01', rules: rules(...sessions), before });
const told = ({ am, pm, late, timeIn, timeOut, excusedSessions }: Record) => ({
  am,
  pm,
  late,
  timeIn,
  timeOut,
  excusedSessions,
});

describe('a record under other rules', () => {
  it.each<[string, DayDecisionsOrScans, string[]]>([
    ['scans', {}, ['08:20:00', '15:00:00']],
    ['what a person decided', { am: 'A', pm: 'P', late: true, timeIn: '12:30:00' }, []],
    ['what a person decided against scans', { am: null, pm: 'A', late: false }, ['08:20:00']],
    ['an absence with its reason', { am: 'A', pm: 'A', reason: 'Fever', excused: true }, []],
  ])('restores %s when a closed or shortened day is held after all', (_what, decisions, times) => {
    const record = recordWith(decisions, times);
    const closed = under(record);
    expect([closed.am, closed.pm, closed.late, closed.excusedSessions]).toEqual([
      ...[undefined, undefined, undefined, undefined],
    ]);
    expect(told(under(closed, 'am', 'pm'))).toEqual(told(record));
    expect(told(under(under(record, 'pm'), 'am', 'pm'))).toEqual(told(record));
  });

  it('follows the scans where a person’s decision is removed', () => {
    const record = recordWith({ am: 'A', late: false }, ['08:20:00']);
    expect(told(record)).toMatchObject({ am: 'A', pm: 'P', late: undefined });
    const place = { student, date: '2025-10-01', rules: whole, before: record };
    const back = applyDecisions(place, { am: 'by scans', late: 'by scans' }, stamp);
    expect(told(back)).toMatchObject({ am: 'P', pm: 'P', late: true });
    expect([back.amBy, back.decided]).toEqual([undefined, undefined]);
  });

  it('keeps a reason of any text until it is removed', () => {
    const record = recordWith({ reason: 'by scans', excused: true });
    expect([record.reason, record.reasonBy]).toEqual(['by scans', 'Mona']);
    const place = { student, date: '2025-10-01', rules: whole, before: record };
    const back = applyDecisions(place, { reason: withdrawnEntry, excused: withdrawnEntry }, stamp);
    expect([back.reason, back.reasonBy, back.excused, back.excusedBy]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
