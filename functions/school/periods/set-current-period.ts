import { startYearOf } from '#shared/school/academic-year.ts';
import { termsContract } from '#shared/school/contract.ts';
import { NotFoundError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { isSamePeriod, readStoredPeriods, writePeriod } from '../records/period-changes.ts';
import { readCurrentPeriod } from './current-period.ts';

export const setCurrentPeriod = callHandler(termsContract.setCurrentPeriod, {
  handle: async ({ input, caller, request }) => {
    const period = { year: startYearOf(input.academic_year_id), term: input.term };
    await retryRefused({
      read: readStoredPeriods,
      attempt: async (stored) => {
        if (!stored.periods.some((one) => isSamePeriod(one, period))) {
          throw new NotFoundError('This term has no details yet. Please enter its dates first.');
        }
        if (stored.current && isSamePeriod(stored.current, period)) return 'already done';
        return writePeriod({ period, changes: [], becomesCurrent: true }, { stored, caller, request });
      },
      what: 'the current term',
    });
    return readCurrentPeriod(request.now);
  },
});
