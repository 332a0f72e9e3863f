import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buildMarksOfClass,
  computeExpectedStudents,
  everyLevelAndTerm,
  makeRandomClass,
} from '../../support/samples/random-class.ts';

describe('the marks of a class', () => {
  it.each(
    everyLevelAndTerm,
  )('of level $level in term $term equal totals, averages, counts and ranks worked out with whole numbers, for random classes', (at) => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const noted = makeRandomClass(seed, { ...at, students: 5, subjects: 3 });
        const marks = buildMarksOfClass(noted);
        const ids = marks.subjects.map(({ abbr }) => abbr);
        const seen = marks.students.map(({ name, marks: own, average, rank }) => ({
          name,
          marks: new Map(own.flatMap((entry, index) => (entry ? [[ids[index] ?? '', entry]] : []))),
          average: average.text,
          entered: average.entered,
          of: average.of,
          rank,
        }));
        // Compared as text: a thousandth of the time of the matcher's own walk.
        const told = (students: typeof seen) =>
          JSON.stringify(students.map((student) => ({ ...student, marks: [...student.marks].sort() })));
        if (told(seen) !== told(computeExpectedStudents(noted))) expect(seen).toEqual(computeExpectedStudents(noted));
      }),
      { numRuns: 1000 },
    );
  }, 60_000);

  it('tell a subject that is not taken from one without a mark', () => {
    const marks = buildMarksOfClass({
      level: 1,
      term: 1,
      students: [
        { id: 'S1', name: 'A, A', subjects: [{ subjectId: 'MATH', work: null, exam: null }] },
        { id: 'S2', name: 'B, B', subjects: [{ subjectId: 'ENGL', work: { sum: 10, outOf: 10 }, exam: '70' }] },
      ],
    });
    expect(marks.subjects.map(({ abbr, average }) => [abbr, average])).toEqual([
      ['ENGL', { text: '100', entered: 1, of: 1 }],
      ['MATH', { text: null, entered: 0, of: 1 }],
    ]);
    expect(marks.students.map((student) => student.marks)).toEqual([
      [null, { course: null, exam: null, total: null }],
      [{ course: '30.0', exam: '70', total: '100.0' }, null],
    ]);
  });
});
