import { describe, expect, it } from 'vitest';
import { toPickerLessons } from '#functions/people/records/picker-lessons.ts';

const subjects = new Map([
  ['MATH', { title: 'Mathematics', abbr: 'MATH' }],
  ['ART', { title: 'Visual Arts', abbr: 'ART' }],
]);
const record = (subjectId: string, classId: string, formLevel: number) => ({
  employeeId: 'T1',
  year: 2025,
  subjectId,
  classId,
  formLevel,
});
const linesOf = (...records: Parameters<typeof record>[]) =>
  toPickerLessons(
    records.map((one) => record(...one)),
    subjects,
  );

describe('the lines of a lesson picker', () => {
  it('are a class each in levels 1 to 3', () => {
    expect(linesOf(['MATH', '1A', 1], ['MATH', '1B', 1], ['MATH', '3A', 3])).toEqual([
      {
        id: '2025-MATH-1A',
        employee_id: 'T1',
        academic_year_id: '20252026',
        subject_id: 'MATH',
        subject_title: 'Mathematics',
        subject_abbr: 'MATH',
        form_level: 1,
        class_id: '1A',
        form_classes: ['1A'],
        lesson: 'Mathematics 1A',
      },
      expect.objectContaining({ class_id: '1B', form_classes: ['1B'], lesson: 'Mathematics 1B' }),
      expect.objectContaining({ class_id: '3A', form_classes: ['3A'], lesson: 'Mathematics 3A' }),
    ]);
  });

  it('are a subject and level each from level 4 on, with its classes in order', () => {
    expect(linesOf(['MATH', '4C', 4], ['MATH', '4A', 4], ['ART', '4A', 4])).toEqual([
      expect.objectContaining({
        id: '2025-MATH-L4',
        class_id: null,
        form_classes: ['4A', '4C'],
        lesson: 'Mathematics Form 4',
      }),
      expect.objectContaining({
        id: '2025-ART-L4',
        class_id: null,
        form_classes: ['4A'],
        lesson: 'Visual Arts Form 4',
      }),
    ]);
  });

  it('call level 6 6L and level 7 6U, and keep them apart', () => {
    const lines = linesOf(['MATH', '6U1', 7], ['MATH', '6L2', 6], ['MATH', '6L1', 6], ['MATH', '5A', 5]);
    expect(lines.map(({ lesson, form_classes }) => [lesson, form_classes])).toEqual([
      ['Mathematics Form 5', ['5A']],
      ['Mathematics 6L', ['6L1', '6L2']],
      ['Mathematics 6U', ['6U1']],
    ]);
  });

  it('stand by subject title, then level, then class', () => {
    const lines = linesOf(['MATH', '2B', 2], ['ART', '1A', 1], ['MATH', '4A', 4], ['MATH', '2A', 2], ['MATH', '1B', 1]);
    expect(lines.map(({ lesson }) => lesson)).toEqual([
      'Mathematics 1B',
      'Mathematics 2A',
      'Mathematics 2B',
      'Mathematics Form 4',
      'Visual Arts 1A',
    ]);
  });

  it('name a subject that the school has no longer by its id', () => {
    expect(linesOf(['LATIN', '1A', 1])).toMatchObject([
      { subject_title: 'LATIN', subject_abbr: 'LATIN', lesson: 'LATIN 1A' },
    ]);
  });
});
