import type { Output } from '#shared/http/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { followRun } from '../../api/follow-run.ts';

/** A term and whether its reports are posted. */
export type PostedTerm = Output<typeof termReportsContract.termReportsPosted>[number];

type Answer = Output<typeof termReportsContract.postTermReports>;
export type Left = Answer['left'][number];
export type Progress = Pick<Answer, 'rows_processed' | 'total_rows'>;

/**
 * Posts a term's reports, or removes the posting, and waits for the end of the run; closing the page does not stop it. The
 * answer of a run that failed says so: asking again goes on where it stopped. Throws what `call` throws.
 */
export const runPosting = (
  { year, term, title }: PostedTerm,
  posted: 0 | 1,
  onProgress: (progress: Progress) => void,
): Promise<Answer> =>
  followRun(termReportsContract.postTermReports, { year, term, title, posted, date_posted: null }, onProgress);
