import { describe, expect, it } from 'vitest';
import { officeLogAttributes } from '#functions/platform/table/office-log.ts';

const placed = (subject: string, as?: string | null) =>
  officeLogAttributes({ subject, at: '2026-11-22T20:09:01.123Z', idempotencyKey: 'A1/key' }, as);

describe('the place of a change in the office log', () => {
  it.each([
    ['period#2025#1', 'terms'],
    ['posting#2025#1', 'posting'],
    ['card-layout#L1', 'layouts'],
    ['registration#2025#1', 'registration'],
    ['window#3', 'windows'],
    ['promotion#2025', 'promotion'],
    ['account#A2', 'permissions'],
    ['whole-school', 'files'],
    ['employee#T1', 'teachers'],
    ['lessons#2025#T1', 'teachers'],
    ['class-posts#2025#T1', 'teachers'],
    ['subject#MATH', 'subjects'],
    ['assignments#MATH', 'subjects'],
    ['student#S01', 'students'],
    ['student#S01#2025#1', 'remarks'],
    ['student-uploads', 'students'],
    ['erased-students', 'students'],
    ['school-day#2026-11-03', 'attendance'],
  ])('of %s is under %s', (subject, kind) => {
    expect(placed(subject)).toEqual({
      logKind: kind,
      logMonth: '2026-11',
      logOrder: `2026-11-22T20:09:01.123Z#${subject}#A1/key`,
    });
  });

  it.each([
    'student#S01#2025#1#MATH',
    'student#S01#attendance#2026-11-03',
    'student#S01#told',
    'page#2025#1#MATH#L4#T1',
    'weekly#2026-11-05#1A#MATH',
    'comments#T1#c1',
    'column-presets#A1#mine',
  ])('of %s is none: it is entered by the thousand, or nobody else’s', (subject) => {
    expect(placed(subject)).toBeUndefined();
  });

  it('is what the act says, where it says one', () => {
    expect(placed('student#S01#2025#1#MATH', 'remarks')?.logKind).toBe('remarks');
    expect(placed('student#S01', 'promotion')?.logKind).toBe('promotion');
    expect(placed('student#S01', null)).toBeUndefined();
  });
});
