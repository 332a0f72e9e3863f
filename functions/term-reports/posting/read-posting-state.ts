import { schoolFileTermTitle } from '#shared/school/academic-year.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { readAllPeriods } from '../../school/records/periods.ts';
import { school } from '../../school/records/school.ts';
import { listPostings } from '../report-cards/posting/postings.ts';
import { toPostedState } from './posting-state.ts';

export const readPostingState = callHandler(termReportsContract.readPostingState, {
  handle: async () => {
    const [{ periods }, postings] = await Promise.all([readAllPeriods(), listPostings()]);
    const { terms, timeZone } = school();
    return periods
      .map(({ year, term }) => ({
        year,
        term,
        title: schoolFileTermTitle(terms, term),
        ...toPostedState(
          postings.find((posting) => posting.year === year && posting.term === term),
          timeZone,
        ),
      }))
      .sort((a, b) => b.year - a.year || b.term - a.term);
  },
});
