import * as z from 'zod/mini';
import { countUpTo999, day, id, noInput, term, year } from '../../http/fields.ts';
import { jobProgress, jobRun } from '../../http/job-progress.ts';
import { endsBeforeStart } from '../../school/wordings.ts';

/** Calls of the office. */
export const officeOnly = { who: ['Admin'], menu: ['attendanceStudent'] } as const;

const dates = { term_start: z.optional(z.nullable(day)), term_end: z.optional(z.nullable(day)) };

/** The dates of a term, and its school days. */
const termDates = () =>
  z.strictObject({
    year,
    term,
    term_start: z.nullable(day),
    term_end: z.nullable(day),
    school_days: z.int(),
  });

/** The dates of a term as a form: both, in order. */
export const termDatesForm = () =>
  z.strictObject({ term_start: day, term_end: day }).check(
    z.refine(({ term_start, term_end }) => term_start <= term_end, {
      error: endsBeforeStart,
      path: ['term_end'],
    }),
  );

const timesFields = ['times_absent', 'times_late'] as const;

/** A figure that somebody typed, and the count of the records. */
const typedFigure = () =>
  z.strictObject({
    student_id: id,
    name: z.string(),
    class_id: id,
    field: z.literal([...timesFields]),
    typed: countUpTo999,
    counted: z.int(),
    /** Display name. */
    by: z.string(),
  });

/** A report that a run left unchanged. */
const leftRow = () => z.strictObject({ student_id: id, name: z.string(), reason: z.string() });
const outcome = () => z.strictObject({ ...jobProgress(), left: z.array(leftRow()) });

/** Null is all classes (rule 12). */
const classOrAll = z.lazy(() => z.nullable(id));

/** Dates of terms, and attendance in term reports (product §2 "Attendance - Set Term", "Update Term Reports"). */
export const termDatesAndUpdateCalls = {
  /** The first and last day of every stored term. */
  listTermDates: {
    ...officeOnly,
    method: 'GET',
    path: '/api/term-dates',
    input: noInput,
    output: () => z.array(termDates()),
    needs: { table: 'read' },
  },
  /**
   * Sets only the first and last day of a term. `was` has the values that the user saw: 409 with both where somebody
   * else has changed one since.
   */
  saveTermDates: {
    ...officeOnly,
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
  /**
   * What updating the current term's reports would change in a class. Without a class it only lists the classes and the
   * number of reports.
   */
  previewTermReportsUpdate: {
    ...officeOnly,
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
        /** Term reports, and those that would change if typed figures stay; null where it was not counted. */
        reports: z.int(),
        changes: z.nullable(z.int()),
        /** Typed figures that differ from the count. They stay unless the user replaces them. */
        typed: z.array(typedFigure()),
        /** The last run of this class, or of all, and its undo. */
        run: z.nullable(jobRun()),
        undo: z.nullable(jobRun()),
        classes: z.array(id),
      }),
    needs: { table: 'write', partitions: 'table', files: { 'attendance-archive': ['read'] } },
  },
  /**
   * Writes times absent and late of the current term, from the attendance records, into the term reports: starts the
   * run or returns its progress. Repeated under one idempotency key until it has ended; a new key starts a new run.
   */
  updateTermReports: {
    ...officeOnly,
    method: 'POST',
    path: '/api/update-term-reports',
    /** `with_typed`: figures that a person typed are replaced too. */
    input: () => z.strictObject({ class_id: classOrAll, with_typed: z.boolean() }),
    output: outcome,
    needs: { table: 'write', jobs: 'start' },
  },
  /**
   * The same for one student, at once (product §3 "Term report"). A typed figure stays unless `with_typed`. Returns the
   * figures of the report afterwards.
   */
  writeAttendanceIntoReport: {
    ...officeOnly,
    method: 'POST',
    path: '/api/report-attendance',
    input: () => z.strictObject({ student_id: id, with_typed: z._default(z.boolean(), false) }),
    output: () =>
      z.strictObject({
        student_id: id,
        year,
        term,
        times_absent: countUpTo999,
        times_late: countUpTo999,
        /** Why a figure was left unchanged, or null. */
        left: z.nullable(z.string()),
        /** True where a typed figure was left unchanged. */
        typed: z.boolean(),
      }),
    needs: { table: 'write', partitions: 'table', files: { 'attendance-archive': ['read'] } },
  },
  /** Undoes the last run of a class, or of all, except for figures that were changed since. */
  undoTermReportsUpdate: {
    ...officeOnly,
    method: 'DELETE',
    path: '/api/update-term-reports',
    input: () => z.strictObject({ class_id: classOrAll }),
    output: outcome,
    needs: { table: 'write', jobs: 'start' },
  },
} as const;

/** A half of a calendar year: `2021H2` is July to December 2021. */
const half = z.lazy(() => z.string().check(z.regex(/^(19[5-9]\d|20\d\d)H[12]$/, 'A half year, such as 2021H2.')));

/**
 * Attendance records that are older than the school file keeps in the table are moved into files, half year by half
 * year (ADR 0058). Lists, reports and students' pages still show them; they cannot be
 * changed any more.
 */
export const attendanceArchiveCalls = {
  /** Which half years the archive would take now, with about how many records. */
  previewArchive: {
    ...officeOnly,
    method: 'GET',
    path: '/api/student-attendance-archive',
    input: noInput,
    output: () =>
      z.strictObject({
        /** Years that the school file keeps in the table; half years that end before `date` are archived. */
        years: z.int(),
        date: day,
        /** What would be archived, with about how many records. */
        due: z.array(z.strictObject({ half, records: z.int() })),
      }),
    needs: { table: 'read' },
  },
  /**
   * Archives what is old enough: starts the run or returns its progress. Repeated under one idempotency key while
   * `records` remain; 409 where nothing is old enough. Rows are students' half years.
   */
  archiveAttendance: {
    ...officeOnly,
    method: 'POST',
    path: '/api/student-attendance-archive',
    input: noInput,
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
