import * as z from 'zod/mini';
import type { CallRow, Contract } from '../http/contract.ts';
import { day, formLevel, id, ignoredFacts, noInput, term, termInPath, year, yearInPath } from '../http/fields.ts';
import { undoId } from '../undo/calls.ts';
import { reportFacts } from './report-rows.ts';

/** Number of sessions that a student could attend. */
export const sessionCount = z.lazy(() => z.int().check(z.gte(0), z.lte(999)));
/** What is set of them: a term without a session is one without possible attendance, which the current term needs. */
export const settableSessionCount = z.lazy(() => z.int().check(z.gte(1), z.lte(999)));
/** Null means all classes; a missing value is an error (rule 12). */
const classOrAll = z.lazy(() => z.nullable(id));

/** Result of a bulk act: the number of classes, and of registered students whose reports it changed. */
const bulkOutcome = { class_id: classOrAll, classes: z.int(), students: z.int(), undo: undoId };

/** The distinct values that the user saw for the class, or for all classes. */
const seenValues = <V extends z.ZodMiniType>(value: V) => z.array(value).check(z.maxLength(100));

/** Subjects that are taken up, or given up, with a change of class. */
const someSubjects = z.lazy(() =>
  z.array(id).check(
    z.maxLength(10, 'At most 10 subjects.'),
    z.refine((ids) => new Set(ids).size === ids.length, 'A subject is named twice.'),
  ),
);

const ofOffice = { who: ['Admin'], menu: ['termReports'] } as const;
const reading = { ...ofOffice, method: 'GET', needs: { table: 'read' } } as const satisfies Partial<CallRow>;
const writing = { ...ofOffice, method: 'POST', needs: { table: 'write' } } as const satisfies Partial<CallRow>;

/** The calls of More Options (product §2). */
export const moreOptionsCalls = {
  /** Deletes a term report that has no subject records, 409 otherwise; kept 30 days, for undoing. */
  deleteTermReport: {
    ...writing,
    method: 'DELETE',
    path: '/api/table1',
    input: () => z.strictObject({ student_id: id, year, term, ...ignoredFacts(...reportFacts) }),
    output: () => z.strictObject({ student_id: id, undo: undoId }),
  },
  /** The classes that a student may be moved to. */
  listClassesForMove: {
    ...reading,
    path: '/api/form-classes-change-class',
    input: noInput,
    output: () => z.array(z.strictObject({ id, form_level: formLevel })),
  },
  /**
   * The subjects that a student takes, and those taught this year in the class that the student may be moved to; by
   * title.
   */
  changeClassSubjects: {
    ...reading,
    path: '/api/change-class-subjects',
    input: () => z.strictObject({ student_id: id, class_id: id }),
    output: () =>
      z.array(z.strictObject({ subject_id: id, title: z.string(), taken: z.boolean(), taught: z.boolean() })),
  },
  /**
   * Moves a student, with the current term's report and marks, to another class. Past terms stay in their class. Taking
   * up or giving up subjects needs the Subjects menu too; one undo undoes both.
   */
  changeClass: {
    ...writing,
    path: '/api/change-class',
    input: () =>
      z.strictObject({
        student_id: id,
        class_id: id,
        /** The class that the user saw the student in. */
        was: z.optional(z.strictObject({ class_id: id })),
        /** Subjects that are taught in the class this year. */
        take_up: z.optional(someSubjects),
        give_up: z.optional(someSubjects),
      }),
    /** `undo` is null where the student was in that class already. */
    output: () => z.strictObject({ student_id: id, class_id: id, undo: z.nullable(undoId) }),
  },
  /** The settings of a term that More Options changes, by class, with the number of registered students. */
  listClassTermSettings: {
    ...reading,
    path: '/api/class-term-settings',
    input: () => z.strictObject({ year: yearInPath, term: termInPath }),
    output: () =>
      z.array(
        z.strictObject({
          class_id: id,
          registered: z.int(),
          possible_attendance: z.nullable(sessionCount),
          new_term_beginning: z.nullable(day),
          /** The term's end, after which the new term begins; the same for all classes. */
          date_end: z.nullable(day),
        }),
      ),
  },
  /** `was` has the values that the user saw: 409 with both values where somebody else has changed them since. */
  setPossibleAttendance: {
    ...writing,
    path: '/api/possible-attendance',
    input: () =>
      z.strictObject({
        possible_attendance: settableSessionCount,
        class_id: classOrAll,
        year,
        term,
        was: z.optional(z.strictObject({ values: seenValues(z.nullable(sessionCount)) })),
      }),
    output: () => z.strictObject({ possible_attendance: sessionCount, ...bulkOutcome }),
  },
  /** Likewise. `was` also has the end of the term, which the day must be after. */
  setNewTermBeginning: {
    ...writing,
    path: '/api/new-term-beginning',
    input: () =>
      z.strictObject({
        new_term_beginning: day,
        class_id: classOrAll,
        year,
        term,
        was: z.optional(z.strictObject({ values: seenValues(z.nullable(day)), date_end: z.nullable(day) })),
      }),
    output: () => z.strictObject({ new_term_beginning: day, ...bulkOutcome }),
  },
} as const satisfies Contract;
