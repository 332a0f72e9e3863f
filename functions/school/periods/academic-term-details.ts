import { termsContract } from '#shared/school/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { allPeriods } from '../records/periods.ts';
import { toAcademicPeriod } from './period-mapper.ts';

export const academicTermDetails = callHandler(termsContract.academicTermDetails, {
  handle: async () => {
    const { periods, current } = await allPeriods();
    return periods.map((period) => toAcademicPeriod(period, current));
  },
});
