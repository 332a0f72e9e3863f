import { titleOfTerm } from '#shared/school/term-title.ts';
import { academicYearIdOf } from '#shared/terms/academic-year.ts';
import { termsContract } from '#shared/terms/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { closingOf, readTermRegister } from '../../platform/table/term-register.ts';
import { allPeriods } from '../../reference/periods.ts';
import { school } from '../../reference/school.ts';

/** Current term, the choices, and all terms kept so far, newest first. */
export async function readCurrentPeriod() {
  const [{ periods, current }, register] = await Promise.all([allPeriods(), readTermRegister()]);
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
      date_start: period.dateStart ?? null,
      date_end: period.dateEnd ?? null,
      closed: closingOf(register, period),
    })),
  };
}

export const currentPeriod = callHandler(termsContract.currentPeriod, { handle: readCurrentPeriod });
