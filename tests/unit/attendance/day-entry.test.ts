import { describe, expect, it } from 'vitest';
import { applyDecisions, type DayDecisionsOrScans } from '#functions/attendance/records/change-record.ts';
import { applyDayEntry } from '#functions/attendance/register/apply-entry.ts';
import { countedDaysOfStudent } from '#functions/attendance/reports/figures.ts';
import { scanLimitsSchema } from '#shared/attendance/limits.ts';

const date = '2025-10-01';
const place = {
  student: { studentId: 'S01', classId: '1A', formLevel: 1 },
  date,
  rules: { sessions: ['am' as const, 'pm' as const], limits: scanLimitsSchema().parse({}) },
};
const first = '2025-10-01T12:00:00.000Z';
const second = '2025-10-01T12:05:00.000Z';
const now = '2025-10-01T12:10:00.000Z';
/** The day after the form teacher has entered this, at a time. */
const formTeachers = (decisions: DayDecisionsOrScans, at: string) =>
  applyDecisions({ ...place, before: undefined }, decisions, { by: 'Fiona Form', at, as: 'form teacher' });
const ofLesson = { by: 'Mona', at: now, as: 'lesson' } as const;

describe('a subject teacher’s entry in the register', () => {
  const enter = (before: ReturnType<typeof formTeachers>, over: { am?: string } | undefined) =>
    applyDayEntry({ ...place, before }, { entry: { am: 'P' }, was: {}, over, stamp: ofLesson });

  it('replaces the form teacher’s entry that they have seen', () => {
    const { after, contested } = enter(formTeachers({ am: 'A' }, first), { am: first });
    expect([after.am, after.amBy, contested]).toEqual(['P', 'Mona', []]);
  });

  it('replaces none that is newer than the one they have seen, and none that they have not seen', () => {
    const before = formTeachers({ am: 'A' }, second);
    const held = { field: 'am', yours: 'P', theirs: 'A', by: 'Fiona Form', at: second, isTheirs: true };
    for (const over of [{ am: first }, { am: now }, {}, undefined]) {
      const { after, contested, changes } = enter(before, over);
      expect([after.am, contested, changes]).toEqual(['A', [held], []]);
    }
  });
});

describe('the days that count for a student', () => {
  const days = ['2025-09-05', '2025-09-08', '2025-09-09', '2025-10-03', '2025-10-06'].map((day) => ({ date: day }));
  const counted = (stay: Parameters<typeof countedDaysOfStudent>[1]) =>
    countedDaysOfStudent(days, stay).map((day) => day.date);

  it('are those from the day of entry to the day of leaving, both included', () => {
    const stay = { entryDate: '2025-09-08', date_of_leaving: '2025-10-03' };
    expect(counted({ ...stay, status: 'archived' })).toEqual(['2025-09-08', '2025-09-09', '2025-10-03']);
    // The day of leaving of a current student is of an earlier stay.
    expect(counted({ ...stay, status: 'current' })).toEqual(['2025-09-08', '2025-09-09', '2025-10-03', '2025-10-06']);
  });
});
