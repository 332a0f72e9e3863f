import { startYearOf } from '#shared/terms/academic-year.ts';
import { termsContract } from '#shared/terms/contract.ts';
import { ConflictError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { currentPeriod, currentPeriodKey, periodKey, savePeriod } from '../../reference/periods.ts';
import { toAcademicPeriod, toPeriodItem } from './period-mapper.ts';

export const saveAcademicTermDetails = callHandler(termsContract.saveAcademicTermDetails, {
  prefetch: ({ academic_year_id, term }) => ({
    before: periodKey(startYearOf(academic_year_id), term),
    current: currentPeriodKey(),
  }),
  handle: async ({ input: { is_current, ...details }, caller, found, request }) => {
    const period = toPeriodItem(details);
    const outcome = await savePeriod({ period, ...found, isCurrent: is_current, caller, request });
    if (outcome === 'refused') throw new ConflictError('Somebody else is changing this term. Please look again.');
    return toAcademicPeriod(period, await currentPeriod());
  },
});
