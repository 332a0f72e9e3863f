import { titleOfTerm } from '#shared/school/term-title.ts';
import { academicYearIdOf } from '#shared/terms/academic-year.ts';
import { termsContract } from '#shared/terms/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { allPeriods } from '../../reference/periods.ts';
import { school } from '../../reference/school.ts';

/** Current term, the choices, and all terms kept so far, newest first. */
export async function readCurrentPeriod() {
  const { periods, current } = await allPeriods();
  const { terms } = school();
  return {
    terms: terms.map(({ id, title }) => ({ id, title })),
    current_term: current && {
      academic_year_id: academicYearIdOf(current.year),
      term: current.term,
      title: titleOfTerm(terms, current.term),
    },
    terms_archive: periods.toReversed().map((period) => ({
      academic_year_id: academicYearIdOf(period.year),
      term: period.term,
      new_term_beginning: period.newTermBeginning ?? null,
    })),
  };
}

export const currentPeriod = callHandler(termsContract.currentPeriod, { handle: readCurrentPeriod });
