import * as z from 'zod/mini';
import { contract } from '../http/contract.ts';
import { academicYearId, day, ignoredFacts, noInput, term } from '../http/fields.ts';
import { undoId } from '../undo/calls.ts';
import { isInYear, startYearOf } from './academic-year.ts';
import { newYearCalls } from './new-year-calls.ts';
import { detailsOfCurrentTerm, isBlankDetail, periodDetailLabels, periodFieldNames } from './period-changes.ts';
import { promotionCalls } from './promotion-calls.ts';
import { termRegistrationCalls } from './registration-calls.ts';
import { wholeSchoolCalls } from './whole-school-calls.ts';
import { termWordings } from './wordings.ts';

const anyStaff = ['Admin', 'PTA', 'teacher'] as const;

const termName = { academic_year_id: academicYearId, term };

/** One academic period: a row of the term details (product §3 "Academic period"). Days are yyyy-MM-dd. */
const periodFields = {
  ...termName,
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
    // What is not a date has its own message.
    .filter((date) => /^\d{4}-\d{2}-\d{2}$/.test(date))
    .every((date, index, dates) => index === 0 || (dates[index - 1] ?? '') < date);

const datesInOrder = () =>
  z.refine<Dates>(inOrder, {
    error: 'Term Start, Term End and New Term Beginning must follow one another.',
    path: ['date_end'],
  });

/** A day of another year is a typing mistake that every attendance calendar would follow. */
const datesInYear = () =>
  (['date_start', 'date_end', 'new_term_beginning'] as const).map((field) =>
    z.refine<Dates & { academic_year_id: string }>(
      ({ academic_year_id: year, [field]: date }) =>
        date === null || !/^\d{4}-\d{2}-\d{2}$/.test(date) || isInYear(date, startYearOf(year)),
      { error: 'This day is not in the academic year.', path: [field] },
    ),
  );

/** What the current term cannot be without. */
const completeIfCurrent = () =>
  detailsOfCurrentTerm.map((detail) => {
    const field = periodFieldNames[detail];
    return z.refine<Pick<AcademicPeriod, typeof field | 'is_current'>>(
      (period) => !period.is_current || !isBlankDetail(period[field]),
      { error: termWordings.neededByCurrent(periodDetailLabels[detail]), path: [field] },
    );
  });

/** What may be stored of a term; the form checks with it before it calls. */
export const storableAcademicPeriod = () =>
  z.strictObject(periodFields).check(datesInOrder(), ...datesInYear(), ...completeIfCurrent());

const savedPeriod = () => {
  const { possible_attendance, date_start, date_end, new_term_beginning } = periodFields;
  return z
    .strictObject({
      ...periodFields,
      /** What the user saw of the fields, and which term as the current one. */
      was: z.optional(
        z.partial(
          z.strictObject({
            possible_attendance,
            date_start,
            date_end,
            new_term_beginning,
            current_term: z.nullable(z.strictObject(termName)),
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
    /** Why attendance takes no changes: `AttendanceClosure`; null while it does. */
    closed: z.nullable(z.strictObject({ why: z.enum(['office', 'over']), by: z.nullable(z.string()), at: z.string() })),
    /** The last day on which it is open by itself; null where it stays open until it is closed by hand. */
    until: z.nullable(day),
  });

const currentPeriod = () =>
  z.strictObject({
    terms: z.array(z.strictObject({ id: term, title: z.string() })),
    current_term: z.nullable(z.strictObject({ ...termName, title: z.string() })),
    terms_archive: z.array(
      z.strictObject({
        ...termName,
        new_term_beginning: z.nullable(day),
        closed: z.nullable(closing()),
        date_start: z.nullable(day),
        date_end: z.nullable(day),
        attendance: z.optional(attendanceState()),
      }),
    ),
  });

const office = { who: ['Admin'], menu: ['dashboard'] } as const;
/** Attendance - Set Term changes dates too. */
const _officeOfDates = { who: ['Admin'], menu: ['dashboard', 'attendanceStudent'] } as const;

/** Closes or opens a term or its attendance. */
const changeOfTerm = {
  ...office,
  input: () => z.strictObject(termName),
  output: () => z.strictObject({ ...termName, undo: undoId }),
  needs: { table: 'write' },
} as const;

export const termsContract = contract({
  ...newYearCalls,
  ...promotionCalls,
  ...termRegistrationCalls,
  ...wholeSchoolCalls,
  /** Every stored term with its details. */
  listAcademicTerms: {
    method: 'GET',
    path: '/api/academic-term-details',
    ...office,
    input: noInput,
    output: () => z.array(academicPeriod()),
    needs: { table: 'read' },
  },
  /**
   * Stores one term's details, and with `is_current` makes it the current term in the same write. Of the fields those
   * are saved that are not as in `was`; one that somebody else has changed since answers 409 with both values. Answers
   * what is stored then.
   */
  saveAcademicTerm: {
    method: 'POST',
    path: '/api/academic-term-details',
    ...office,
    input: savedPeriod,
    output: academicPeriod,
    needs: { table: 'write' },
  },
  /**
   * Deletes a term for which nothing was entered, 409 otherwise and for the current one; kept 30 days, for
   * {@link undoTermAct}.
   */
  deleteTerm: {
    method: 'DELETE',
    path: '/api/academic-term-details',
    ...office,
    input: () => z.strictObject(termName),
    output: () => z.strictObject({ ...termName, undo: undoId }),
    needs: { table: 'write' },
  },
  /**
   * Closes a term: changes of its marks and remarks are refused from then on (rule 47, ADR 0091); attendance has its
   * own end. 409 where it is closed already, naming the administrator. Undone by opening it.
   */
  closeTerm: { ...changeOfTerm, method: 'POST', path: '/api/close-term' },
  /** Opens a closed term again, one of a past year too, until it is closed or posted; 409 where it is open. */
  openTerm: { ...changeOfTerm, method: 'DELETE', path: '/api/close-term' },
  /**
   * Closes the attendance of a term before its days are over: 409 where it is closed, naming the administrator or the
   * day. Undone by opening it.
   */
  closeAttendance: { ...changeOfTerm, method: 'POST', path: '/api/close-attendance' },
  /**
   * Opens the attendance of a term again, also when its days are over: then until it is closed. 409 where it is open.
   */
  openAttendance: { ...changeOfTerm, method: 'DELETE', path: '/api/close-attendance' },
  /** The current term, and which terms are open. */
  readTermOverview: {
    method: 'GET',
    path: '/api/current-period',
    who: anyStaff,
    input: noInput,
    output: currentPeriod,
    needs: { table: 'read' },
  },
  /** Makes a stored term the current one. */
  setCurrentPeriod: {
    method: 'POST',
    path: '/api/current-period',
    ...office,
    input: () => z.strictObject({ ...termName, ...ignoredFacts('title') }),
    output: currentPeriod,
    needs: { table: 'write' },
  },
  /** The terms that a year has. */
  listTermChoices: {
    method: 'GET',
    path: '/api/academic-terms',
    who: anyStaff,
    input: noInput,
    output: () => z.array(z.strictObject({ id: term, title: z.string() })),
    needs: { table: 'none' },
  },
  /** The years to choose from: those of stored terms, last year, this one and the next, the latest first. */
  listAcademicYears: {
    method: 'GET',
    path: '/api/academic-years',
    who: anyStaff,
    input: noInput,
    output: () => z.array(z.strictObject({ academic_year_id: academicYearId, title: z.string() })),
    needs: { table: 'read' },
  },
});
