import type { AcademicPeriod } from '#shared/school/contract.ts';

/** What the form holds. Year and term may still have to be chosen; what is saved becomes the current term. */
export type TermFormValues = Omit<AcademicPeriod, 'academic_year_id' | 'term' | 'is_current'> & {
  academic_year_id: string | null;
  term: AcademicPeriod['term'] | null;
  is_current: boolean;
};
export type ChosenTerm = Pick<TermFormValues, 'academic_year_id' | 'term'>;

export const noTermChosen: ChosenTerm = { academic_year_id: null, term: null };

/**
 * The stored details of that year and term, or an empty form for it. Saving makes a later term than the current one the
 * current one; an earlier one is corrected, unless the user says otherwise.
 */
export function toTermFormValues(chosen: ChosenTerm, stored: readonly AcademicPeriod[]): TermFormValues {
  const period = stored.find((row) => row.academic_year_id === chosen.academic_year_id && row.term === chosen.term);
  return {
    academic_year_id: chosen.academic_year_id,
    term: chosen.term,
    possible_attendance: period?.possible_attendance ?? null,
    date_start: period?.date_start ?? null,
    date_end: period?.date_end ?? null,
    new_term_beginning: period?.new_term_beginning ?? null,
    is_current: !isEarlier(
      chosen,
      stored.find(({ is_current }) => is_current),
    ),
  };
}

const isEarlier = (chosen: ChosenTerm, current: AcademicPeriod | undefined): boolean =>
  current !== undefined && orderOf(chosen) < orderOf(current);

/** Terms in the order of time; one that is not chosen yet comes last. */
const orderOf = ({ academic_year_id: year, term }: ChosenTerm): string => `${year ?? '9'}/${term ?? '9'}`;

/** The number of a term, or null where none is chosen yet. */
export const toTermNumber = (chosen: unknown): ChosenTerm['term'] =>
  ([1, 2, 3] as const).find((one) => one === chosen) ?? null;

/** The year and term of a form, when both are chosen. */
export function toYearAndTerm(values: {
  academic_year_id: string | null;
  term: unknown;
}): { academic_year_id: string; term: AcademicPeriod['term'] } | null {
  const term = toTermNumber(values.term);
  return values.academic_year_id === null || term === null ? null : { academic_year_id: values.academic_year_id, term };
}
