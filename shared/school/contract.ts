import * as z from 'zod/mini';
import { approvalCalls, approvalId } from '../accounts/approvals/approval-calls.ts';
import { contract } from '../http/contract.ts';
import { academicYearId, day, done, formLevel, id, nothing, term } from '../http/fields.ts';
import { jobProgress, jobRun } from '../http/job-progress.ts';
import { undo, undoableAct } from '../undo.ts';
import { isInYear, startYearOf } from './academic-year.ts';
import { attendanceClosingCalls } from './attendance-closing-calls.ts';
import { newYearCalls } from './new-year-calls.ts';
import { promotionPlanCalls } from './promotion-plan-calls.ts';

const anyStaff = ['Admin', 'PTA', 'teacher'] as const;

/** One academic period: a row of the term details (product §3). Days are yyyy-MM-dd. */
const periodFields = {
  academic_year_id: academicYearId,
  term,
  /** Sessions a student could attend. */
  possible_attendance: z.nullable(z.int().check(z.gte(0), z.lte(999))),
  date_start: z.nullable(day),
  date_end: z.nullable(day),
  new_term_beginning: z.nullable(day),
  is_current: z.boolean(),
};
export const academicPeriod = () => z.strictObject(periodFields);
export type AcademicPeriod = z.output<ReturnType<typeof academicPeriod>>;

type Dates = Record<'date_start' | 'date_end' | 'new_term_beginning', string | null>;

const inOrder = (period: Dates) =>
  [period.date_start, period.date_end, period.new_term_beginning]
    .filter((date) => date !== null)
    // What is no day has its own message.
    .filter((date) => /^\d{4}-\d{2}-\d{2}$/.test(date))
    .every((date, index, dates) => index === 0 || (dates[index - 1] ?? '') < date);

const datesInOrder = () =>
  z.refine<Dates>(inOrder, {
    error: 'Term Start, Term End and New Term Beginning must follow one another.',
    path: ['date_end'],
  });

/** A day of another year is a slip of the hand, and every calendar of attendance would go by it. */
const datesInYear = () =>
  (['date_start', 'date_end', 'new_term_beginning'] as const).map((field) =>
    z.refine<Dates & { academic_year_id: string }>(
      ({ academic_year_id: year, [field]: date }) =>
        date === null || !/^\d{4}-\d{2}-\d{2}$/.test(date) || isInYear(date, startYearOf(year)),
      { error: 'This day is not in the academic year.', path: [field] },
    ),
  );

/** What may be stored of a term; the form checks with it before it calls. */
export const academicPeriodInput = () => z.strictObject(periodFields).check(datesInOrder(), ...datesInYear());

const savedPeriod = () => {
  const { possible_attendance, date_start, date_end, new_term_beginning } = periodFields;
  return z
    .strictObject({
      ...periodFields,
      /** What the user saw of the fields, and which term as the current one. */
      was: z.optional(
        z.partial(
          z.strictObject({
            ...{ possible_attendance, date_start, date_end, new_term_beginning },
            current_term: z.nullable(z.strictObject({ academic_year_id: academicYearId, term })),
          }),
        ),
      ),
    })
    .check(datesInOrder(), ...datesInYear());
};

/** Why a term takes no changes: {@link Closing}. */
const closing = () =>
  z.strictObject({
    why: z.enum(['office', 'posted', 'past year']),
    by: z.nullable(z.string()),
    at: z.nullable(z.string()),
  });

/** Where the school keeps attendance and the term has a last day. */
const attendanceState = () =>
  z.strictObject({
    /** Why attendance takes no changes: `AttendanceClosing`; null while it does. */
    closed: z.nullable(z.strictObject({ why: z.enum(['office', 'over']), by: z.nullable(z.string()), at: z.string() })),
    /** The last day on which it is open by itself; null where it stays open until it is closed by hand. */
    until: z.nullable(day),
  });

const currentPeriod = () =>
  z.strictObject({
    terms: z.array(z.strictObject({ id: term, title: z.string() })),
    current_term: z.nullable(z.strictObject({ academic_year_id: academicYearId, term, title: z.string() })),
    terms_archive: z.array(
      z.strictObject({
        ...{ academic_year_id: academicYearId, term, new_term_beginning: z.nullable(day) },
        ...{ date_start: z.nullable(day), date_end: z.nullable(day), closed: z.nullable(closing()) },
        attendance: z.optional(attendanceState()),
      }),
    ),
  });

/** Students whom a run left alone, and why. */
const skippedStudents = () => z.array(z.strictObject({ student_id: id, name: z.string(), reason: z.string() }));
export type SkippedStudent = z.output<ReturnType<typeof skippedStudents>>[number];

/** How far an undo is, and whom it leaves alone. */
const registrationUndo = () => z.strictObject({ ...jobProgress(), left: skippedStudents() });

const windowFields = { open: z.literal([0, 1]), deadline: z.nullable(day) };
export const registrationWindow = () => z.strictObject({ form_level: formLevel, ...windowFields });
export type RegistrationWindow = z.output<ReturnType<typeof registrationWindow>>;

export const termsContract = contract({
  ...newYearCalls,
  ...approvalCalls,
  ...promotionPlanCalls,
  ...attendanceClosingCalls,
  academicTermDetails: {
    method: 'GET',
    path: '/api/academic-term-details',
    who: ['Admin'],
    menu: ['dashboard'],
    input: nothing,
    output: () => z.array(academicPeriod()),
    needs: { table: 'read' },
  },
  /**
   * Stores one term's details, and with `is_current` makes it the current term in the same write. Of the fields those are saved that are
   * not as in `was`; one that somebody else has changed since answers 409 with both values. Answers what is stored then.
   */
  saveAcademicTermDetails: {
    method: 'POST',
    path: '/api/academic-term-details',
    who: ['Admin'],
    menu: ['dashboard'],
    input: savedPeriod,
    output: academicPeriod,
    needs: { table: 'write' },
  },
  /** Deletes a term for which nothing was entered, 409 otherwise and for the current one; kept 30 days, for {@link undoTermAct}. */
  deleteTerm: {
    method: 'DELETE',
    path: '/api/academic-term-details',
    who: ['Admin'],
    menu: ['dashboard'],
    input: () => z.strictObject({ academic_year_id: academicYearId, term }),
    output: () => z.strictObject({ academic_year_id: academicYearId, term, undo }),
    needs: { table: 'write' },
  },
  /**
   * Closes a term: its marks and remarks are refused from then on, for everybody (rule 47, ADR 0091); attendance has its own end. 409 where it is closed
   * already, with who did it. Undone by opening it.
   */
  closeTerm: {
    method: 'POST',
    path: '/api/close-term',
    who: ['Admin'],
    menu: ['dashboard'],
    input: () => z.strictObject({ academic_year_id: academicYearId, term }),
    output: () => z.strictObject({ academic_year_id: academicYearId, term, undo }),
    needs: { table: 'write' },
  },
  /** Opens a closed term again, one of a past year too, until it is closed or posted; 409 where it is open. */
  openTerm: {
    method: 'POST',
    path: '/api/open-term',
    who: ['Admin'],
    menu: ['dashboard'],
    input: () => z.strictObject({ academic_year_id: academicYearId, term }),
    output: () => z.strictObject({ academic_year_id: academicYearId, term, undo }),
    needs: { table: 'write' },
  },
  /** What was deleted, closed and opened on the screen in the last 30 days, newest first (rule 46). */
  undoableTermActs: {
    method: 'GET',
    path: '/api/terms-undo',
    who: ['Admin'],
    menu: ['dashboard'],
    input: nothing,
    output: () => z.array(undoableAct()),
    needs: { table: 'read' },
  },
  /** Undoes an act of the screen: 409 where the term was set again since, or its days are another term's by now. */
  undoTermAct: {
    method: 'POST',
    path: '/api/terms-undo',
    who: ['Admin'],
    menu: ['dashboard'],
    input: () => z.strictObject({ undo }),
    output: done,
    needs: { table: 'write' },
  },
  currentPeriod: {
    method: 'GET',
    path: '/api/current-period',
    who: anyStaff,
    input: nothing,
    output: currentPeriod,
    needs: { table: 'read' },
  },
  /** Makes a stored term the current one. */
  setCurrentPeriod: {
    method: 'POST',
    path: '/api/current-period',
    who: ['Admin'],
    menu: ['dashboard'],
    input: () => z.strictObject({ academic_year_id: academicYearId, term }),
    output: currentPeriod,
    needs: { table: 'write' },
  },
  /** The terms that a year has. */
  academicTerms: {
    method: 'GET',
    path: '/api/academic-terms',
    who: anyStaff,
    input: nothing,
    output: () => z.array(z.strictObject({ id: term, title: z.string() })),
    needs: { table: 'none' },
  },
  academicYears: {
    method: 'GET',
    path: '/api/academic-years',
    who: anyStaff,
    input: nothing,
    output: () => z.array(z.strictObject({ academic_year_id: academicYearId, title: z.string() })),
    needs: { table: 'read' },
  },
  /**
   * Registers the students of a class, or with null of the whole school, for the current term: starts the run, or says how
   * far it is. Repeated until `rows_processed` is `total_rows` (product §4); a failed run goes on when asked under a new
   * idempotency key, and says `failed` under the old one.
   */
  registerStudents: {
    method: 'POST',
    path: '/api/term-reports-register',
    who: ['Admin'],
    menu: ['dashboard'],
    input: () => z.strictObject({ class_id: z.nullable(id) }),
    output: () => z.strictObject(jobProgress()),
    needs: { table: 'write', jobs: 'start' },
  },
  /** The current term's registrations that are running, or that nobody has cleared since they ended. */
  registrationRuns: {
    method: 'GET',
    path: '/api/term-reports-register',
    who: ['Admin'],
    menu: ['dashboard'],
    input: nothing,
    output: () =>
      z.array(z.strictObject({ class_id: z.nullable(id), run: jobRun(), undo: z.nullable(registrationUndo()) })),
    needs: { table: 'read' },
  },
  /** What registering would touch: every class, how many students it has, and how many are not registered yet. */
  registrationPreview: {
    method: 'GET',
    path: '/api/term-reports-register-preview',
    who: ['Admin'],
    menu: ['dashboard'],
    input: nothing,
    output: () =>
      z.array(
        z.strictObject({
          class_id: id,
          form_level: formLevel,
          students: z.int().check(z.gte(0)),
          not_registered: z.int().check(z.gte(0)),
        }),
      ),
    needs: { table: 'read' },
  },
  /** Takes back what a finished registration made, where it is untouched. Repeated like the registration itself. */
  undoRegistration: {
    method: 'POST',
    path: '/api/term-reports-register-undo',
    who: ['Admin'],
    menu: ['dashboard'],
    input: () => z.strictObject({ class_id: z.nullable(id) }),
    output: registrationUndo,
    needs: { table: 'write', jobs: 'start' },
  },
  /**
   * Forgets registrations of the current term that finished or failed, never a running one: of a class, with null of the whole
   * school, or without `class_id` all of them. What is forgotten can no longer be undone.
   */
  clearFlags: {
    method: 'POST',
    path: '/api/clear-flags',
    who: ['Admin'],
    menu: ['dashboard'],
    input: () => z.strictObject({ class_id: z.optional(z.nullable(id)) }),
    output: done,
    needs: { table: 'write' },
  },
  /** Who is registered for the current term. */
  studentsRegistered: {
    method: 'GET',
    path: '/api/term-reports-students-registered',
    who: ['Admin'],
    menu: ['dashboard'],
    input: nothing,
    output: () =>
      z.strictObject({
        students: z.array(z.strictObject({ student_id: id, class_id: id })),
        total: z.int().check(z.gte(0)),
      }),
    needs: { table: 'read' },
  },
  /** How far the year's promotion is, and what it would do with each class. */
  promotionStatus: {
    method: 'GET',
    path: '/api/promotion',
    who: ['Admin'],
    menu: ['promotion'],
    input: nothing,
    output: () =>
      z.strictObject({
        academic_year_id: academicYearId,
        term,
        /** `moved` went to another class, `elsewhere` of them not to the next one of their class; `archived` left the school; `repeated` stayed. */
        promotion: z.nullable(
          z.strictObject({
            ...{ run: jobRun(), left: skippedStudents() },
            ...{ moved: z.int(), elsewhere: z.int(), archived: z.int(), repeated: z.int() },
          }),
        ),
        undo: z.nullable(z.strictObject({ run: jobRun(), left: skippedStudents() })),
        /** Students of whom something is decided, and those of them who have changed class since: they are not moved (ADR 0082). */
        plan: z.strictObject({ decided: z.int(), outdated: z.int() }),
        classes: z.array(
          z.strictObject({
            class_id: id,
            /** Null where the students leave the school. */
            next_class_id: z.nullable(id),
            /** Who is moved or leaves; `leaving` and, to another class than the next, `elsewhere` are of them. */
            promoted: z.int().check(z.gte(0)),
            leaving: z.int().check(z.gte(0)),
            elsewhere: z.int().check(z.gte(0)),
            repeaters: z.int().check(z.gte(0)),
          }),
        ),
      }),
    needs: { table: 'read' },
  },
  /**
   * Promotes every student of the current academic year: begins the run, or says how far it is. Repeated until it is done. Before Term 3
   * it is confirmed by the number of students that it moves or archives, 409 without it (ADR 0018); where the school wants a second
   * administrator, besides by the `approval` that another one has asked for, which it takes (ADR 0018).
   */
  promote: {
    method: 'POST',
    path: '/api/promotion',
    who: ['Admin'],
    menu: ['promotion'],
    input: () => z.strictObject({ confirm: z.optional(z.int().check(z.gte(0))), approval: z.optional(approvalId) }),
    output: () => z.strictObject({ ...jobProgress(), left: skippedStudents() }),
    needs: { table: 'write', jobs: 'start' },
  },
  /** Asks a second administrator to approve the promotion before Term 3, by its number: 409 where another request waits. */
  askToPromote: {
    method: 'POST',
    path: '/api/promotion-ask',
    who: ['Admin'],
    menu: ['promotion'],
    input: () => z.strictObject({ confirm: z.int().check(z.gte(0)) }),
    output: done,
    needs: { table: 'write' },
  },
  /** Who promoted the year's students in the last 30 days, and which of it was undone (rule 46); {@link undoPromotion} undoes the last. */
  recentPromotions: {
    method: 'GET',
    path: '/api/promotion-undo',
    who: ['Admin'],
    menu: ['promotion'],
    input: nothing,
    output: () => z.array(undoableAct()),
    needs: { table: 'read' },
  },
  /** Takes the year's promotion back for everyone untouched since. Repeated like the promotion. */
  undoPromotion: {
    method: 'POST',
    path: '/api/promotion-undo',
    who: ['Admin'],
    menu: ['promotion'],
    input: nothing,
    output: () => z.strictObject({ ...jobProgress(), left: skippedStudents() }),
    needs: { table: 'write', jobs: 'start' },
  },
  /** For each form level, whether its students may fill in their registration (product §3, 0 closed, 1 open). */
  registrationWindows: {
    method: 'GET',
    path: '/api/student-registration-all',
    who: ['Admin'],
    menu: ['registration'],
    input: nothing,
    output: () => z.array(registrationWindow()),
    needs: { table: 'read' },
  },
  /**
   * Opens or closes a form level; closing clears the deadline (product §4). Saved by field: what is as in `was` is left as it is
   * stored, and 409 answers both values where somebody else has changed it since.
   */
  saveRegistrationWindow: {
    method: 'POST',
    path: '/api/student-registration',
    who: ['Admin'],
    menu: ['registration'],
    input: () =>
      z.strictObject({
        form_level: formLevel,
        ...windowFields,
        was: z.optional(z.partial(z.strictObject(windowFields))),
      }),
    output: registrationWindow,
    needs: { table: 'write' },
  },
});
