import { academicYearTitle, schoolFileTermTitle, startYearOf, toAcademicYearId } from '#shared/school/academic-year.ts';
import { termsContract } from '#shared/school/contract.ts';
import { termRefusals } from '#shared/school/wordings.ts';
import { attendanceStateOfTerm } from '../../attendance/records/open-attendance.ts';
import { toTermDates } from '../../attendance/records/school-calendar.ts';
import { ConflictError, NotFoundError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import {
  isSamePeriod,
  listMissingDetails,
  neededByCurrent,
  readStoredPeriods,
  writePeriod,
} from '../records/period-changes.ts';
import { type PeriodItem, readAllPeriods } from '../records/periods.ts';
import { school, schoolDay } from '../records/school.ts';
import { findTermClosure, readTermLocks, type TermLocks } from '../records/term-locks.ts';
import { keepPeopleOfTermBefore } from './keep-people.ts';

/** Current term, the choices, and all terms kept so far, newest first. */
export async function composeTermOverview(now: Date) {
  const [{ periods, current }, register] = await Promise.all([readAllPeriods(), readTermLocks()]);
  const { terms } = school();
  return {
    terms: terms.map(({ id, title }) => ({ id, title })),
    current_term: current && {
      academic_year_id: toAcademicYearId(current.year),
      term: current.term,
      title: schoolFileTermTitle(terms, current.term),
    },
    terms_archive: periods.toReversed().map((period) => ({
      academic_year_id: toAcademicYearId(period.year),
      term: period.term,
      new_term_beginning: period.newTermBeginning ?? null,
      date_start: period.dateStart ?? null,
      date_end: period.dateEnd ?? null,
      closed: findTermClosure(register, period),
      ...attendanceOf(period, register, now),
    })),
  };
}

function attendanceOf(period: PeriodItem, register: TermLocks | undefined, now: Date) {
  if (!school().attendance.isOn || period.dateEnd === undefined) return {};
  return { attendance: attendanceStateOfTerm(register, toTermDates(period), now) };
}

export const readTermOverview = callHandler(termsContract.readTermOverview, {
  handle: ({ request }) => composeTermOverview(request.now),
});

export const setCurrentPeriod = callHandler(termsContract.setCurrentPeriod, {
  handle: async ({ input, caller, request }) => {
    const period = { year: startYearOf(input.academic_year_id), term: input.term };
    await retryRefused({
      read: readStoredPeriods,
      attempt: async (stored) => {
        if (!stored.periods.some((one) => isSamePeriod(one, period))) {
          throw new NotFoundError(termRefusals.noDetails);
        }
        if (stored.current && isSamePeriod(stored.current, period)) return 'done';
        const change = { period, changes: [], becomesCurrent: true };
        const missing = listMissingDetails(change, stored);
        if (missing.length > 0) {
          throw new ConflictError(neededByCurrent(missing));
        }
        return writePeriod(change, {
          stored,
          beside: await keepPeopleOfTermBefore(change, stored),
          by: { caller, request },
        });
      },
      what: 'the current term',
    });
    return composeTermOverview(request.now);
  },
});

export const listTermChoices = callHandler(termsContract.listTermChoices, {
  handle: async () => school().terms.map(({ id, title }) => ({ id, title })),
});

/** Every year with a stored term, the present calendar year's and the next one; newest first. */
export const listAcademicYears = callHandler(termsContract.listAcademicYears, {
  handle: async ({ request }) => {
    const { periods } = await readAllPeriods();
    const thisYear = Number(schoolDay(request.now).slice(0, 4));
    const years = new Set([...periods.map((period) => period.year), thisYear - 1, thisYear, thisYear + 1]);
    return [...years]
      .sort((a, b) => b - a)
      .map((year) => ({ academic_year_id: toAcademicYearId(year), title: academicYearTitle(year) }));
  },
});
