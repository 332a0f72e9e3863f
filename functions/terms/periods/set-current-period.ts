import { startYearOf } from '#shared/terms/academic-year.ts';
import { termsContract } from '#shared/terms/contract.ts';
import { NotFoundError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { periodKey, saveCurrentPeriod } from '../../reference/periods.ts';
import { readCurrentPeriod } from './current-period.ts';

export const setCurrentPeriod = callHandler(termsContract.setCurrentPeriod, {
  prefetch: ({ academic_year_id, term }) => ({ period: periodKey(startYearOf(academic_year_id), term) }),
  handle: async ({ input, caller, found, request }) => {
    if (!found.period) throw new NotFoundError('This term has no details yet. Please enter its dates first.');
    await saveCurrentPeriod({ year: startYearOf(input.academic_year_id), term: input.term, caller, request });
    return readCurrentPeriod();
  },
});
