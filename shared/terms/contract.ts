import * as z from 'zod/mini';
import { contract } from '../http/contract.ts';
import { academicYearId, day, nothing, term } from '../http/fields.ts';

const anyStaff = ['Admin', 'PTA', 'teacher'] as const;

/** One academic period: a row of the term details (SPEC §3). Days are yyyy-MM-dd. */
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

const inOrder = (period: { date_start: string | null; date_end: string | null; new_term_beginning: string | null }) =>
  [period.date_start, period.date_end, period.new_term_beginning]
    .filter((date) => date !== null)
    // What is no day has its own message.
    .filter((date) => /^\d{4}-\d{2}-\d{2}$/.test(date))
    .every((date, index, dates) => index === 0 || (dates[index - 1] ?? '') < date);

/** What may be stored of a term; the form checks with it before it calls. */
export const academicPeriodInput = () =>
  z.strictObject(periodFields).check(
    z.refine(inOrder, {
      error: 'Term Start, Term End and New Term Beginning must follow one another.',
      path: ['date_end'],
    }),
  );

const currentPeriod = () =>
  z.strictObject({
    terms: z.array(z.strictObject({ id: term, title: z.string() })),
    current_term: z.nullable(z.strictObject({ academic_year_id: academicYearId, term, title: z.string() })),
    terms_archive: z.array(
      z.strictObject({ academic_year_id: academicYearId, term, new_term_beginning: z.nullable(day) }),
    ),
  });

export const termsContract = contract({
  academicTermDetails: {
    method: 'GET',
    path: '/api/academic-term-details',
    who: ['Admin'],
    menu: ['dashboard'],
    input: nothing,
    output: () => z.array(academicPeriod()),
    needs: { table: 'read' },
  },
  /** Stores one term's details; with `is_current` it becomes the current term in the same write. */
  saveAcademicTermDetails: {
    method: 'POST',
    path: '/api/academic-term-details',
    who: ['Admin'],
    menu: ['dashboard'],
    input: academicPeriodInput,
    output: academicPeriod,
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
});
