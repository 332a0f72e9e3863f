import * as z from 'zod/mini';
import { count, day, id, nothing, term, year } from '../../http/fields.ts';
import { jobProgress, jobRun } from '../../http/job-progress.ts';
import { attendanceWordings } from '../wordings.ts';

const ofOffice = { who: ['Admin'], menu: ['attendanceStudent'] } as const;

const dates = { term_start: z.optional(z.nullable(day)), term_end: z.optional(z.nullable(day)) };

/** The days of a term, and what they are to attendance. */
const termDates = () =>
  z.strictObject({
    year,
    term,
    term_start: z.nullable(day),
    term_end: z.nullable(day),
    /** Days with school between them. */
    school_days: z.int(),
  });

/** What the screen types: both days, in order. */
export const termDatesForm = () =>
  z.strictObject({ term_start: day, term_end: day }).check(
    z.refine(({ term_start, term_end }) => term_start <= term_end, {
      error: attendanceWordings.endsBeforeStart,
      path: ['term_end'],
    }),
  );

const timesFields = ['times_absent', 'times_late'] as const;

/** A figure that somebody typed, and what the records come to. */
const typedFigure = () =>
  z.strictObject({
    student_id: id,
    name: z.string(),
    class_id: id,
    field: z.literal([...timesFields]),
    typed: count,
    counted: z.int(),
    /** Display name. */
    by: z.string(),
  });

/** Of a row that a run left alone. */
const leftRow = () => z.strictObject({ student_id: id, name: z.string(), reason: z.string() });
const outcome = () => z.strictObject({ ...jobProgress(), left: z.array(leftRow()) });

/** Null is all classes (rule 12). */
const classOrAll = z.lazy(() => z.nullable(id));

/** What the office does with attendance at the end of a term (product §2 "Attendance - Set Term", "Update Term Reports"). */
export const officeCalls = {
  termDates: {
    ...ofOffice,
    method: 'GET',
    path: '/api/term-dates',
    input: nothing,
    output: () => z.array(termDates()),
    needs: { table: 'read' },
  },
  /**
   * Sets the first and last day of a term, and nothing else of it. In `was` are the values that the user saw: where somebody else has
   * changed one since, 409 with both.
   */
  saveTermDates: {
    ...ofOffice,
    method: 'POST',
    path: '/api/term-dates',
    input: () => z.strictObject({ year, term, ...dates, was: z.optional(z.strictObject(dates)) }),
    output: () =>
      z.extend(termDates(), {
        /** Days with attendance that were in this term and are in none now. */
        days_outside: z.int(),
      }),
    needs: { table: 'write' },
  },
  /** What updating the current term's reports would change in a class. Without one nothing is counted: the classes, and how many reports they have. */
  termReportsUpdatePreview: {
    ...ofOffice,
    method: 'GET',
    path: '/api/update-term-reports',
    input: () => z.strictObject({ class_id: z.optional(id) }),
    output: () =>
      z.strictObject({
        year,
        term,
        /** The days that are counted: the term's up to today. */
        from: day,
        to: day,
        school_days: z.nullable(z.int()),
        /** Term reports, and those with a figure that would change where typed ones stay; null where it was not counted. */
        reports: z.int(),
        changes: z.nullable(z.int()),
        /** Typed by a person and other than counted: they stay unless that is chosen. */
        typed: z.array(typedFigure()),
        /** The last run of this choice, and the undoing of it. */
        run: z.nullable(jobRun()),
        undo: z.nullable(jobRun()),
        classes: z.array(id),
      }),
    needs: { table: 'read', partitions: 'table', files: { 'attendance-archive': ['read'] } },
  },
  /**
   * Writes times absent and late of the current term, from the attendance records, into the term reports: begins the run or says how far
   * it is. Repeated under one idempotency key until it is over; under a new one it counts again.
   */
  updateTermReports: {
    ...ofOffice,
    method: 'POST',
    path: '/api/update-term-reports',
    /** `with_typed`: figures that a person typed are replaced too. */
    input: () => z.strictObject({ class_id: classOrAll, with_typed: z.boolean() }),
    output: outcome,
    needs: { table: 'write', jobs: 'start' },
  },
  /**
   * The same of one student, at once (product §3): times absent and late of the current term into the term report. A figure that a person
   * typed stays unless `with_typed`. Answers the figures of the report afterwards.
   */
  reportAttendance: {
    ...ofOffice,
    method: 'POST',
    path: '/api/report-attendance',
    input: () => z.strictObject({ student_id: id, with_typed: z._default(z.boolean(), false) }),
    output: () =>
      z.strictObject({
        student_id: id,
        year,
        term,
        times_absent: count,
        times_late: count,
        /** Why a figure was left alone; null where none was. */
        left: z.nullable(z.string()),
        /** True where that is a figure that a person typed. */
        typed: z.boolean(),
      }),
    needs: { table: 'write', partitions: 'table', files: { 'attendance-archive': ['read'] } },
  },
  /** Takes the last run of that choice back, where nobody has touched a figure since. */
  undoTermReportsUpdate: {
    ...ofOffice,
    method: 'POST',
    path: '/api/update-term-reports-undo',
    input: () => z.strictObject({ class_id: classOrAll }),
    output: outcome,
    needs: { table: 'write', jobs: 'start' },
  },
} as const;

/** A half of a calendar year: `2021H2` is July to December 2021. */
const half = z.lazy(() => z.string().check(z.regex(/^(19[5-9]\d|20\d\d)H[12]$/, 'A half year, such as 2021H2.')));
const halfYear = () => ({ half, from: day, to: day });

/**
 * Attendance records that are older than the school file keeps in the table go into files, half year by half year (product §3 "Archive
 * response", ADR 0058). Lists, reports and pages of students go on showing them; they are not changed any more.
 */
export const archiveCalls = {
  archivePreview: {
    ...ofOffice,
    method: 'GET',
    path: '/api/student-attendance-archive',
    input: nothing,
    output: () =>
      z.strictObject({
        /** Years that the school file keeps in the table; half years that end before `date` are archived. */
        years: z.int(),
        date: day,
        /** What would be archived. `records` are the students who were marked, day by day: records are about as many. */
        due: z.array(z.strictObject({ ...halfYear(), records: z.int() })),
        /** What is in the archive or on its way, the newest first. */
        halves: z.array(
          z.strictObject({
            ...halfYear(),
            state: z.literal(['archiving', 'archived']),
            /** Null until all is there. */
            students: z.nullable(z.int()),
            records: z.nullable(z.int()),
            by: z.string(),
            at: z.string(),
          }),
        ),
      }),
    needs: { table: 'read' },
  },
  /**
   * Archives what is old enough: begins the run or says how far it is. Repeated under one idempotency key while `records` remain; 409 where
   * nothing is old enough. Rows are students' half years.
   */
  archiveAttendance: {
    ...ofOffice,
    method: 'POST',
    path: '/api/student-attendance-archive',
    input: nothing,
    output: () =>
      z.strictObject({
        /** Half years that end before it are archived. */
        date: day,
        /** Students' half years that remain. */
        records: z.int(),
        ...jobProgress(),
      }),
    needs: { table: 'write', jobs: 'start' },
  },
} as const;
