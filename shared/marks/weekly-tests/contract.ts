import * as z from 'zod/mini';
import { contract } from '../../http/contract.ts';
import { academicYearId, day, enteredMark, formLevel, id, ignoredFacts, noInput, term } from '../../http/fields.ts';
import { undoId } from '../../undo/calls.ts';

/** 0 to 100 (product §5). */
const maxMark = z.lazy(() => z.int().check(z.gte(0), z.lte(100)));

/** A test of a week, class and subject. The date is a Thursday of the school's window. */
const testNames = { week_end_date: day, form_class_id: id, subject_id: id };

const weeklyTestSubject = () =>
  z.strictObject({
    subject_id: id,
    title: z.string(),
    max_mark: maxMark,
    employee_id: id,
    /** Marks entered. */
    count: z.int(),
  });
export type WeeklyTestSubject = z.output<ReturnType<typeof weeklyTestSubject>>;

const weeklyTestRow = () =>
  z.strictObject({
    student_id: id,
    /** "Last, First". */
    name: z.string(),
    mark: enteredMark,
    /** The last day of a student who left the school in the term, after the test: in no count (rule 52). */
    left: z.optional(day),
  });
export type WeeklyTestRow = z.output<ReturnType<typeof weeklyTestRow>>;

/**
 * Weekly tests of own lessons. Every call answers 404 where the school file has them off. A teacher sees
 * and writes the subjects of own lessons in the current year.
 */
export const weeklyTestsContract = contract({
  /** Marks of one test, by the students' names. */
  readMarksOfWeeklyTest: {
    method: 'GET',
    path: '/api/weekly-test',
    who: ['teacher'],
    input: () => z.strictObject(testNames),
    output: () => z.strictObject({ max_mark: maxMark, students: z.array(weeklyTestRow()) }),
    needs: { table: 'read' },
  },
  /** The caller's tests of a class in a week. */
  listWeeklyTestsOfClass: {
    method: 'GET',
    path: '/api/weekly-test-subjects',
    who: ['teacher'],
    input: () => z.strictObject({ week_end_date: day, form_class_id: id }),
    output: () => z.array(weeklyTestSubject()),
    needs: { table: 'read' },
  },
  /** Adds a test, or changes its maximum; 422 for a maximum below a mark already given. */
  saveWeeklyTestOfClass: {
    method: 'POST',
    path: '/api/weekly-test-subject',
    who: ['teacher'],
    input: () =>
      z.strictObject({ ...testNames, max_mark: z.optional(maxMark), ...ignoredFacts('title', 'employee_id', 'count') }),
    output: weeklyTestSubject,
    needs: { table: 'write' },
  },
  /** Deletes a test with its marks. `undo` is null where there was none. */
  deleteWeeklyTestOfClass: {
    method: 'DELETE',
    path: '/api/weekly-test-subject',
    who: ['teacher'],
    input: () => z.strictObject({ ...testNames, ...ignoredFacts('title', 'max_mark', 'employee_id', 'count') }),
    output: () => z.strictObject({ undo: z.nullable(undoId) }),
    needs: { table: 'write' },
  },
  /**
   * Saves one mark of a test, or a list. `was` is what the user saw: a single mark in conflict answers 409 with both
   * values, in a list such marks are left and named (rules 8, 9). Null clears.
   */
  importWeeklyTests: {
    method: 'POST',
    path: '/api/import-weekly-tests',
    savesMarks: true,
    who: ['teacher'],
    input: () =>
      z.strictObject({
        ...testNames,
        marks: z
          .array(
            z.strictObject({
              student_id: id,
              mark: enteredMark,
              was: z.optional(enteredMark),
              ...ignoredFacts('name', 'left'),
            }),
          )
          .check(z.minLength(1), z.maxLength(60)),
      }),
    output: () =>
      z.strictObject({
        saved: z.array(z.strictObject({ student_id: id, mark: enteredMark })),
        left: z.array(
          z.strictObject({
            student_id: id,
            theirs: enteredMark,
            by: z.nullable(z.string()),
            at: z.nullable(z.string()),
          }),
        ),
      }),
    needs: { table: 'write' },
  },
  /** The caller's classes and subjects of the current year, and the days on which tests are offered. */
  listSubjectsOfTeacher: {
    method: 'GET',
    path: '/api/teacher-subjects',
    who: ['teacher'],
    input: noInput,
    output: () =>
      z.strictObject({
        subjects: z.array(
          z.strictObject({ subject_id: id, title: z.string(), form_class_id: id, form_level: formLevel }),
        ),
        /** By term of the current year, in order: the Thursdays of the window on which there is school (rule 29). */
        terms: z.array(z.strictObject({ academic_year_id: academicYearId, term, days: z.array(day) })),
      }),
    needs: { table: 'read' },
  },
});
