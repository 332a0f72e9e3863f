import { termReportsContract } from '#shared/term-reports/contract.ts';
import type { TestClient } from '../../../support/callers/client.ts';
import { term, year } from '../../../support/school/small-school.ts';

/** The number that Post Term Reports asks for: of incomplete reports, or of the reports whose posting is removed. */
export async function numberToConfirm(
  admin: TestClient,
  { year, term }: { year: number; term: number },
  posted: 0 | 1,
): Promise<number> {
  const inPath = { year: String(year), term: String(term) };
  const changes = await admin.call(termReportsContract.listPostingChanges, inPath);
  if (changes.status === 200) {
    return posted === 0 ? changes.body.reports : changes.body.students.filter(({ incomplete }) => incomplete).length;
  }
  const { status, body } = await admin.call(termReportsContract.checkPosting, inPath);
  // The check cannot be read: as many as there may be.
  if (status !== 200) return 1000;
  return body.students.filter((one) => one.missing_marks.length + one.missing_remarks.length > 0).length;
}

let requests = 0;

interface Posting {
  posted: 0 | 1;
  /** The date that the page shows. */
  date_posted: string | null;
  confirm?: number;
  /** As the check answered it. */
  checked?: { class_id: string; digest: string }[];
  key?: string;
}

/**
 * Posts the small school's term, or removes its posting, as the page does: it polls under one key until the run is
 * over.
 */
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
