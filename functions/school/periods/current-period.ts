import { academicYearIdOf } from '#shared/school/academic-year.ts';
import { termsContract } from '#shared/school/contract.ts';
import { titleOfTerm } from '#shared/school/term-title.ts';
import { attendanceStateIn } from '../../attendance/records/open-attendance.ts';
import { termDates } from '../../attendance/records/school-calendar.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { closingOf, readTermRegister, type TermRegister } from '../../platform/table/term-register.ts';
import { allPeriods, type PeriodItem } from '../records/periods.ts';
import { school } from '../records/school.ts';

/** Current term, the choices, and all terms kept so far, newest first. */
export async function readCurrentPeriod(now: Date) {
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
      ...attendanceOf(period, register, now),
    })),
  };
}

function attendanceOf(period: PeriodItem, register: TermRegister | undefined, now: Date) {
  if (!school().attendance.isOn || period.dateEnd === undefined) return {};
  return { attendance: attendanceStateIn(register, termDates(period), now) };
}

export const currentPeriod = callHandler(termsContract.currentPeriod, {
  handle: ({ request }) => readCurrentPeriod(request.now),
});
