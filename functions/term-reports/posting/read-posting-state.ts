import { schoolFileTermTitle } from '#shared/school/academic-year.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { toRunStatus } from '../../platform/jobs/run-job.ts';
import { type JobItem, readJobsOfKind } from '../../platform/jobs/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { readAllPeriods } from '../../school/records/periods.ts';
import { school } from '../../school/records/school.ts';
import type { Term } from '../../school/records/term-locks.ts';
import { listPostings } from '../report-cards/posting/postings.ts';
import { postingJobKey } from '../report-cards/posting/report-jobs.ts';
import { toPostedState } from './posting-state.ts';

const toRunStatusOrNull = (job: JobItem | undefined) => (job ? toRunStatus(job) : null);

export const readPostingState = callHandler(termReportsContract.readPostingState, {
  handle: async () => {
    const [{ periods }, postings, jobs] = await Promise.all([
      readAllPeriods(),
      listPostings(),
      readJobsOfKind('post-term-reports'),
    ]);
    const runOf = (period: Term) =>
      jobs.find(({ key, state }) => key === postingJobKey(period) && state !== 'finished');
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
        run: toRunStatusOrNull(runOf({ year, term })),
      }))
      .sort((a, b) => b.year - a.year || b.term - a.term);
  },
});
