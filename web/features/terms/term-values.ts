import type { FieldErrors, Resolver } from 'react-hook-form';
import * as z from 'zod/mini';
import { type AcademicPeriod, academicPeriodInput } from '#shared/terms/contract.ts';
import { termsMessages } from '#shared/terms/messages.ts';

/** What the form holds: as typed, so that nothing is lost on the way to being right. */
export interface TermValues {
  academic_year_id: string | null;
  term: AcademicPeriod['term'] | null;
  possible_attendance: string;
  date_start: string | null;
  date_end: string | null;
  new_term_beginning: string | null;
}
export type TermField = keyof TermValues;

/** A draft comes back from the device: it must have this shape to be taken up. */
export const termDraft = z.object({
  academic_year_id: z.nullable(z.string()),
  term: z.nullable(z.literal([1, 2, 3])),
  possible_attendance: z.string(),
  date_start: z.nullable(z.string()),
  date_end: z.nullable(z.string()),
  new_term_beginning: z.nullable(z.string()),
});

/** The stored details of that year and term, or an empty form for it. */
export function valuesOf(
  chosen: Pick<TermValues, 'academic_year_id' | 'term'>,
  stored: readonly AcademicPeriod[],
): TermValues {
  const period = stored.find((row) => row.academic_year_id === chosen.academic_year_id && row.term === chosen.term);
  return {
    academic_year_id: chosen.academic_year_id,
    term: chosen.term,
    possible_attendance: period?.possible_attendance?.toString() ?? '',
    date_start: period?.date_start ?? null,
    date_end: period?.date_end ?? null,
    new_term_beginning: period?.new_term_beginning ?? null,
  };
}

/** Shown where the schema refuses a value and has no words of its own. */
const expected: Record<TermField, string> = {
  academic_year_id: 'Required.',
  term: 'Required.',
  possible_attendance: 'A whole number from 0 to 999.',
  date_start: 'Please write a date such as 05-Sep-2025.',
  date_end: 'Please write a date such as 05-Sep-2025.',
  new_term_beginning: 'Please write a date such as 05-Sep-2025.',
};

/**
 * Checks the form by the contract's own schema, so that what passes here passes there. Year and term come first and alone:
 * without them nothing can be said about the rest (product §5).
 */
export const resolveTerm: Resolver<TermValues, unknown, AcademicPeriod> = (values) => {
  if (values.academic_year_id === null || values.term === null) {
    return { values: {}, errors: { root: { type: 'required', message: termsMessages.yearAndTermRequired } } };
  }
  const attendance = values.possible_attendance.trim();
  const parsed = academicPeriodInput().safeParse({
    ...values,
    possible_attendance: attendance === '' ? null : /^\d+$/.test(attendance) ? Number(attendance) : attendance,
    is_current: true,
  });
  if (parsed.success) return { values: parsed.data, errors: {} };
  const errors: FieldErrors<TermValues> = {};
  for (const issue of parsed.error.issues) {
    const field = issue.path[0] as TermField;
    errors[field] ??= {
      type: 'schema',
      message: issue.message === 'Invalid input' ? expected[field] : issue.message,
    };
  }
  return { values: {}, errors };
};
