import { termReportsContract } from '#shared/term-reports/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { postingActs } from '../report-cards/posting/postings.ts';

export const recentPostings = callHandler(termReportsContract.recentPostings, {
  handle: ({ request: { now } }) => postingActs.list({ now }),
});
