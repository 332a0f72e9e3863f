import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LessonProgress } from '#shared/marks/mark-sheet/progress-calls.ts';
import { findLessonToContinue, progressText } from '../../../web/pickers/progress.ts';

const lesson = (change: Partial<LessonProgress> = {}): LessonProgress => ({
  id: 'one',
  students: 35,
  marks: 34,
  has_exam: true,
  course_marks: 12,
  comments: 20,
  last: '2025-11-20T10:00:00.000Z',
  course_last: '2025-11-19T10:00:00.000Z',
  ...change,
});

describe('how far a lesson is', () => {
  it.each([
    ['34 of 35 marks, 20 comments', lesson(), 'marks'],
    ['34 of 35 marks, 1 comment', lesson({ comments: 1 }), 'marks'],
    ['12 of 35 course marks', lesson(), 'course marks'],
    ['12 of 35 course marks, 20 comments', lesson({ marks: 12, has_exam: false }), 'marks'],
  ] as const)('is said as %s', (text, progress, counted) => {
    expect(progressText(progress, counted)).toBe(text);
  });
});

describe('the next lesson to do', () => {
  const days = [0, 1, 2, 3].map((day) => `2025-11-2${day}T10:00:00.000Z`);
  const lessons = fc.array(
    fc
      .record({
        students: fc.nat(3),
        marks: fc.nat(3),
        course_marks: fc.nat(3),
        last: fc.option(fc.constantFrom(...days)),
        course_last: fc.option(fc.constantFrom(...days)),
      })
      .map(lesson),
    { maxLength: 6 },
  );

  it('has something missing, was worked on last of those, or is the first of them, and is there while anything is missing', () => {
    fc.assert(
      fc.property(lessons, fc.constantFrom('marks' as const, 'course marks' as const), (all, counted) => {
        const entered = (one: LessonProgress) => (counted === 'marks' ? one.marks : one.course_marks);
        const at = (one: LessonProgress) => (counted === 'marks' ? one.last : one.course_last) ?? '';
        let expected: LessonProgress | undefined;
        for (const one of all) {
          if (entered(one) >= one.students) continue;
          if (expected === undefined || at(one) > at(expected)) expected = one;
        }
        expect(findLessonToContinue(all, counted)).toBe(expected);
      }),
    );
  });
});
