import type { Output } from '#shared/http/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { call } from '../../api/call.ts';

/** A term and whether its reports are posted. */
export type PostedTerm = Output<typeof termReportsContract.termReportsPosted>[number];

type Answer = Output<typeof termReportsContract.postTermReports>;
export type Left = Answer['left'][number];

export interface Progress {
  processed: number;
  total: number;
}

/** Milliseconds between two questions how far the run is. */
const pause = 700;

/**
 * Posts a term's reports, or removes the posting, and waits for the end of the run; closing the page does not stop it.
 * Throws what `call` throws, and an Error where the run failed: asking again goes on where it stopped.
 */
export async function runPosting(
  { year, term, title }: PostedTerm,
  posted: 0 | 1,
  onProgress: (progress: Progress) => void,
): Promise<Answer> {
  // One key for the whole run: asking again under it changes nothing twice.
  const idempotencyKey = crypto.randomUUID();
  for (;;) {
    const input = { year, term, title, posted, date_posted: null };
    const answer = await call(termReportsContract.postTermReports, input, { idempotencyKey });
    onProgress({ processed: answer.rows_processed, total: answer.total_rows });
    if (answer.state === 'finished') return answer;
    if (answer.state === 'failed') throw new PostingFailed();
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** The run ended before its end. */
export class PostingFailed extends Error {
  override readonly name = 'PostingFailed';
}
