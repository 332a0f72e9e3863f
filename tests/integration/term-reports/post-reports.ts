import { termReportsContract } from '#shared/term-reports/contract.ts';
import type { TestClient } from '../../support/callers/client.ts';
import { term, year } from '../../support/school/small-school.ts';
import { numberToConfirm } from './number-to-confirm.ts';

let requests = 0;

interface Posting {
  posted: 0 | 1;
  /** The date that the page shows. */
  date_posted: string | null;
  confirm?: number;
  key?: string;
}

/** Posts the small school's term, or removes its posting, as the page does: it polls under one key until the run is over. */
export async function postReports(admin: TestClient, { key = `posting-${++requests}`, ...posting }: Posting) {
  const confirm = posting.confirm ?? (await numberToConfirm(admin, { year, term }, posting.posted));
  for (let tries = 0; tries < 600; tries += 1) {
    const input = { year, term, title: 'Term 1', ...posting, confirm };
    const answer = await admin.call(termReportsContract.postTermReports, input, { 'Idempotency-Key': key });
    if (answer.status !== 200 || answer.body.state !== 'running') return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the run does not end');
}
