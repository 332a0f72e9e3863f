import { academicYearIdOf, academicYearTitle } from '#shared/school/academic-year.ts';
import { termsContract } from '#shared/school/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { allPeriods } from '../records/periods.ts';

/** Every year with a stored term, the present calendar year's and the next one; newest first. */
export const academicYears = callHandler(termsContract.academicYears, {
  handle: async ({ request }) => {
    const { periods } = await allPeriods();
    const thisYear = request.now.getUTCFullYear();
    const years = new Set([...periods.map((period) => period.year), thisYear - 1, thisYear, thisYear + 1]);
    return [...years]
      .sort((a, b) => b - a)
      .map((year) => ({ academic_year_id: academicYearIdOf(year), title: academicYearTitle(year) }));
  },
});
